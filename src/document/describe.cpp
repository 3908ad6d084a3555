// SPDX-License-Identifier: Apache-2.0
// describe(): the host as a wish. What a document cannot say is left out, so that what is printed
// is always a valid document.
#include <algorithm>
#include <numeric>

#include "base/overloaded.h"
#include "document/bond_section.h"
#include "document/describe_parts.h"
#include "document/linux_bridge_section.h"
#include "document/print.h"

namespace pointsman::document {

namespace {

using PortsByController = std::map<InterfaceName, std::vector<InterfaceName>>;

// Devices that OVS makes for its own use.
bool isHidden(const InterfaceName& name) {
  return name.text == "ovs-system" || name.text == "ovs-netdev";
}

std::optional<DesiredPortVlan> describeVlan(const BridgePortVlan& vlan) {
  if (vlan.trunk) {
    return DesiredPortVlan{.mode = VlanMode::Trunk,
                           .tag = vlan.tag,
                           .enableNative = vlan.tag.has_value(),
                           .trunks = vlan.trunks};
  }
  if (!vlan.tag) return std::nullopt;
  return DesiredPortVlan{.mode = VlanMode::Access, .tag = vlan.tag};
}

class KindDescriber {
 public:
  KindDescriber(const HostConfig& host, const std::vector<InterfaceName>& ports)
      : host_(host), ports_(ports) {}

  DesiredKind operator()(const VethLink& veth) const {
    if (!veth.peer) return std::monostate{};
    return DesiredVeth{*veth.peer};
  }
  DesiredKind operator()(const BondLink& bond) const {
    DesiredBond desired{
        .mode = bond.mode, .options = expressibleBondOptions(bond.options), .ports = ports_};
    for (const InterfaceName& name : ports_) {
      const auto& settings = host_.links.at(name).bondPort;
      if (settings && *settings != BondPort{}) desired.portSettings.push_back({name, *settings});
    }
    return desired;
  }
  DesiredKind operator()(const VlanLink& vlan) const {
    return DesiredVlan{vlan.base,           vlan.id,           vlan.protocol,
                       vlan.reorderHeaders, vlan.looseBinding, vlan.registration};
  }
  DesiredKind operator()(const LinuxBridgeLink& bridge) const {
    DesiredLinuxBridge desired{.options = expressibleLinuxBridgeOptions(bridge.options)};
    desired.ports.emplace();
    for (const InterfaceName& name : ports_) {
      DesiredLinuxBridgePort& port = desired.ports->emplace_back();
      port.name = name;
      const auto& settings = host_.links.at(name).bridgePort;
      if (!settings) continue;
      port.hairpin = settings->hairpin;
      port.pathCost = settings->pathCost;
      port.priority = settings->priority;
      if (!settings->vlan) continue;
      if (const auto vlan = describeVlan(*settings->vlan)) port.vlan = *vlan;
    }
    return desired;
  }
  DesiredKind operator()(const VxlanLink& vxlan) const {
    return DesiredVxlan{vxlan.base,  vxlan.id,       vxlan.remote,
                        vxlan.local, vxlan.learning, vxlan.destinationPort};
  }
  DesiredKind operator()(const MacVlanLink& link) const {
    DesiredMacVlan desired{.base = link.base, .mode = link.mode};
    if (link.promiscuous || link.mode == "passthru") desired.promiscuous = link.promiscuous;
    return desired;
  }
  DesiredKind operator()(const IpVlanLink& link) const {
    return DesiredIpVlan{link.base, link.mode, link.isPrivate, link.vepa};
  }
  DesiredKind operator()(const VrfLink& vrf) const { return DesiredVrf{ports_, vrf.table}; }
  template <typename Other>
  DesiredKind operator()(const Other&) const {
    return std::monostate{};
  }

