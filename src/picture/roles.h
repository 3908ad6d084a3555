// SPDX-License-Identifier: Apache-2.0
// Which kernel links get a box of their own. A picture that draws everything shows nothing: a
// tap of a virtual machine is its row in the bridge, and forty idle links are forty small cells.
#pragma once

#include <cstdint>
#include <map>

#include "model/names.h"
#include "picture/faults.h"
#include "picture/survey.h"

namespace pointsman::picture {

enum class Role : std::uint8_t {
  Hidden,    // plumbing that OVS makes for itself, and loopback
  Loose,     // nothing uses it
  PortOnly,  // nothing to say beyond its row in the bridge that holds it
  Box,
  Grouped,  // one of many like it: a cell of a shared box
};

using Roles = std::map<InterfaceName, Role>;

[[nodiscard]] Roles assignRoles(const Survey& survey, const Faults& faults);

// Links that share one of these texts share a box once they are many. Empty for links that never
// do.
[[nodiscard]] std::string groupOf(const Survey& survey, const InterfaceName& name);

}  // namespace pointsman::picture
