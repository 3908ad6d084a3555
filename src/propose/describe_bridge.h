// SPDX-License-Identifier: Apache-2.0
// The two entries that make the bridge: its ovs-bridge and the ovs-interface of the same name.
#pragma once

#include <cstdint>
#include <optional>

#include "model/desired_state.h"
#include "model/names.h"
#include "model/observed_state.h"

namespace pointsman::propose {

// With 'uplink' and the local port besides whatever ports the bridge has. Patch ports are not
// listed: OVN makes them, and the bridge is told to tolerate them.
[[nodiscard]] DesiredInterface describeBridge(const ObservedState& host, const BridgeName& bridge,
                                              const std::optional<InterfaceName>& uplink);

// The local port with what 'uplink' has: MAC address, MTU, addresses. 'metric' is for the routes
// that come automatically.
[[nodiscard]] DesiredInterface describeNewLocalPort(const ObservedState& host,
                                                    const BridgeName& bridge,
                                                    const InterfaceName& uplink,
                                                    std::uint32_t metric);

// The local port as it is.
[[nodiscard]] DesiredInterface describeLocalPort(const ObservedState& host,
                                                 const BridgeName& bridge,
                                                 const std::optional<InterfaceName>& uplink);

}  // namespace pointsman::propose
