// SPDX-License-Identifier: Apache-2.0
// The OVSDB transaction of a plan. OVSDB itself does not mind the order of operations in a
// transaction; this one is chosen so that names are free when they are used again, as a host
// that executes step by step needs.
#include "plan/ovs_lookup.h"
#include "plan/planner.h"

namespace pointsman::plan {

namespace {

const OvsBridgeConfig* findBridge(const OvsConfig& ovs, const BridgeName& name) {
  const auto found = ovs.bridges.find(name);
  return found == ovs.bridges.end() ? nullptr : &found->second;
}

const OvsPortConfig* findPort(const OvsBridgeConfig* bridge, const PortName& name) {
  if (bridge == nullptr) return nullptr;
  const auto found = bridge->ports.find(name);
  return found == bridge->ports.end() ? nullptr : &found->second;
}

void removeMembers(Planner& planner, const BridgeName& bridgeName, const PortName& portName,
                   const OvsPortConfig& wanted, Devices devices) {
  const OvsPortConfig& port = planner.before.ovs.bridges.at(bridgeName).ports.at(portName);
  for (const auto& [member, interface] : port.interfaces) {
    const auto found = wanted.interfaces.find(member);
    if (found == wanted.interfaces.end() || !interfaceStays(interface, found->second, devices)) {
      planner.writer.removePortMember(bridgeName, portName, member);
    }
  }
}

void removePorts(Planner& planner) {
  for (const auto& [bridgeName, bridge] : planner.before.ovs.bridges) {
    const OvsBridgeConfig* wantedBridge = findBridge(planner.after.ovs, bridgeName);
    for (const auto& [portName, port] : bridge.ports) {
      const OvsPortConfig* wanted = findPort(wantedBridge, portName);
      if (wanted == nullptr || !portStays(port, *wanted, devicesOf(bridge, *wantedBridge))) {
        planner.writer.removePort(bridgeName, portName);
      } else {
        removeMembers(planner, bridgeName, portName, *wanted, devicesOf(bridge, *wantedBridge));
      }
    }
    if (wantedBridge == nullptr) planner.writer.removeBridge(bridgeName);
  }
}

void addPorts(Planner& planner, const BridgeName& bridgeName, const OvsBridgeConfig& bridge) {
  StepWriter& writer = planner.writer;
  for (const auto& [portName, port] : bridge.ports) {
    const OvsPortConfig* present = findPort(findBridge(writer.now().ovs, bridgeName), portName);
    if (present == nullptr) {
      writer.addPort(bridgeName, portName, port);
      continue;
    }
    writer.changePort(bridgeName, portName, port);
    for (const auto& [member, interface] : port.interfaces) {
      if (present->interfaces.contains(member)) {
        writer.changeInterface(bridgeName, portName, member, interface);
      } else {
        writer.addPortMember(bridgeName, portName, member, interface);
      }
    }
  }
}

void changeKeys(Planner& planner, OvsColumn column, const StringMap& before,
                const StringMap& after) {
  for (const auto& [key, value] : before) {
    if (!after.contains(key)) planner.writer.changeKey(column, key, std::nullopt);
  }
  for (const auto& [key, value] : after) planner.writer.changeKey(column, key, value);
}

}  // namespace

void changeOvs(Planner& planner) {
  const OvsConfig& after = planner.after.ovs;
  removePorts(planner);
  for (const auto& [name, bridge] : after.bridges) {
    if (planner.before.ovs.bridges.contains(name)) {
      planner.writer.changeBridge(name, bridge);
    } else {
      planner.writer.addBridge(name, bridge);
    }
  }
  for (const auto& [name, bridge] : after.bridges) addPorts(planner, name, bridge);
  changeKeys(planner, OvsColumn::ExternalIds, planner.before.ovs.externalIds, after.externalIds);
  changeKeys(planner, OvsColumn::OtherConfig, planner.before.ovs.otherConfig, after.otherConfig);
}

}  // namespace pointsman::plan
