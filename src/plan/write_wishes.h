// SPDX-License-Identifier: Apache-2.0
// Wishes that bring one configuration about where another is in force: the reverse of merging.
// Internal to plan/.
#pragma once

#include <optional>
#include <set>

#include "model/desired_state.h"
#include "model/host_config.h"

namespace pointsman::plan {

// The entry that makes bridge 'name' what it is in 'wanted', naming only what differs in 'present';
// empty when nothing does. Requires that 'wanted' has it.
[[nodiscard]] std::optional<DesiredInterface> wishForBridge(const BridgeName& name,
                                                            const HostConfig& wanted,
                                                            const HostConfig& present);
// The same for a kernel device, or an OVS interface that has none.
[[nodiscard]] std::optional<DesiredInterface> wishForInterface(const InterfaceName& name,
                                                               const HostConfig& wanted,
                                                               const HostConfig& present);
// Every kernel device, and every OVS interface without one.
[[nodiscard]] std::set<InterfaceName> interfacesOf(const HostConfig& config);

[[nodiscard]] DesiredRoute wishFor(const Route& route);
[[nodiscard]] DesiredRule wishFor(const Rule& rule);

}  // namespace pointsman::plan
