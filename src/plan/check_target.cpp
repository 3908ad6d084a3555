// SPDX-License-Identifier: Apache-2.0
// Rules about the outcome: what the host would look like.
#include <algorithm>
#include <map>

#include "base/str_cat.h"
#include "plan/check.h"
#include "plan/ovs_lookup.h"

namespace pointsman::plan {

namespace {

constexpr std::uint32_t kLeastIpv6Mtu = 1280;  // RFC 8200, 5
constexpr std::size_t kDeepestNesting = 4;

std::string baseKey(InterfaceType type) {
  return type == InterfaceType::IpVlan ? "ipvlan.base-iface" : strCat(type, ".base-iface");
}

// What a link is a port of, whether in the kernel or in OVS.
std::optional<std::string> controllerOf(const HostConfig& config, const InterfaceName& name) {
  const BridgeName* bridge = bridgeHolding(config.ovs, name);
  if (bridge != nullptr && bridge->text != name.text) return bridge->text;
  const auto link = config.links.find(name);
  if (link == config.links.end() || !link->second.controller) return std::nullopt;
  return link->second.controller->text;
}

// Whether the document says how large the link shall be.
const Subject* findMtuWish(const Merge& merge, const InterfaceName& name) {
  const Subject* subject = merge.findSubject(name);
  return subject != nullptr && subject->up() && subject->entry->mtu ? subject : nullptr;
}

void checkLimits(Merge& merge, const Subject& subject, std::uint32_t mtu) {
  const auto facts = merge.observed.facts.links.find(subject.name);
  if (facts == merge.observed.facts.links.end()) return;
  const auto& [least, most] = std::pair(facts->second.minMtu, facts->second.maxMtu);
  // The kernel reports 0 for no upper limit.
  const bool fits = mtu >= least.value_or(0) && (most.value_or(0) == 0 || mtu <= *most);
  if (fits) return;
  merge.findings.error(subject.path("mtu"),
                       strCat("interface ", subject.name, ": wanted MTU ", mtu,
                              ", the device takes ", least.value_or(0), " to ", most.value_or(0)),
                       "choose a value in that range");
}

void checkLinkMtu(Merge& merge, const Subject& subject) {
  const LinkConfig* link = merge.findLink(subject.name);
  if (link == nullptr) return;
  if (subject.entry->mtu) checkLimits(merge, subject, *subject.entry->mtu);
  const bool touched = subject.entry->mtu || subject.entry->ipv6;
  if (touched && link->ipv6.enabled && link->mtu < kLeastIpv6Mtu) {
    merge.findings.error(subject.path("mtu"),
                         strCat("interface ", subject.name, ": MTU ", link->mtu,
                                " is too small for IPv6, which needs ", kLeastIpv6Mtu),
                         "raise the MTU, or disable ipv6");
  }
  const auto* vlan = std::get_if<VlanLink>(&link->kind);
  const LinkConfig* base = vlan == nullptr ? nullptr : merge.findLink(vlan->base);
  if (base != nullptr && link->mtu > base->mtu) {
    merge.findings.error(subject.path("mtu"),
                         strCat("VLAN ", subject.name, ": wanted MTU ", link->mtu, ", its base ",
                                vlan->base, " has ", base->mtu),
                         strCat("raise the MTU of ", vlan->base));
  }
}

// A frame that the internal port may send must leave by the uplink.
void checkUplinkMtu(Merge& merge, const BridgeName& bridgeName, const OvsBridgeConfig& bridge,
                    const InterfaceName& uplink) {
  const LinkConfig* uplinkLink = merge.findLink(uplink);
  if (uplinkLink == nullptr) return;
  for (const auto& [portName, port] : bridge.ports) {
    for (const auto& [name, row] : port.interfaces) {
      const LinkConfig* link = merge.findLink(name);
      if (row.type != kOvsInternal || link == nullptr || link->mtu <= uplinkLink->mtu) continue;
      const Subject* wish = findMtuWish(merge, name);
      if (wish == nullptr) wish = findMtuWish(merge, uplink);
      const std::string message =
          strCat("bridge ", bridgeName, ": port ", name, " has MTU ", link->mtu, ", its uplink ",
                 uplink, " only ", uplinkLink->mtu);
      const std::string hint = strCat("set the MTU of ", uplink, " to ", link->mtu, " or more");
      if (wish != nullptr) {
        merge.findings.error(wish->path("mtu"), message, hint);
      } else if (const Subject* subject = merge.findBridgeSubject(bridgeName)) {
        merge.findings.warn(subject->path(), message, hint);
      }
    }
  }
}

const OvsInterfaceConfig* rowOf(const Merge& merge, const std::string& name) {
  return findInterface(merge.target.ovs, InterfaceName(name));
}

void checkPeer(Merge& merge, const Subject& subject, const OvsInterfaceConfig& row) {
  const auto option = row.options.find("peer");
  if (option == row.options.end()) return;
  const std::string who = strCat("patch port ", subject.name);
  const OvsInterfaceConfig* peer = rowOf(merge, option->second);
  if (peer == nullptr) {
    merge.findings.warn(subject.path("patch.peer"),
                        strCat(who, ": its peer ", option->second, " does not exist"),
                        "add it, or expect the port to be dead until somebody does");
    return;
  }
  const auto back = peer->options.find("peer");
  const std::string found = back == peer->options.end() ? "none" : back->second;
  if (peer->type == kOvsPatch && found == subject.name.text) return;
  merge.findings.error(
      subject.path("patch.peer"),
      peer->type == kOvsPatch
          ? strCat(who, ": its peer ", option->second, " has ", found, " for a peer")
          : strCat(who, ": its peer ", option->second, " is of type ", peer->type),
      "two patch ports must name each other");
}

void checkRouteDevice(Merge& merge, std::size_t index, const DesiredRoute& route) {
  if (!route.device || !route.destination) return;
  const LinkConfig* link = merge.findLink(*route.device);
  const IpFamily family = route.destination->address.family();
  const std::string who = strCat("route to ", *route.destination);
  const std::string path = routePath(index, "next-hop-interface");
  if (link == nullptr) {
    const bool known = merge.observed.config.links.contains(*route.device);
    merge.findings.error(path,
                         known ? strCat(who, ": interface ", *route.device, " is removed")
                               : strCat(who, ": interface ", *route.device, " does not exist",
                                        similarNames(merge.observed, route.device->text)),
                         "correct next-hop-interface");
  } else if (!link->up) {
    merge.findings.error(path, strCat(who, ": interface ", *route.device, " is down"),
                         strCat("list ", *route.device, " as up"));
  } else if (!link->ip(family).enabled) {
    merge.findings.error(
        path, strCat(who, ": interface ", *route.device, " has no ", family),
        strCat("enable ", family, " on ", *route.device, ", with an address or dhcp"));
  } else if (const Route wanted = routeFrom(route);
             !reachesGateway(merge.target, merge.observed.facts, wanted)) {
    merge.findings.error(
        routePath(index, "next-hop-address"),
        strCat(who, ": gateway ", *wanted.gateway, " is on no network of ", *route.device),
        "correct it, or add a route to the gateway itself");
  } else if (!holdsSource(merge.target, wanted)) {
    merge.findings.error(routePath(index, "source"),
                         strCat(who, ": source ", *wanted.source, " is no address of this host"),
                         "add the address to an interface");
  }
}

}  // namespace

void checkBases(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    const LinkConfig* link = merge.findLink(subject.name);
    if (!subject.up() || link == nullptr) continue;
    const auto base = baseOf(link->kind);
    if (!base || base->text.empty()) continue;  // a missing base is complained of elsewhere
    if (*base == subject.name) {
      merge.findings.error(subject.path(baseKey(subject.type)),
                           strCat("interface ", subject.name, " stands on itself"),
                           "name another base-iface");
    } else if (merge.findLink(*base) == nullptr) {
      merge.findings.error(subject.path(baseKey(subject.type)),
                           strCat("interface ", subject.name, ": its base ", *base,
                                  " does not exist", similarNames(merge.observed, base->text)),
                           "correct base-iface, or add an entry that makes it");
    }
  }
}

