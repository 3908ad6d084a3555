// SPDX-License-Identifier: Apache-2.0
#include "plan/write_wishes.h"

#include <algorithm>

#include "base/overloaded.h"
#include "plan/fate.h"
#include "plan/ovs_lookup.h"

namespace pointsman::plan {

namespace {

template <typename T>
Wish<T> wishOf(const std::optional<T>& value) {
  if (value) return *value;
  return Clear{};
}

const LinkConfig* findLink(const HostConfig& config, const InterfaceName& name) {
  const auto found = config.links.find(name);
  return found == config.links.end() ? nullptr : &found->second;
}

std::vector<InterfaceName> portsOf(const HostConfig& config, const InterfaceName& controller) {
  std::vector<InterfaceName> ports;
  for (const auto& [name, link] : config.links) {
    if (link.controller == controller) ports.push_back(name);
  }
  return ports;
}

bool samePorts(const HostConfig& left, const HostConfig& right, const InterfaceName& controller) {
  const auto ports = portsOf(left, controller);
  return ports == portsOf(right, controller) &&
         std::ranges::all_of(ports, [&](const InterfaceName& port) {
           const LinkConfig& a = left.links.at(port);
           const LinkConfig& b = right.links.at(port);
           return a.bridgePort == b.bridgePort && a.bondPort == b.bondPort;
         });
}

DesiredPortVlan wishFor(const BridgePortVlan& vlan) {
  return {.mode = vlan.trunk ? VlanMode::Trunk : VlanMode::Access,
          .tag = vlan.tag,
          .enableNative = vlan.trunk && vlan.tag ? std::optional(true) : std::nullopt,
          .trunks = vlan.trunk ? std::optional(vlan.trunks) : std::nullopt};
}

DesiredLinuxBridgePort wishForPort(const InterfaceName& name, const LinkConfig& link) {
  const BridgePort settings = link.bridgePort.value_or(BridgePort{});
  DesiredLinuxBridgePort port{.name = name,
                              .hairpin = settings.hairpin,
                              .pathCost = settings.pathCost,
                              .priority = settings.priority};
  if (settings.vlan) port.vlan = wishFor(*settings.vlan);
  return port;
}

DesiredBond wishForBond(const BondLink& bond, const InterfaceName& name, const HostConfig& wanted) {
  DesiredBond wish{.mode = bond.mode, .options = bond.options, .ports = portsOf(wanted, name)};
  for (const InterfaceName& port : *wish.ports) {
    const auto& settings = wanted.links.at(port).bondPort;
    if (settings) wish.portSettings.push_back({.name = port, .settings = *settings});
  }
  return wish;
}

DesiredKind sectionFor(const InterfaceName& name, const HostConfig& wanted) {
  return std::visit(
      Overloaded{
          [](const VethLink& veth) -> DesiredKind {
            if (!veth.peer) return std::monostate{};
            return DesiredVeth{*veth.peer};
          },
          [&](const BondLink& bond) -> DesiredKind { return wishForBond(bond, name, wanted); },
          [](const VlanLink& vlan) -> DesiredKind {
            return DesiredVlan{vlan.base,           vlan.id,           vlan.protocol,
                               vlan.reorderHeaders, vlan.looseBinding, vlan.registration};
          },
          [&](const LinuxBridgeLink& bridge) -> DesiredKind {
            DesiredLinuxBridge wish{.options = bridge.options,
                                    .ports = std::vector<DesiredLinuxBridgePort>{}};
            for (const InterfaceName& port : portsOf(wanted, name)) {
              wish.ports->push_back(wishForPort(port, wanted.links.at(port)));
            }
            return wish;
          },
          [](const VxlanLink& link) -> DesiredKind {
            return DesiredVxlan{link.base,  link.id,       link.remote,
                                link.local, link.learning, link.destinationPort};
          },
          [](const MacVlanLink& link) -> DesiredKind {
            return DesiredMacVlan{link.base, link.mode, link.promiscuous};
          },
          [](const IpVlanLink& link) -> DesiredKind {
            return DesiredIpVlan{link.base, link.mode, link.isPrivate, link.vepa};
          },
          [&](const VrfLink& vrf) -> DesiredKind {
            return DesiredVrf{portsOf(wanted, name), vrf.table};
          },
          [](const auto&) -> DesiredKind { return std::monostate{}; },
      },
      wanted.links.at(name).kind);
}

DesiredIp wishFor(const IpConfig& ip, IpFamily family) {
  if (!ip.enabled) return {.enabled = false};
  DesiredIp wish{.enabled = true, .dhcp = ip.dhcp, .addresses = std::vector<IpPrefix>{}};
  if (family == IpFamily::V6) wish.autoconf = ip.autoconf;
  for (const Address& address : ip.addresses) wish.addresses->push_back(address.prefix);
  if (ip.automatic()) {
    wish.autoDns = ip.autoDns;
    wish.autoGateway = ip.autoGateway;
    wish.autoRoutes = ip.autoRoutes;
    wish.autoRouteTable = ip.autoRouteTable;
    wish.autoRouteMetric = ip.autoRouteMetric;
    wish.dhcpClientId = ip.dhcpClientId;
    wish.dhcpDuid = ip.dhcpDuid;
    wish.dhcpSendHostname = ip.dhcpSendHostname;
    wish.dhcpCustomHostname = ip.dhcpCustomHostname;
  }
  wish.addrGenMode = ip.addrGenMode;
  if (family == IpFamily::V6 && ip.token) wish.token = *ip.token;
  wish.forwarding = ip.forwarding;
  return wish;
}

void writeAltNames(DesiredInterface& wish, const LinkConfig& wanted, const LinkConfig* present) {
  const std::set<std::string> there =
      present == nullptr ? std::set<std::string>{} : present->altNames;
  for (const std::string& name : there) {
    if (!wanted.altNames.contains(name)) wish.altNames.push_back({.name = name, .absent = true});
  }
  for (const std::string& name : wanted.altNames) {
    if (!there.contains(name)) wish.altNames.push_back({.name = name});
  }
}

// 'present' is null when the link has to be made again.
void writeLink(DesiredInterface& wish, const InterfaceName& name, const HostConfig& config,
               const LinkConfig* present) {
  const LinkConfig& wanted = config.links.at(name);
  const bool again = present == nullptr;
  if (again || wanted.mtu != present->mtu) wish.mtu = wanted.mtu;
  // A bridge's local port has the address that the bridge's row orders, which is written there.
  const bool local = config.ovs.bridges.contains(BridgeName(name.text));
  if (!local && (again || wanted.mac != present->mac)) wish.mac = wanted.mac;
  const bool accepts = present != nullptr && present->acceptAllMac;
  if (wanted.acceptAllMac != accepts) wish.acceptAllMac = wanted.acceptAllMac;
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    if (!again && wanted.ip(family) == present->ip(family)) continue;
    (family == IpFamily::V4 ? wish.ipv4 : wish.ipv6) = wishFor(wanted.ip(family), family);
  }
  writeAltNames(wish, wanted, present);
}

// Also 'present' null when there is no such row.
void writeRow(DesiredInterface& wish, const OvsInterfaceConfig& wanted,
              const OvsInterfaceConfig* present) {
  const bool again = present == nullptr;
  if (wanted.type != kOvsSystem &&
      (again || wanted.type != present->type || wanted.options != present->options)) {
    wish.kind = DesiredOvsInterface{.type = wanted.type, .options = wanted.options};
  }
  if (again || wanted.externalIds != present->externalIds) {
    wish.ovsMaps.externalIds = wanted.externalIds;
  }
  if (again || wanted.otherConfig != present->otherConfig) {
    wish.ovsMaps.otherConfig = wanted.otherConfig;
  }
  if (wanted.ofportRequest && (again || wanted.ofportRequest != present->ofportRequest)) {
    wish.ofportRequest = wanted.ofportRequest;
  }
}

DesiredOvsPort wishFor(const PortName& name, const OvsPortConfig& port) {
  DesiredOvsPort wish{.name = name, .vlan = Clear{}};
  if (port.vlan != OvsPortVlan{}) {
    wish.vlan = DesiredPortVlan{
        .mode = port.vlan.effectiveMode(), .tag = port.vlan.tag, .trunks = port.vlan.trunks};
  }
  if (!port.isBond()) return wish;
  DesiredOvsBond bond{.mode = port.bondMode.value_or("lacp"),
                      .members = std::vector<InterfaceName>{},
                      .updelay = port.bondUpdelay,
                      .downdelay = port.bondDowndelay,
                      .maps = {.externalIds = port.externalIds, .otherConfig = port.otherConfig}};
  for (const auto& [member, row] : port.interfaces) bond.members->push_back(member);
  wish.bond = std::move(bond);
  return wish;
}

// The shape of the port list: names, VLANs and bonds, not the rows below.
std::vector<DesiredOvsPort> portList(const OvsBridgeConfig& bridge) {
  std::vector<DesiredOvsPort> ports;
  for (const auto& [name, port] : bridge.ports) ports.push_back(wishFor(name, port));
  return ports;
}

DesiredOvsBridge sectionFor(const OvsBridgeConfig& wanted, const OvsBridgeConfig& present) {
  DesiredOvsBridge section;
  if (wanted.stp != present.stp) section.stp = wanted.stp;
  if (wanted.rstp != present.rstp) section.rstp = wanted.rstp;
  if (wanted.mcastSnooping != present.mcastSnooping) section.mcastSnooping = wanted.mcastSnooping;
  if (wanted.failMode != present.failMode) section.failMode = wishOf(wanted.failMode);
  if (wanted.datapathType != present.datapathType) section.datapath = wanted.datapathType;
  if (wanted.controllers != present.controllers) section.controllers = wanted.controllers;
  if (wanted.protocols != present.protocols) section.protocols = wanted.protocols;
  if (portList(wanted) != portList(present)) {
    section.ports = portList(wanted);
    // What others have added since is theirs; what the document added is named as absent.
    section.allowExtraPatchPorts = true;
  }
  return section;
}

}  // namespace

