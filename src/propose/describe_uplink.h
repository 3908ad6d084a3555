// SPDX-License-Identifier: Apache-2.0
// The uplink and what it stands on, so that the document can make them on a host that has only
// NICs: a VLAN with its base, a bond with its ports.
#pragma once

#include <vector>

#include "model/desired_state.h"
#include "model/host_config.h"
#include "model/names.h"

namespace pointsman::propose {

// Bases first, the uplink last. The uplink's own entry says nothing of IP; neither do the others:
// what is configured on a base stays there.
[[nodiscard]] std::vector<DesiredInterface> describeUplink(const HostConfig& config,
                                                           const InterfaceName& uplink);

// Whether the bond takes another MAC address when another port becomes active
// (Documentation/networking/bonding.rst, fail_over_mac).
[[nodiscard]] bool changesMacOnFailover(const LinkConfig& link);

}  // namespace pointsman::propose