void checkNesting(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.up() || !isKernelType(subject.type)) continue;
    std::size_t depth = 0;
    auto controller = controllerOf(merge.target, subject.name);
    while (controller && depth <= kDeepestNesting) {
      ++depth;
      controller = controllerOf(merge.target, InterfaceName(*controller));
    }
    if (depth <= kDeepestNesting) continue;
    merge.findings.error(subject.path("name"),
                         strCat("interface ", subject.name, " is a port of a port, more than ",
                                kDeepestNesting, " levels deep"),
                         "take out a level, or a ring");
  }
}

void checkMtus(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (subject.up() && isKernelType(subject.type)) checkLinkMtu(merge, subject);
  }
  for (const auto& [name, bridge] : merge.target.ovs.bridges) {
    for (const auto& [portName, port] : bridge.ports) {
      for (const auto& [member, row] : port.interfaces) {
        if (row.type == kOvsSystem) checkUplinkMtu(merge, name, bridge, member);
      }
    }
  }
}

void checkIpOnPorts(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.up() || !isKernelType(subject.type)) continue;
    if (!isPort(merge.target, subject.name)) continue;
    for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
      const auto& ip = subject.entry->ip(family);
      if (!ip || !ip->enabled.value_or(false)) continue;
      merge.findings.error(subject.path(toString(family)),
                           strCat("interface ", subject.name, " is a port of ",
                                  controllerOf(merge.target, subject.name).value_or("another"),
                                  " and cannot have ", family),
                           strCat("set enabled: false, and put the addresses on the bridge or "
                                  "bond"));
    }
  }
}

