// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "document/describe_parts.h"
#include "document/ovs_bridge_section.h"

namespace pointsman::document {

namespace {

// NetworkManager's mark on the rows it makes.
constexpr std::string_view kNetworkManagerKey = "NM.connection.uuid";

// A map of a row, when there is something to say. The marks by which owners know their rows are not
// the user's business; plan/ keeps them.
std::optional<StringMap> describeMap(const StringMap& map) {
  StringMap shown = map;
  for (const std::string_view mark : {kOwnerKey, kNetworkManagerKey})
    shown.erase(std::string(mark));
  if (shown.empty()) return std::nullopt;
  return shown;
}

std::optional<DesiredGlobalMap> describeGlobal(const StringMap& map) {
  DesiredGlobalMap shown;
  for (const auto& [key, value] : map) {
    if (key != kBridgeMappingsKey) shown.keys.emplace(key, value);
  }
  if (shown.keys.empty()) return std::nullopt;
  return shown;
}

Wish<DesiredPortVlan> describeVlan(const OvsPortVlan& vlan) {
  if (vlan == OvsPortVlan{}) return Keep{};
  DesiredPortVlan desired{.mode = vlan.effectiveMode()};
  switch (*desired.mode) {
    case VlanMode::Access:
      desired.tag = vlan.tag;
      break;
    case VlanMode::Trunk:
      // A tag means nothing on a trunk (ovs-vswitchd.conf.db(5), Port:tag).
      desired.trunks = vlan.trunks;
      break;
    case VlanMode::NativeUntagged:
      // nmstate's words for it, when they can say it.
      if (vlan.tag) desired.mode = VlanMode::Trunk;
      if (vlan.tag) desired.enableNative = true;
      [[fallthrough]];
    case VlanMode::NativeTagged:
      desired.tag = vlan.tag;
      desired.trunks = vlan.trunks;
      break;
  }
  return desired;
}

std::optional<std::string> describeBondMode(const OvsPortConfig& port) {
  if (port.bondMode) return port.bondMode;
  if (port.lacp == "active") return "lacp";
  return std::nullopt;
}

DesiredOvsPort describePort(const PortName& name, const OvsPortConfig& port) {
  DesiredOvsPort desired{.name = name, .vlan = describeVlan(port.vlan)};
  if (!port.isBond()) return desired;
  DesiredOvsBond& bond = desired.bond.emplace();
  bond.mode = describeBondMode(port);
  bond.members.emplace();
  for (const auto& [member, config] : port.interfaces) bond.members->push_back(member);
  if (port.bondUpdelay != 0) bond.updelay = port.bondUpdelay;
  if (port.bondDowndelay != 0) bond.downdelay = port.bondDowndelay;
  bond.maps = {describeMap(port.externalIds), describeMap(port.otherConfig)};
  return desired;
}

bool allFit(const std::set<std::string>& words, bool (*fits)(std::string_view)) {
  return !words.empty() && std::ranges::all_of(words, fits);
}

}  // namespace

OvsPlaces findOvsPlaces(const OvsConfig& ovs) {
  OvsPlaces places;
  for (const auto& [bridgeName, bridge] : ovs.bridges) {
    for (const auto& [portName, port] : bridge.ports) {
      for (const auto& [name, interface] : port.interfaces) {
        places.emplace(name, OvsPlace{&bridgeName, &interface});
      }
    }
  }
  return places;
}

void describePlace(const OvsPlace& place, DesiredInterface& desired) {
  desired.controller = place.bridge->text;
  desired.ovsMaps = {describeMap(place.interface->externalIds),
                     describeMap(place.interface->otherConfig)};
  desired.ofportRequest = place.interface->ofportRequest;
}

DesiredInterface describePortWithoutLink(const InterfaceName& name, const OvsPlace& place) {
  DesiredInterface desired{.name = name.text, .type = InterfaceType::OvsInterface};
  describePlace(place, desired);
  const OvsInterfaceConfig& interface = *place.interface;
  if (interface.type == kOvsSystem) {
    // Its device is gone. To ask for it would fail, and to leave it out would ask for an internal
    // port of that name.
    desired.type = InterfaceType::Unknown;
    desired.state = InterfaceState::Ignore;
  } else if (interface.type != kOvsInternal) {
    desired.kind = DesiredOvsInterface{interface.type, interface.options};
  }
  return desired;
}

DesiredInterface describeBridge(const BridgeName& name, const OvsBridgeConfig& bridge) {
  DesiredInterface desired{.name = name.text, .type = InterfaceType::OvsBridge};
  desired.ovsMaps = {describeMap(bridge.externalIds), describeMap(bridge.otherConfig)};
  DesiredOvsBridge& wish = desired.kind.emplace<DesiredOvsBridge>();
  wish.stp = bridge.stp;
  wish.rstp = bridge.rstp;
  wish.mcastSnooping = bridge.mcastSnooping;
  wish.failMode = Clear{};
  if (bridge.failMode) wish.failMode = *bridge.failMode;
  if (isDatapath(bridge.datapathType)) wish.datapath = bridge.datapathType;
  if (allFit(bridge.controllers, isControllerTarget)) wish.controllers = bridge.controllers;
  if (allFit(bridge.protocols, isOpenFlowVersion)) wish.protocols = bridge.protocols;
  wish.ports.emplace();
  for (const auto& [portName, port] : bridge.ports) {
    wish.ports->push_back(describePort(portName, port));
  }
  return desired;
}

void describeDatabase(const OvsConfig& ovs, DesiredState& desired) {
  DesiredOvsDb maps{describeGlobal(ovs.externalIds), describeGlobal(ovs.otherConfig)};
  if (maps != DesiredOvsDb{}) desired.ovsDb = std::move(maps);
  const auto mappings = ovs.externalIds.find(std::string(kBridgeMappingsKey));
  if (mappings == ovs.externalIds.end()) return;
  for (const auto& [localnet, bridge] : parseBridgeMappings(mappings->second)) {
    if (localnet.empty() || bridge.text.empty() || bridge.text.find(':') != std::string::npos)
      continue;
    desired.bridgeMappings.push_back({.localnet = localnet, .bridge = bridge});
  }
}

}  // namespace pointsman::document
