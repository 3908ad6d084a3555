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

}  // namespace

const BridgeName* bridgeHolding(const OvsConfig& ovs, const InterfaceName& name) {
  for (const auto& [bridgeName, bridge] : ovs.bridges) {
    for (const auto& [portName, port] : bridge.ports) {
      if (port.interfaces.contains(name)) return &bridgeName;
    }
  }
  return nullptr;
}

const OvsInterfaceConfig* findInterface(const OvsConfig& ovs, const InterfaceName& name) {
  for (const auto& [bridgeName, bridge] : ovs.bridges) {
    for (const auto& [portName, port] : bridge.ports) {
      const auto found = port.interfaces.find(name);
      if (found != port.interfaces.end()) return &found->second;
    }
  }
  return nullptr;
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
