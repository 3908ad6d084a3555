// SPDX-License-Identifier: Apache-2.0
#include "apply/settle_rows.h"

namespace pointsman::apply {

namespace {

OvsBridgeConfig* findBridge(ObservedState& host, const BridgeName& name) {
  const auto found = host.config.ovs.bridges.find(name);
  return found == host.config.ovs.bridges.end() ? nullptr : &found->second;
}

OvsPortConfig* findPort(ObservedState& host, const BridgeName& bridgeName, const PortName& name) {
  OvsBridgeConfig* bridge = findBridge(host, bridgeName);
  if (bridge == nullptr) return nullptr;
  const auto found = bridge->ports.find(name);
  return found == bridge->ports.end() ? nullptr : &found->second;
}

// Lays the change from 'before' to 'after' over a row. 'before' is null for a row that is added:
// then every column counts.
template <typename Row, typename... Columns>
void layColumns(Row& row, const Row* before, const Row& after, Columns Row::*... columns) {
  const auto lay = [&](auto column) {
    if (before == nullptr || before->*column != after.*column) row.*column = after.*column;
  };
  (lay(columns), ...);
}

template <typename Row>
void layMap(Row& row, const Row* before, const Row& after, StringMap Row::*column) {
  if (before != nullptr) {
    for (const auto& [key, value] : before->*column) {
      if (!(after.*column).contains(key)) (row.*column).erase(key);
    }
  }
  for (const auto& [key, value] : after.*column) {
    const bool same =
        before != nullptr && (before->*column).contains(key) && (before->*column).at(key) == value;
    if (!same) (row.*column).insert_or_assign(key, value);
  }
}

void layBridge(OvsBridgeConfig& row, const OvsBridgeConfig* before, const OvsBridgeConfig& after) {
  using Row = OvsBridgeConfig;
  layColumns(row, before, after, &Row::datapathType, &Row::failMode, &Row::stp, &Row::rstp,
             &Row::mcastSnooping, &Row::protocols, &Row::controllers);
  layMap(row, before, after, &Row::externalIds);
  layMap(row, before, after, &Row::otherConfig);
}

void layPort(OvsPortConfig& row, const OvsPortConfig* before, const OvsPortConfig& after) {
  using Row = OvsPortConfig;
  layColumns(row, before, after, &Row::vlan, &Row::bondMode, &Row::lacp, &Row::bondUpdelay,
             &Row::bondDowndelay);
  layMap(row, before, after, &Row::externalIds);
  layMap(row, before, after, &Row::otherConfig);
}

void layInterface(OvsInterfaceConfig& row, const OvsInterfaceConfig* before,
                  const OvsInterfaceConfig& after) {
  using Row = OvsInterfaceConfig;
  layColumns(row, before, after, &Row::type, &Row::mac, &Row::mtuRequest, &Row::ofportRequest);
  layMap(row, before, after, &Row::options);
  layMap(row, before, after, &Row::externalIds);
  layMap(row, before, after, &Row::otherConfig);
}

// ovs-vswitchd gives a link the MAC address and MTU that the database names, and only those.
void obey(ObservedState& host, const BridgeName& bridgeName, const InterfaceName& name) {
  const OvsBridgeConfig* bridge = findBridge(host, bridgeName);
  const OvsInterfaceConfig* row = findInterface(host.config.ovs, name);
  const auto link = host.config.links.find(name);
  if (bridge == nullptr || row == nullptr || link == host.config.links.end()) return;
  if (const auto mac = plan::orderedMac(*bridge, bridgeName, name, *row)) link->second.mac = mac;
  if (row->mtuRequest) link->second.mtu = *row->mtuRequest;
}

void addMember(ObservedState& host, const BridgeName& bridge, OvsPortConfig& port,
               const InterfaceName& name, const OvsInterfaceConfig& config) {
  const auto [row, fresh] = port.interfaces.emplace(name, config);
  if (!fresh) layInterface(row->second, nullptr, config);
  // Also where the link is there: whatever is set on it afterwards has steps of its own.
  if (config.type == kOvsInternal) {
    host.config.links.insert_or_assign(
        name, plan::freshInternalLink(*findBridge(host, bridge), bridge, name, config));
  }
  obey(host, bridge, name);
}

void removeMember(ObservedState& host, OvsPortConfig& port, const InterfaceName& name) {
  const auto row = port.interfaces.find(name);
  if (row == port.interfaces.end()) return;
  if (row->second.type == kOvsInternal) loseLink(host, name);
  port.interfaces.erase(row);
}

}  // namespace

void loseLink(ObservedState& host, const InterfaceName& name) {
  const auto leavesByIt = [&](const Route& route) { return route.device == name; };
  host.config.links.erase(name);
  host.facts.links.erase(name);
  std::erase_if(host.config.routes, leavesByIt);
  std::erase_if(host.facts.runningRoutes, leavesByIt);
}

void settleStep(ObservedState& host, const plan::AddBridge& step) {
  const auto [row, fresh] = host.config.ovs.bridges.emplace(step.bridge, step.settings);
  if (!fresh) layBridge(row->second, nullptr, step.settings);
}

void settleStep(ObservedState& host, const plan::RemoveBridge& step) {
  host.config.ovs.bridges.erase(step.bridge);
}

void settleStep(ObservedState& host, const plan::ChangeBridge& step) {
  OvsBridgeConfig* bridge = findBridge(host, step.bridge);
  if (bridge == nullptr) return;
  layBridge(*bridge, &step.before, step.after);
  // Bridge.other_config:hwaddr is an order for the local port.
  obey(host, step.bridge, InterfaceName(step.bridge.text));
}

void settleStep(ObservedState& host, const plan::AddPort& step) {
  OvsBridgeConfig* bridge = findBridge(host, step.bridge);
  if (bridge == nullptr) return;
  OvsPortConfig& port = bridge->ports[step.port];
  layPort(port, nullptr, step.config);
  for (const auto& [name, config] : step.config.interfaces) {
    addMember(host, step.bridge, port, name, config);
  }
}

void settleStep(ObservedState& host, const plan::RemovePort& step) {
  OvsPortConfig* port = findPort(host, step.bridge, step.port);
  if (port == nullptr) return;
  for (const auto& [name, config] : step.config.interfaces) removeMember(host, *port, name);
  findBridge(host, step.bridge)->ports.erase(step.port);
}

void settleStep(ObservedState& host, const plan::ChangePort& step) {
  OvsPortConfig* port = findPort(host, step.bridge, step.port);
  if (port != nullptr) layPort(*port, &step.before, step.after);
}

void settleStep(ObservedState& host, const plan::AddPortMember& step) {
  OvsPortConfig* port = findPort(host, step.bridge, step.port);
  if (port != nullptr) addMember(host, step.bridge, *port, step.interface, step.config);
}

void settleStep(ObservedState& host, const plan::RemovePortMember& step) {
  OvsPortConfig* port = findPort(host, step.bridge, step.port);
  if (port != nullptr) removeMember(host, *port, step.interface);
}

void settleStep(ObservedState& host, const plan::ChangeOvsInterface& step) {
  OvsPortConfig* port = findPort(host, step.bridge, step.port);
  if (port == nullptr) return;
  const auto row = port->interfaces.find(step.interface);
  if (row == port->interfaces.end()) return;
  layInterface(row->second, &step.before, step.after);
  obey(host, step.bridge, step.interface);
}

void settleStep(ObservedState& host, const plan::ChangeOvsKey& step) {
  StringMap& map = step.column == plan::OvsColumn::ExternalIds ? host.config.ovs.externalIds
                                                               : host.config.ovs.otherConfig;
  if (step.after) {
    map.insert_or_assign(step.key, *step.after);
  } else {
    map.erase(step.key);
  }
}

}  // namespace pointsman::apply