void checkRouteDevices(Merge& merge) {
  for (std::size_t index = 0; index < merge.desired.routes.size(); ++index) {
    const DesiredRoute& route = merge.desired.routes[index];
    if (!route.absent) checkRouteDevice(merge, index, route);
  }
}

void checkHomes(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.up() || !isKernelType(subject.type)) continue;
    const bool homeless = rowOf(merge, subject.name.text) == nullptr;
    if (!homeless) continue;
    if (subject.type == InterfaceType::OvsInterface) {
      merge.findings.error(
          subject.path("name"),
          strCat("ovs-interface ", subject.name,
                 subject.exists ? " is left out of its bridge's port list, yet is to be up"
                                : " is a port of no bridge"),
          subject.exists ? "add it to the list, or make it absent"
                         : "add it to the port list of an ovs-bridge, or give it a controller");
    } else if (subject.entry->ovsMaps != DesiredRowMaps{} || subject.entry->ofportRequest) {
      merge.findings.warn(
          subject.path(subject.entry->ofportRequest ? "ofport-request" : "ovs-db"),
          strCat("interface ", subject.name, " is a port of no OVS bridge; this is ignored"),
          "add it to a bridge, or remove it");
    }
  }
}

// The Port table is one for all bridges, and names are unique in it.
void checkPortNames(Merge& merge) {
  std::map<PortName, BridgeName> seen;
  for (const auto& [bridgeName, bridge] : merge.target.ovs.bridges) {
    for (const auto& [name, port] : bridge.ports) {
      const auto [first, isNew] = seen.emplace(name, bridgeName);
      if (isNew) continue;
      const Subject* subject = merge.findBridgeSubject(bridgeName);
      if (subject == nullptr) subject = merge.findBridgeSubject(first->second);
      merge.findings.error(subject == nullptr ? "interfaces" : subject->path("bridge.port"),
                           strCat("port ", name, " would be in bridge ", first->second,
                                  " and in bridge ", bridgeName),
                           "give one of the two another name");
    }
  }
}

void checkPatchPeers(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    const OvsInterfaceConfig* row = rowOf(merge, subject.name.text);
    const bool patch = row != nullptr && row->type == kOvsPatch;
    if (subject.up() && isKernelType(subject.type) && patch) checkPeer(merge, subject, *row);
  }
}

void checkMappedBridges(Merge& merge) {
  const auto& bridges = merge.target.ovs.bridges;
  for (std::size_t index = 0; index < merge.desired.bridgeMappings.size(); ++index) {
    const DesiredBridgeMapping& mapping = merge.desired.bridgeMappings[index];
    if (mapping.absent || !mapping.bridge || bridges.contains(*mapping.bridge)) continue;
    merge.findings.error(strCat("ovn.bridge-mappings[", index, "].bridge"),
                         strCat("localnet ", mapping.localnet, " is mapped to bridge ",
                                *mapping.bridge, ", which does not exist"),
                         "add the bridge, or map to another");
  }
  const auto stored = merge.target.ovs.externalIds.find(std::string(kBridgeMappingsKey));
  if (stored == merge.target.ovs.externalIds.end()) return;
  for (const auto& [localnet, bridge] : parseBridgeMappings(stored->second)) {
    const Subject* subject = merge.findBridgeSubject(bridge);
    if (subject == nullptr || bridges.contains(bridge)) continue;
    merge.findings.warn(
        subject->path("state"),
        strCat("bridge ", bridge, " is removed, but localnet ", localnet, " is mapped to it"),
        strCat("add {localnet: ", localnet,
               ", state: absent} to "
               "ovn.bridge-mappings"));
  }
}

void checkLocalPorts(Merge& merge) {
  for (const auto& [name, bridge] : merge.target.ovs.bridges) {
    const LinkConfig* link = merge.findLink(InterfaceName(name.text));
    const Subject* subject = merge.findBridgeSubject(name);
    if (subject == nullptr) subject = merge.findSubject(InterfaceName(name.text));
    if (link != nullptr && subject != nullptr &&
        !std::holds_alternative<OvsInternalLink>(link->kind)) {
      merge.findings.error(subject->path("name"),
                           strCat("ovs-bridge ", name, " needs a device of its own name, but ",
                                  name, " is a ", typeOf(link->kind)),
                           "rename one of the two");
    }
    const auto before = merge.observed.config.ovs.bridges.find(name);
    const bool unpinned = before != merge.observed.config.ovs.bridges.end() &&
                          before->second.otherConfig.contains("hwaddr") &&
                          !bridge.otherConfig.contains("hwaddr");
    if (unpinned && subject != nullptr) {
      merge.findings.warn(subject->path("ovs-db.other_config"),
                          strCat("bridge ", name, ": without hwaddr its MAC address may change"),
                          strCat("add copy-mac-from or mac-address to the ovs-interface ", name));
    }
  }
}

}  // namespace pointsman::plan
