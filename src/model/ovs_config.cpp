// SPDX-License-Identifier: Apache-2.0
#include "model/ovs_config.h"

#include <array>
#include <utility>

#include "base/str_cat.h"

namespace pointsman {

namespace {

constexpr std::array<std::pair<VlanMode, std::string_view>, 4> kVlanModes = {{
    {VlanMode::Access, "access"},
    {VlanMode::Trunk, "trunk"},
    {VlanMode::NativeTagged, "native-tagged"},
    {VlanMode::NativeUntagged, "native-untagged"},
}};

bool hasNameOfItsInterface(const PortName& name, const OvsPortConfig& port) {
  return !port.interfaces.empty() && port.interfaces.begin()->first.text == name.text;
}

}  // namespace

std::optional<OvsPlace> findPlace(const OvsConfig& ovs, const InterfaceName& name) {
  // A port is called like its interface unless it is a bond: looked up by that name first, since
  // callers ask for each of thousands of ports in turn.
  const PortName sameName{name.text};
  const auto placeIn = [&](const auto& bridge, const auto& port) -> std::optional<OvsPlace> {
    const auto found = port.second.interfaces.find(name);
    if (found == port.second.interfaces.end()) return std::nullopt;
    return OvsPlace{&bridge.first, &bridge.second, &port.first, &port.second, &found->second};
  };
  for (const auto& bridge : ovs.bridges) {
    const auto port = bridge.second.ports.find(sameName);
    if (port == bridge.second.ports.end()) continue;
    if (const auto place = placeIn(bridge, *port)) return place;
  }
  for (const auto& bridge : ovs.bridges) {
    for (const auto& port : bridge.second.ports) {
      if (!port.second.isBond() && hasNameOfItsInterface(port.first, port.second)) continue;
      if (const auto place = placeIn(bridge, port)) return place;
    }
  }
  return std::nullopt;
}

const BridgeName* bridgeHolding(const OvsConfig& ovs, const InterfaceName& name) {
  const auto place = findPlace(ovs, name);
  return place ? place->bridgeName : nullptr;
}

const OvsInterfaceConfig* findInterface(const OvsConfig& ovs, const InterfaceName& name) {
  const auto place = findPlace(ovs, name);
  return place ? place->interface : nullptr;
}

std::string_view toString(VlanMode mode) {
  for (const auto& [value, text] : kVlanModes) {
    if (value == mode) return text;
  }
  return "trunk";
}

std::optional<VlanMode> findVlanMode(std::string_view text) {
  for (const auto& [value, word] : kVlanModes) {
    if (word == text) return value;
  }
  return std::nullopt;
}

std::map<std::string, BridgeName> parseBridgeMappings(std::string_view text) {
  std::map<std::string, BridgeName> mappings;
  while (!text.empty()) {
    const std::string_view entry = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), entry.size() + 1));
    const auto colon = entry.find(':');
    if (colon == std::string_view::npos) continue;
    mappings.insert_or_assign(std::string(entry.substr(0, colon)),
                              BridgeName(entry.substr(colon + 1)));
  }
  return mappings;
}

std::string printBridgeMappings(const std::map<std::string, BridgeName>& mappings) {
  std::string text;
  for (const auto& [localnet, bridge] : mappings) {
    strAppend(text, text.empty() ? "" : ",", localnet, ":", bridge);
  }
  return text;
}

}  // namespace pointsman
