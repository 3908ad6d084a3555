// SPDX-License-Identifier: Apache-2.0
// Which interface becomes the uplink: the administrator's word, else the node's address, else the
// default route, unless the choice of last time still has one. In that order, as configure-ovs.sh
// has it, but names are compared as wholes, default routes need no gateway, and the metric counts
// across both families.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/names.h"
#include "model/observed_state.h"
#include "propose/propose.h"

namespace pointsman::propose {

struct Choice {
  std::optional<InterfaceName> uplink = {};
  bool inPlace = false;  // the bridge has it, or has several: then 'uplink' is empty
  std::vector<std::string> explanation = {};
  Diagnostics diagnostics = {};  // with an error when there is no choice
};

[[nodiscard]] Choice chooseUplink(const ObservedState& host, const ProposeOptions& options);

}  // namespace pointsman::propose
