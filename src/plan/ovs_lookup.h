// SPDX-License-Identifier: Apache-2.0
// Where an interface stands in the OVS configuration, and what the database orders for its link.
// Internal to plan/.
#pragma once

#include <cstdint>
#include <optional>

#include "base/mac_address.h"
#include "model/names.h"
#include "model/ovs_config.h"

namespace pointsman::plan {

// Points into the configuration it was looked up in.
struct OvsPlace {
  const BridgeName* bridgeName = nullptr;
  const OvsBridgeConfig* bridge = nullptr;
  const PortName* portName = nullptr;
  const OvsPortConfig* port = nullptr;
  const OvsInterfaceConfig* interface = nullptr;

  // Whether it is the port that bears the bridge's name, which every bridge has.
  [[nodiscard]] bool isLocal() const { return bridgeName->text == portName->text; }
};

[[nodiscard]] std::optional<OvsPlace> findPlace(const OvsConfig& ovs, const InterfaceName& name);

[[nodiscard]] std::optional<MacAddress> orderedMac(const OvsConfig& ovs, const InterfaceName& name);
// Interface.mtu_request.
[[nodiscard]] std::optional<std::uint32_t> orderedMtu(const OvsConfig& ovs,
                                                      const InterfaceName& name);

// "" and "system" are one.
[[nodiscard]] bool sameDatapath(const OvsBridgeConfig& left, const OvsBridgeConfig& right);

// The row without what has steps of its own.
[[nodiscard]] OvsBridgeConfig withoutPorts(OvsBridgeConfig bridge);
[[nodiscard]] OvsPortConfig withoutInterfaces(OvsPortConfig port);

}  // namespace pointsman::plan
