// SPDX-License-Identifier: Apache-2.0
#include "propose/bridge_uplink.h"

#include <vector>

namespace pointsman::propose {

std::optional<InterfaceName> findBridgeUplink(const OvsConfig& ovs, const BridgeName& bridge) {
  const auto found = ovs.bridges.find(bridge);
  if (found == ovs.bridges.end()) return std::nullopt;
  std::vector<InterfaceName> systems;
  for (const auto& [portName, port] : found->second.ports) {
    for (const auto& [name, row] : port.interfaces) {
      if (row.type == kOvsSystem) systems.push_back(name);
    }
  }
  if (systems.size() == 1) return systems.front();
  const auto named = found->second.externalIds.find("bridge-uplink");
  if (named == found->second.externalIds.end()) return std::nullopt;
  const InterfaceName uplink{named->second};
  const BridgeName* holder = bridgeHolding(ovs, uplink);
  if (holder == nullptr || *holder != bridge) return std::nullopt;
  return uplink;
}

}  // namespace pointsman::propose
