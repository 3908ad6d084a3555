// SPDX-License-Identifier: Apache-2.0
#include "plan/ovs_lookup.h"

#include <string_view>

#include "plan/step.h"

namespace pointsman::plan {

std::optional<MacAddress> orderedMac(const OvsConfig& ovs, const InterfaceName& name) {
  const auto place = findPlace(ovs, name);
  if (!place) return std::nullopt;
  return orderedMac(*place->bridge, *place->bridgeName, name, *place->interface);
}

std::optional<std::uint32_t> orderedMtu(const OvsConfig& ovs, const InterfaceName& name) {
  const auto place = findPlace(ovs, name);
  return place ? place->interface->mtuRequest : std::nullopt;
}

bool sameDatapath(const OvsBridgeConfig& left, const OvsBridgeConfig& right) {
  const auto effective = [](const OvsBridgeConfig& bridge) {
    return bridge.datapathType.empty() ? kOvsSystem : std::string_view(bridge.datapathType);
  };
  return effective(left) == effective(right);
}

OvsBridgeConfig withoutPorts(OvsBridgeConfig bridge) {
  bridge.ports.clear();
  return bridge;
}

OvsPortConfig withoutInterfaces(OvsPortConfig port) {
  port.interfaces.clear();
  return port;
}

}  // namespace pointsman::plan
