// SPDX-License-Identifier: Apache-2.0
// The routes and rules of an uplink, as they shall be on its bridge.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/desired_ip.h"
#include "model/host_config.h"
#include "model/names.h"

namespace pointsman::propose {

// Configured routes of 'from', now through 'to'. The best default route of each family in the main
// table gets 'metric', the next one a higher one, and so on; empty: all stay as they are.
[[nodiscard]] std::vector<DesiredRoute> moveRoutes(const HostConfig& config,
                                                   const InterfaceName& from,
                                                   const InterfaceName& to,
                                                   std::optional<std::uint32_t> metric);

// Rules that look at what comes in through 'from' look at 'to' instead; rules that lead into the
// tables of the moved routes are repeated, so that the document is complete.
[[nodiscard]] std::vector<DesiredRule> moveRules(const HostConfig& config,
                                                 const InterfaceName& from,
                                                 const InterfaceName& to);

}  // namespace pointsman::propose
