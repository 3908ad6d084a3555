// SPDX-License-Identifier: Apache-2.0
// Ports of bonds, linux bridges and VRFs, and `controller:`.
#include <algorithm>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "plan/merge.h"
#include "plan/ovs_lookup.h"

namespace pointsman::plan {

namespace {

void release(LinkConfig& link) {
  link.controller.reset();
  link.bridgePort.reset();
  link.bondPort.reset();
}

void attach(Merge& merge, const InterfaceName& controller, const InterfaceName& name) {
  LinkConfig* link = merge.findLink(name);
  if (link == nullptr) return;  // a rule has complained
  removeFromOvs(merge, name);
  link = merge.findLink(name);
  if (link == nullptr || link->controller == controller) return;
  release(*link);
  link->controller = controller;
}

// The list replaces the one in force; ignored links stay where they are.
void replacePorts(Merge& merge, const InterfaceName& controller,
                  const std::vector<InterfaceName>& ports) {
  for (auto& [name, link] : merge.target.links) {
    const bool listed = std::ranges::find(ports, name) != ports.end();
    if (link.controller == controller && !listed && !merge.ignored.contains(name)) release(link);
  }
  for (const InterfaceName& name : ports) attach(merge, controller, name);
}

BridgePortVlan mergedVlan(const DesiredPortVlan& wish) {
  BridgePortVlan vlan;
  vlan.trunk = wish.mode.value_or(VlanMode::Access) != VlanMode::Access;
  vlan.tag = wish.tag;
  if (wish.trunks) vlan.trunks = *wish.trunks;
  return vlan;
}

void mergeBridgePorts(Merge& merge, const InterfaceName& controller,
                      const std::vector<DesiredLinuxBridgePort>& ports) {
  std::vector<InterfaceName> names;
  for (const DesiredLinuxBridgePort& port : ports) names.push_back(port.name);
  replacePorts(merge, controller, names);
  for (const DesiredLinuxBridgePort& port : ports) {
    LinkConfig* link = merge.findLink(port.name);
    if (link == nullptr) continue;
    BridgePort settings = link->bridgePort.value_or(BridgePort{});
    if (port.hairpin) settings.hairpin = port.hairpin;
    if (port.pathCost) settings.pathCost = port.pathCost;
    if (port.priority) settings.priority = port.priority;
    if (isCleared(port.vlan)) settings.vlan.reset();
    if (const auto* vlan = wishedValue(port.vlan)) settings.vlan = mergedVlan(*vlan);
    if (settings != BridgePort{} || link->bridgePort) link->bridgePort = settings;
  }
}

void mergeBondPorts(Merge& merge, const InterfaceName& controller, const DesiredBond& bond) {
  if (bond.ports) replacePorts(merge, controller, *bond.ports);
  for (const DesiredBondPort& port : bond.portSettings) {
    LinkConfig* link = merge.findLink(port.name);
    if (link == nullptr || link->controller != controller) continue;
    BondPort settings = link->bondPort.value_or(BondPort{});
    if (port.settings.priority) settings.priority = port.settings.priority;
    if (port.settings.queueId) settings.queueId = port.settings.queueId;
    link->bondPort = settings;
  }
}

void mergeWishedController(Merge& merge, const Subject& subject) {
  LinkConfig* link = merge.findLink(subject.name);
  if (isCleared(subject.entry->controller)) {
    if (link != nullptr) release(*link);
    const auto place = findPlace(merge.target.ovs, subject.name);
    if (place && !place->isLocal()) removeFromOvs(merge, subject.name);
    return;
  }
  const std::string* wish = wishedValue(subject.entry->controller);
  if (wish == nullptr) return;
  const BridgeName bridge(*wish);
  // An OVS bridge is meant before the internal port of the same name, which controls nothing.
  if (!merge.target.ovs.bridges.contains(bridge)) {
    attach(merge, InterfaceName(*wish), subject.name);
    return;
  }
  const BridgeName* present = bridgeHolding(merge.target.ovs, subject.name);
  if (present == nullptr || *present != bridge) attachToBridge(merge, bridge, subject.name);
}

std::vector<std::string> addressesOf(const ObservedState& observed, const InterfaceName& name) {
  std::vector<std::string> texts;
  const auto link = observed.config.links.find(name);
  if (link == observed.config.links.end()) return texts;
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    for (const Address& address : link->second.ip(family).addresses) {
      texts.push_back(toString(address.prefix));
    }
  }
  const auto facts = observed.facts.links.find(name);
  if (facts == observed.facts.links.end()) return texts;
  for (const Address& address : facts->second.dynamicAddresses) {
    if (!address.prefix.address.isLinkLocal()) texts.push_back(toString(address.prefix));
  }
  return texts;
}

// Whether the document itself says what becomes of the link's addresses.
bool speaksOfIp(const Subject* subject) {
  return subject != nullptr && (subject->entry->ipv4 || subject->entry->ipv6);
}

}  // namespace

bool isPort(const HostConfig& config, const InterfaceName& name) {
  const OvsInterfaceConfig* row = findInterface(config.ovs, name);
  if (row != nullptr && row->type == kOvsSystem) return true;
  const auto link = config.links.find(name);
  if (link == config.links.end() || !link->second.controller) return false;
  const auto controller = config.links.find(*link->second.controller);
  return controller == config.links.end() ||
         !std::holds_alternative<VrfLink>(controller->second.kind);
}

void mergeControllers(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.up()) continue;
    std::visit(Overloaded{
                   [&](const DesiredBond& bond) { mergeBondPorts(merge, subject.name, bond); },
                   [&](const DesiredLinuxBridge& bridge) {
                     if (bridge.ports) mergeBridgePorts(merge, subject.name, *bridge.ports);
                   },
                   [&](const DesiredVrf& vrf) {
                     if (vrf.ports) replacePorts(merge, subject.name, *vrf.ports);
                   },
                   [](const auto&) {},
               },
               subject.entry->kind);
  }
  for (const Subject& subject : merge.subjects) {
    if (subject.up()) mergeWishedController(merge, subject);
  }
}

// nmstate forbids to ask for IP on a port, and drops what is there when a link becomes one.
void dropIpOfNewPorts(Merge& merge) {
  for (auto& [name, link] : merge.target.links) {
    if (!isPort(merge.target, name) || isPort(merge.observed.config, name)) continue;
    const Subject* subject = merge.findSubject(name);
    stripIp(link);
    if (subject == nullptr || subject->up()) link.up = true;
    const auto addresses = addressesOf(merge.observed, name);
    if (addresses.empty() || speaksOfIp(subject)) continue;
    merge.findings.warn(
        subject == nullptr ? "interfaces" : subject->path(),
        strCat("interface ", name, " becomes a port and loses ", strJoin(addresses, ", ")),
        strCat("to say that it is meant, list ", name, " with ipv4 and ipv6 enabled: false"));
  }
}

}  // namespace pointsman::plan