 private:
  const HostConfig& host_;
  const std::vector<InterfaceName>& ports_;
};

DesiredIp describeIp(const IpConfig& ip) {
  DesiredIp desired{.enabled = ip.enabled};
  if (!ip.enabled) return desired;
  desired.dhcp = ip.dhcp;
  desired.addresses.emplace();
  for (const Address& address : ip.addresses) {
    const IpAddress& own = address.prefix.address;
    const bool kernels = own.family() == IpFamily::V6 && own.isLinkLocal();
    if (!kernels) desired.addresses->push_back(address.prefix);
  }
  desired.forwarding = ip.forwarding;
  desired.addrGenMode = ip.addrGenMode;
  if (ip.token && ip.autoconf) desired.token = *ip.token;
  if (!ip.automatic()) return desired;
  desired.autoDns = ip.autoDns;
  desired.autoGateway = ip.autoGateway;
  desired.autoRoutes = ip.autoRoutes;
  desired.autoRouteTable = ip.autoRouteTable;
  desired.autoRouteMetric = ip.autoRouteMetric;
  if (!ip.dhcp) return desired;
  desired.dhcpClientId = ip.dhcpClientId;
  desired.dhcpDuid = ip.dhcpDuid;
  desired.dhcpSendHostname = ip.dhcpSendHostname;
  desired.dhcpCustomHostname = ip.dhcpCustomHostname;
  return desired;
}

bool takesMacOfItsPort(const LinkKind& kind) {
  const auto* bond = std::get_if<BondLink>(&kind);
  if (bond == nullptr || bond->mode != "active-backup") return false;
  const auto option = bond->options.find("fail_over_mac");
  return option != bond->options.end() && option->second == "active";
}

void describeAddresses(const LinkConfig& link, DesiredInterface& desired) {
  // The loopback's stacks cannot be disabled, though nothing may be on them while it is down.
  const bool loopback = std::holds_alternative<LoopbackLink>(link.kind);
  if (!loopback || link.ipv4.enabled) desired.ipv4 = describeIp(link.ipv4);
  if (!loopback || link.ipv6.enabled) desired.ipv6 = describeIp(link.ipv6);
  if (desired.ipv6 && link.ipv6.enabled) desired.ipv6->autoconf = link.ipv6.autoconf;
}

// A device that was made and is down: asked to be "down" it would be unmade, as nmstate does it.
InterfaceState describeState(const LinkConfig& link) {
  if (link.up) return InterfaceState::Up;
  return isVirtualType(typeOf(link.kind)) ? InterfaceState::Ignore : InterfaceState::Down;
}

DesiredInterface describeLink(const InterfaceName& name, const LinkConfig& link,
                              const KindDescriber& kinds) {
  DesiredInterface desired{.name = name.text, .type = typeOf(link.kind)};
  desired.state = describeState(link);
  // The loopback's is all zeros, which nobody can ask for.
  const bool isSettable = link.mac && !link.mac->isZero();
  if (isSettable && !takesMacOfItsPort(link.kind)) desired.mac = link.mac;
  if (link.mtu > 0) desired.mtu = link.mtu;
  describeAddresses(link, desired);
  if (link.controller) desired.controller = link.controller->text;
  if (link.acceptAllMac) desired.acceptAllMac = true;
  for (const std::string& altName : link.altNames) desired.altNames.push_back({altName});
  desired.kind = std::visit(kinds, link.kind);
  return desired;
}

PortsByController portsByController(const HostConfig& host) {
  PortsByController ports;
  for (const auto& [name, link] : host.links) {
    if (link.controller) ports[*link.controller].push_back(name);
  }
  return ports;
}

// Sorts places rather than the entries themselves, which are large.
std::vector<DesiredInterface> sortedByName(std::vector<DesiredInterface> interfaces) {
  std::vector<std::size_t> order(interfaces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) {
    const bool bridge = interfaces[i].type == InterfaceType::OvsBridge;
    return std::pair(std::string_view(interfaces[i].name), !bridge);
  });
  std::vector<DesiredInterface> sorted;
  sorted.reserve(interfaces.size());
  for (const std::size_t i : order) sorted.push_back(std::move(interfaces[i]));
  return sorted;
}

std::vector<DesiredInterface> describeInterfaces(const HostConfig& host) {
  static const std::vector<InterfaceName> kNone;
  const PortsByController ports = portsByController(host);
  const OvsPlaces places = findOvsPlaces(host.ovs);
  std::vector<DesiredInterface> interfaces;
  interfaces.reserve(host.links.size() + places.size() + host.ovs.bridges.size());
  for (const auto& [name, link] : host.links) {
    if (isHidden(name)) continue;
    const auto own = ports.find(name);
    const KindDescriber kinds(host, own == ports.end() ? kNone : own->second);
    DesiredInterface& desired = interfaces.emplace_back(describeLink(name, link, kinds));
    if (const auto place = places.find(name); place != places.end()) {
      describePlace(place->second, desired);
    }
  }
  for (const auto& [name, place] : places) {
    if (!host.links.contains(name)) interfaces.push_back(describePortWithoutLink(name, place));
  }
  for (const auto& [name, bridge] : host.ovs.bridges) {
    interfaces.push_back(describeBridge(name, bridge));
  }
  return sortedByName(std::move(interfaces));
}

}  // namespace

DesiredState describe(const ObservedState& observed) {
  const HostConfig& host = observed.config;
  DesiredState desired;
  desired.hostname = describeHostname(host);
  desired.resolver = describeResolver(host.resolver);
  desired.interfaces = describeInterfaces(host);
  for (const Rule& rule : host.rules) desired.rules.push_back(describeRule(rule));
  for (const Route& route : host.routes) {
    if (isExpressible(route)) desired.routes.push_back(describeRoute(route));
  }
  describeDatabase(host.ovs, desired);
  return desired;
}

}  // namespace pointsman::document
