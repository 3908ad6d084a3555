// SPDX-License-Identifier: Apache-2.0
// OVS bridges and their port lists.
#include <algorithm>

#include "base/str_cat.h"
#include "plan/merge.h"
#include "plan/ovs_lookup.h"

namespace pointsman::plan {

namespace {

// What ovn-controller writes on the patch ports it makes (controller/patch.c).
bool isMadeByOvn(const OvsPortConfig& port) {
  return std::ranges::any_of(port.externalIds,
                             [](const auto& entry) { return entry.first.starts_with("ovn-"); });
}

bool isPatch(const OvsPortConfig& port) {
  return std::ranges::all_of(port.interfaces,
                             [](const auto& entry) { return entry.second.type == kOvsPatch; });
}

// Which rows a name may be the interface of, in the order of who knows best: the document, the
// host's database, the kernel. A name nobody knows is an internal port to be made.
OvsInterfaceConfig rowFor(const Merge& merge, const InterfaceName& name) {
  const OvsInterfaceConfig* known = findInterface(merge.target.ovs, name);
  if (known == nullptr) known = findInterface(merge.observed.config.ovs, name);
  const Subject* subject = merge.findSubject(name);
  if (subject != nullptr && subject->up()) {
    const bool ofOvs = subject->type == InterfaceType::OvsInterface;
    if (known != nullptr && (known->type != kOvsSystem) == ofOvs) return *known;
    OvsInterfaceConfig row{.type = std::string(ofOvs ? kOvsInternal : kOvsSystem)};
    if (const auto* wish = std::get_if<DesiredOvsInterface>(&subject->entry->kind)) {
      row.type = wish->type.value_or(row.type);
    }
    markOwned(row.externalIds);
    return row;
  }
  if (known != nullptr) return *known;
  OvsInterfaceConfig row;
  if (merge.findLink(name) == nullptr) row.type = kOvsInternal;
  markOwned(row.externalIds);
  return row;
}

// The row, and the device of an internal port that is made or moved.
void placeInterface(Merge& merge, const BridgeName& bridge, const PortName& port,
                    const InterfaceName& name, OvsInterfaceConfig row) {
  const bool internal = row.type == kOvsInternal;
  merge.target.ovs.bridges.at(bridge).ports[port].interfaces.insert_or_assign(name, std::move(row));
  if (!internal || merge.target.links.contains(name)) return;
  const auto before = merge.observed.config.links.find(name);
  const bool moved = before != merge.observed.config.links.end() &&
                     std::holds_alternative<OvsInternalLink>(before->second.kind);
  if (moved) {
    merge.target.links.emplace(name, before->second);
    return;
  }
  merge.target.links.emplace(name, LinkConfig{.kind = OvsInternalLink{}, .up = true});
  merge.fresh.insert(name);
}

// Takes an interface out of the port it is in, without treating it as lost.
void takeOut(Merge& merge, const InterfaceName& name) {
  const auto place = findPlace(merge.target.ovs, name);
  if (!place) return;
  auto& ports = merge.target.ovs.bridges.at(*place->bridgeName).ports;
  const PortName port = *place->portName;
  ports.at(port).interfaces.erase(name);
  if (ports.at(port).interfaces.empty()) ports.erase(port);
}

void leaveKernelController(Merge& merge, const InterfaceName& name) {
  LinkConfig* link = merge.findLink(name);
  if (link == nullptr) return;
  link->controller.reset();
  link->bridgePort.reset();
  link->bondPort.reset();
}

void addInterface(Merge& merge, const BridgeName& bridge, const PortName& port,
                  const InterfaceName& name) {
  const auto place = findPlace(merge.target.ovs, name);
  if (place && *place->bridgeName == bridge && *place->portName == port) return;
  OvsInterfaceConfig row = rowFor(merge, name);
  takeOut(merge, name);
  if (row.type == kOvsSystem) leaveKernelController(merge, name);
  auto [added, isNew] = merge.target.ovs.bridges.at(bridge).ports.try_emplace(port);
  if (isNew) markOwned(added->second.externalIds);
  placeInterface(merge, bridge, port, name, std::move(row));
}

void mergeBond(Merge& merge, const BridgeName& bridge, const DesiredOvsPort& wish) {
  const DesiredOvsBond& bond = *wish.bond;
  if (bond.members) {
    for (const InterfaceName& member : *bond.members) {
      addInterface(merge, bridge, wish.name, member);
    }
  }
  auto& ports = merge.target.ovs.bridges.at(bridge).ports;
  if (!ports.contains(wish.name)) return;  // a bond without members: a rule has complained
  if (bond.members) {
    const std::map<InterfaceName, OvsInterfaceConfig> present = ports.at(wish.name).interfaces;
    for (const auto& [name, row] : present) {
      const bool listed = std::ranges::find(*bond.members, name) != bond.members->end();
      if (!listed && !merge.ignored.contains(name)) removeFromOvs(merge, name);
    }
  }
  OvsPortConfig& port = ports.at(wish.name);
  if (bond.mode) {
    const bool lacpOnly = *bond.mode == "lacp";
    port.bondMode = lacpOnly ? std::nullopt : bond.mode;
    port.lacp = lacpOnly || *bond.mode == "balance-tcp" ? "active" : "off";
  }
  if (bond.updelay) port.bondUpdelay = *bond.updelay;
  if (bond.downdelay) port.bondDowndelay = *bond.downdelay;
}

void mergePort(Merge& merge, const BridgeName& bridge, const DesiredOvsPort& wish) {
  const auto& ports = merge.target.ovs.bridges.at(bridge).ports;
  const auto present = ports.find(wish.name);
  const bool staysBond = present != ports.end() && present->second.isBond();
  if (wish.bond) {
    mergeBond(merge, bridge, wish);
  } else if (!staysBond) {
    addInterface(merge, bridge, wish.name, InterfaceName(wish.name.text));
  }
  const auto found = ports.find(wish.name);
  if (found == ports.end()) return;
  OvsPortVlan& vlan = merge.target.ovs.bridges.at(bridge).ports.at(wish.name).vlan;
  if (isCleared(wish.vlan)) vlan = {};
  const auto* wished = wishedValue(wish.vlan);
  if (wished == nullptr) return;
  const OvsPortVlan resolved = resolveVlan(*wished);
  // `ovs-vsctl add-port br p tag=5` leaves the mode out and means access: no reason to touch it.
  const bool same = resolved.effectiveMode() == vlan.effectiveMode() && resolved.tag == vlan.tag &&
                    resolved.trunks == vlan.trunks;
  if (!same) vlan = resolved;
}

bool survivesOmission(const Merge& merge, const BridgeName& bridge, const DesiredOvsBridge& wish,
                      const PortName& name, const OvsPortConfig& port) {
  // ovs-vswitchd makes up a local port when there is no row for it, so there always is one.
  if (name.text == bridge.text) return true;
  if (isPatch(port) && (isMadeByOvn(port) || wish.allowExtraPatchPorts.value_or(false))) {
    return true;
  }
  return std::ranges::any_of(
      port.interfaces, [&](const auto& entry) { return merge.ignored.contains(entry.first); });
}

void replacePorts(Merge& merge, const BridgeName& bridge, const DesiredOvsBridge& wish) {
  for (const DesiredOvsPort& port : *wish.ports) mergePort(merge, bridge, port);
  const auto present = merge.target.ovs.bridges.at(bridge).ports;
  for (const auto& [name, port] : present) {
    const bool listed =
        std::ranges::find(*wish.ports, name, &DesiredOvsPort::name) != wish.ports->end();
    if (listed || survivesOmission(merge, bridge, wish, name, port)) continue;
    for (const auto& [member, row] : port.interfaces) removeFromOvs(merge, member);
  }
}

// A local port that an explicit list leaves out keeps its row but not its configuration.
void clearUnlistedLocalPort(Merge& merge, const BridgeName& bridge, const DesiredOvsBridge& wish) {
  const InterfaceName local(bridge.text);
  const bool listed = std::ranges::find(*wish.ports, PortName(bridge.text),
                                        &DesiredOvsPort::name) != wish.ports->end();
  const Subject* subject = merge.findSubject(local);
  LinkConfig* link = merge.findLink(local);
  if (listed || wish.ports->empty() || link == nullptr) return;
  if (subject != nullptr && subject->up()) return;
  if (merge.ignored.contains(local)) return;
  const bool hadAddresses = !link->ipv4.addresses.empty() || !link->ipv6.addresses.empty();
  if (hadAddresses) {
    merge.findings.warn("interfaces",
                        strCat("bridge ", bridge, ": its port list leaves out ", local,
                               ", which loses its addresses"),
                        strCat("add a port ", local, " to the list to keep them"));
  }
  stripIp(*link);
  link->up = false;
}

void mergeOptions(OvsBridgeConfig& bridge, const DesiredOvsBridge& wish) {
  if (wish.stp) bridge.stp = *wish.stp;
  if (wish.rstp) bridge.rstp = *wish.rstp;
  if (wish.mcastSnooping) bridge.mcastSnooping = *wish.mcastSnooping;
  if (isCleared(wish.failMode)) bridge.failMode.reset();
  if (const auto* mode = wishedValue(wish.failMode)) bridge.failMode = *mode;
  if (wish.controllers) bridge.controllers = *wish.controllers;
  if (wish.protocols) bridge.protocols = *wish.protocols;
  if (!wish.datapath) return;
  OvsBridgeConfig wanted = bridge;
  wanted.datapathType = *wish.datapath;
  if (!sameDatapath(bridge, wanted)) bridge.datapathType = *wish.datapath;
}

void mergeBridge(Merge& merge, const Subject& subject) {
  const BridgeName name(subject.name.text);
  auto& bridges = merge.target.ovs.bridges;
  const bool isNew = !bridges.contains(name);
  if (isNew) {
    OvsBridgeConfig bridge{.datapathType = merge.observed.facts.ovs.defaultDatapath};
    markOwned(bridge.externalIds);
    bridges.emplace(name, std::move(bridge));
    addInterface(merge, name, PortName(name.text), subject.name);
  }
  const auto* wish = std::get_if<DesiredOvsBridge>(&subject.entry->kind);
  if (wish == nullptr) return;
  mergeOptions(bridges.at(name), *wish);
  if (!wish->ports) return;
  replacePorts(merge, name, *wish);
  clearUnlistedLocalPort(merge, name, *wish);
}

}  // namespace

void markOwned(StringMap& externalIds) {
  externalIds.insert_or_assign(std::string(kOwnerKey), "pointsman");
}

OvsPortVlan resolveVlan(const DesiredPortVlan& wish) {
  OvsPortVlan vlan;
  const bool trunk = wish.trunks && !wish.trunks->empty();
  vlan.mode = wish.mode.value_or(wish.tag && !trunk ? VlanMode::Access : VlanMode::Trunk);
  // OVS wants no tag on a plain trunk; trunk with a native VLAN is a mode of its own
  // (ovs-vswitchd.conf.db(5), Port: vlan_mode).
  if (*vlan.mode == VlanMode::Trunk && wish.enableNative.value_or(false)) {
    vlan.mode = VlanMode::NativeUntagged;
  }
  if (*vlan.mode != VlanMode::Trunk) vlan.tag = wish.tag;
  if (*vlan.mode != VlanMode::Access && wish.trunks) vlan.trunks = *wish.trunks;
  return vlan;
}

void attachToBridge(Merge& merge, const BridgeName& bridge, const InterfaceName& name) {
  addInterface(merge, bridge, PortName(name.text), name);
}

void mergeBridges(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (subject.up() && subject.type == InterfaceType::OvsBridge) mergeBridge(merge, subject);
  }
}

}  // namespace pointsman::plan
