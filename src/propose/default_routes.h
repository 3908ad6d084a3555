// SPDX-License-Identifier: Apache-2.0
// The default routes of a host, whoever made them.
#pragma once

#include <vector>

#include "base/ip_address.h"
#include "model/ip_config.h"
#include "model/names.h"
#include "model/observed_state.h"

namespace pointsman::propose {

// Those of the main table that lead out of some device, with or without a gateway; each next hop of
// a multipath route counts. Best first: the lowest metric, IPv4 before IPv6, the heavier next hop,
// then by device.
[[nodiscard]] std::vector<Route> defaultRoutes(const ObservedState& host);

[[nodiscard]] bool hasDefaultRoute(const ObservedState& host, const InterfaceName& device);

}  // namespace pointsman::propose
