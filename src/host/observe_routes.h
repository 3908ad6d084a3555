// SPDX-License-Identifier: Apache-2.0
// The kernel's routes and rules in the terms of the model.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "model/observed_state.h"
#include "netlink/route.h"
#include "netlink/rule.h"

namespace pointsman::host {

using LinkNameOf = std::function<std::optional<InterfaceName>(netlink::IfIndex)>;

// Configured routes (protocols boot and static) go to the configuration, the kernel's own and
// those from DHCP and routers to the facts. What routing daemons keep is theirs: a host that speaks
// BGP has a million of them, and nobody here may touch one.
void observeRoutes(const std::vector<netlink::Route>& routes, const LinkNameOf& nameOf,
                   ObservedState& state);

// Rules that the model cannot express, and the kernel's own three, are left out.
void observeRules(const std::vector<netlink::Rule>& rules, ObservedState& state);

}  // namespace pointsman::host