std::optional<DesiredInterface> wishForBridge(const BridgeName& name, const HostConfig& wanted,
                                              const HostConfig& present) {
  const OvsBridgeConfig& bridge = wanted.ovs.bridges.at(name);
  const auto found = present.ovs.bridges.find(name);
  const OvsBridgeConfig there =
      found == present.ovs.bridges.end() ? OvsBridgeConfig{} : found->second;
  DesiredInterface wish{.name = name.text, .type = InterfaceType::OvsBridge};
  const DesiredInterface bare = wish;
  if (const auto section = sectionFor(bridge, there); section != DesiredOvsBridge{}) {
    wish.kind = section;
  }
  const bool again = found == present.ovs.bridges.end();
  if (again || bridge.externalIds != there.externalIds) {
    wish.ovsMaps.externalIds = bridge.externalIds;
  }
  if (again || bridge.otherConfig != there.otherConfig) {
    wish.ovsMaps.otherConfig = bridge.otherConfig;
  }
  return wish == bare && !again ? std::nullopt : std::optional(wish);
}

std::optional<DesiredInterface> wishForInterface(const InterfaceName& name,
                                                 const HostConfig& wanted,
                                                 const HostConfig& present) {
  const LinkConfig* link = findLink(wanted, name);
  const LinkConfig* there = findLink(present, name);
  const InterfaceType type = link == nullptr ? InterfaceType::OvsInterface : typeOf(link->kind);
  if (there != nullptr && typeOf(there->kind) != type) there = nullptr;
  DesiredInterface wish{.name = name.text, .type = type};
  const DesiredInterface bare = wish;
  if (link != nullptr) {
    writeLink(wish, name, wanted, there);
    const bool sameKind = there != nullptr && there->kind == link->kind;
    if (canMake(link->kind) && !(sameKind && samePorts(wanted, present, name))) {
      wish.kind = sectionFor(name, wanted);
    }
  }
  if (const OvsInterfaceConfig* row = findInterface(wanted.ovs, name)) {
    writeRow(wish, *row, findInterface(present.ovs, name));
  }
  const bool goesDown = link != nullptr && there != nullptr && there->up && !link->up;
  if (goesDown && !isVirtualType(type)) wish.state = InterfaceState::Down;
  const bool missing = link != nullptr && there == nullptr;
  return wish == bare && !missing ? std::nullopt : std::optional(wish);
}

std::set<InterfaceName> interfacesOf(const HostConfig& config) {
  std::set<InterfaceName> names;
  for (const auto& [name, link] : config.links) names.insert(name);
  for (const auto& [bridgeName, bridge] : config.ovs.bridges) {
    for (const auto& [portName, port] : bridge.ports) {
      for (const auto& [name, row] : port.interfaces) {
        if (row.type != kOvsSystem) names.insert(name);
      }
    }
  }
  return names;
}

DesiredRoute wishFor(const Route& route) {
  return {.destination = route.destination,
          .type = route.type,
          .device = route.device,
          .gateway = wishOf(route.gateway),
          .metric = route.metric,
          .table = route.table,
          .source = route.source,
          .weight = route.weight,
          .cwnd = route.cwnd,
          .advmss = route.advmss};
}

DesiredRule wishFor(const Rule& rule) {
  return {.family = rule.family,
          .priority = rule.priority,
          .from = wishOf(rule.from),
          .to = wishOf(rule.to),
          .table = rule.table,
          .action = rule.action,
          .fwmark = rule.fwmark,
          .fwmask = rule.fwmask,
          .incoming = rule.incoming,
          .suppressPrefixLength = rule.suppressPrefixLength};
}

}  // namespace pointsman::plan
