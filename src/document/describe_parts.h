// SPDX-License-Identifier: Apache-2.0
// The parts of describe() that are not kernel links: Open vSwitch, routes and the host itself.
#pragma once

#include <map>

#include "model/desired_state.h"
#include "model/host_config.h"

namespace pointsman::document {

// Where an interface stands in the database.
struct OvsPlace {
  const BridgeName* bridge = nullptr;
  const OvsInterfaceConfig* interface = nullptr;
};
using OvsPlaces = std::map<InterfaceName, OvsPlace>;
[[nodiscard]] OvsPlaces findOvsPlaces(const OvsConfig& ovs);

// Adds what the database says of a link that is a port: its bridge, and its row.
void describePlace(const OvsPlace& place, DesiredInterface& desired);
// A patch or tunnel port; or a port whose device is missing.
[[nodiscard]] DesiredInterface describePortWithoutLink(const InterfaceName& name,
                                                       const OvsPlace& place);
[[nodiscard]] DesiredInterface describeBridge(const BridgeName& name,
                                              const OvsBridgeConfig& bridge);
// `ovs-db:` and `ovn:`.
void describeDatabase(const OvsConfig& ovs, DesiredState& desired);

// Whether `routes.config` can ask for it.
[[nodiscard]] bool isExpressible(const Route& route);
[[nodiscard]] DesiredRoute describeRoute(const Route& route);
[[nodiscard]] DesiredRule describeRule(const Rule& rule);
[[nodiscard]] DesiredResolver describeResolver(const ResolverConfig& resolver);
[[nodiscard]] DesiredHostname describeHostname(const HostConfig& host);

}  // namespace pointsman::document
