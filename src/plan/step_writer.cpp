// SPDX-License-Identifier: Apache-2.0
#include "plan/step_writer.h"

#include <algorithm>

#include "plan/ovs_lookup.h"

namespace pointsman::plan {

namespace {

// rtm_protocol values of what DHCP clients and router advertisements add (linux/rtnetlink.h).
constexpr std::uint8_t kRouteProtocolRouter = 9;
constexpr std::uint8_t kRouteProtocolDhcp = 16;

LinkConfig bornLink(const LinkKind& kind, const std::optional<MacAddress>& mac, std::uint32_t mtu) {
  return {.kind = kind,
          .mac = mac,
          .mtu = mtu,
          .ipv4 = freshIp(IpFamily::V4),
          .ipv6 = freshIp(IpFamily::V6)};
}

}  // namespace

Membership membershipOf(const LinkConfig& link) {
  return {link.controller, link.bridgePort, link.bondPort};
}

std::optional<InterfaceName> vethPeer(const LinkKind& kind) {
  const auto* veth = std::get_if<VethLink>(&kind);
  return veth == nullptr ? std::nullopt : veth->peer;
}

std::vector<StepWriter::Lease> StepWriter::leasesOf(const HostFacts& facts) {
  std::vector<Lease> leases;
  for (const auto& [name, link] : facts.links) {
    for (const Address& address : link.dynamicAddresses) {
      const IpAddress& ip = address.prefix.address;
      if (ip.family() == IpFamily::V6 && ip.isLinkLocal()) continue;
      leases.emplace_back(name, address);
    }
  }
  return leases;
}

std::vector<Address> StepWriter::leases(const InterfaceName& name, IpFamily family) const {
  std::vector<Address> found;
  for (const auto& [link, address] : leases_) {
    if (link == name && address.prefix.address.family() == family) found.push_back(address);
  }
  return found;
}

std::vector<Route> StepWriter::leasedRoutes(const InterfaceName& name, IpFamily family) const {
  std::vector<Route> found;
  for (const Route& route : runningRoutes_) {
    if (route.device != name || route.destination.address.family() != family) continue;
    if (route.protocol != kRouteProtocolDhcp && route.protocol != kRouteProtocolRouter) continue;
    found.push_back(route);
  }
  return found;
}

void StepWriter::addBridge(const BridgeName& name, const OvsBridgeConfig& settings) {
  steps_.push_back(AddBridge{name, withoutPorts(settings)});
  now_.ovs.bridges.emplace(name, withoutPorts(settings));
}

void StepWriter::removeBridge(const BridgeName& name) {
  steps_.push_back(RemoveBridge{name, withoutPorts(now_.ovs.bridges.at(name))});
  now_.ovs.bridges.erase(name);
}

void StepWriter::changeBridge(const BridgeName& name, const OvsBridgeConfig& settings) {
  OvsBridgeConfig& bridge = now_.ovs.bridges.at(name);
  const OvsBridgeConfig before = withoutPorts(bridge);
  const OvsBridgeConfig after = withoutPorts(settings);
  if (before == after) return;
  steps_.push_back(ChangeBridge{name, before, after});
  auto ports = std::move(bridge.ports);
  bridge = after;
  bridge.ports = std::move(ports);
  obeyOrders(InterfaceName(name.text));
}

void StepWriter::addPort(const BridgeName& bridge, const PortName& name,
                         const OvsPortConfig& config) {
  steps_.push_back(AddPort{bridge, name, config});
  now_.ovs.bridges.at(bridge).ports.emplace(name, config);
  for (const auto& [member, interface] : config.interfaces) {
    bearInternalLink(bridge, member, interface);
    obeyOrders(member);
  }
}

void StepWriter::removePort(const BridgeName& bridge, const PortName& name) {
  auto& ports = now_.ovs.bridges.at(bridge).ports;
  steps_.push_back(RemovePort{bridge, name, ports.at(name)});
  for (const auto& [member, interface] : ports.at(name).interfaces) {
    if (interface.type == kOvsInternal) now_.links.erase(member);
  }
  ports.erase(name);
}

void StepWriter::changePort(const BridgeName& bridge, const PortName& name,
                            const OvsPortConfig& settings) {
  OvsPortConfig& port = now_.ovs.bridges.at(bridge).ports.at(name);
  const OvsPortConfig before = withoutInterfaces(port);
  const OvsPortConfig after = withoutInterfaces(settings);
  if (before == after) return;
  steps_.push_back(ChangePort{bridge, name, before, after});
  auto interfaces = std::move(port.interfaces);
  port = after;
  port.interfaces = std::move(interfaces);
}

void StepWriter::addPortMember(const BridgeName& bridge, const PortName& port,
                               const InterfaceName& name, const OvsInterfaceConfig& config) {
  steps_.push_back(AddPortMember{bridge, port, name, config});
  now_.ovs.bridges.at(bridge).ports.at(port).interfaces.emplace(name, config);
  bearInternalLink(bridge, name, config);
  obeyOrders(name);
}

void StepWriter::removePortMember(const BridgeName& bridge, const PortName& port,
                                  const InterfaceName& name) {
  auto& interfaces = now_.ovs.bridges.at(bridge).ports.at(port).interfaces;
  steps_.push_back(RemovePortMember{bridge, port, name, interfaces.at(name)});
  if (interfaces.at(name).type == kOvsInternal) now_.links.erase(name);
  interfaces.erase(name);
}

void StepWriter::changeInterface(const BridgeName& bridge, const PortName& port,
                                 const InterfaceName& name, const OvsInterfaceConfig& config) {
  OvsInterfaceConfig& interface = now_.ovs.bridges.at(bridge).ports.at(port).interfaces.at(name);
  if (interface == config) return;
  steps_.push_back(ChangeOvsInterface{bridge, port, name, interface, config});
  interface = config;
  obeyOrders(name);
}

void StepWriter::changeKey(OvsColumn column, const std::string& key,
                           const std::optional<std::string>& value) {
  StringMap& map = column == OvsColumn::ExternalIds ? now_.ovs.externalIds : now_.ovs.otherConfig;
  const auto found = map.find(key);
  const auto before = found == map.end() ? std::nullopt : std::optional(found->second);
  if (before == value) return;
  steps_.push_back(ChangeOvsKey{column, key, before, value});
  if (value) {
    map.insert_or_assign(key, *value);
  } else {
    map.erase(found);
  }
}

void StepWriter::createLink(const InterfaceName& name, const LinkConfig& config,
                            const LinkConfig* peer) {
  Birth birth{.kind = config.kind, .mac = config.mac, .mtu = config.mtu};
  const auto peerName = vethPeer(config.kind);
  if (peerName && peer != nullptr) {
    birth.peerMac = peer->mac;
    birth.peerMtu = peer->mtu;
    now_.links.emplace(*peerName, bornLink(VethLink{name}, peer->mac, peer->mtu));
  }
  now_.links.emplace(name, bornLink(config.kind, config.mac, config.mtu));
  steps_.push_back(CreateLink{name, std::move(birth)});
}

void StepWriter::deleteLink(const InterfaceName& name) {
  const LinkConfig config = link(name);
  Birth birth{.kind = config.kind, .mac = config.mac, .mtu = config.mtu};
  if (const auto peer = vethPeer(config.kind); peer && hasLink(*peer)) {
    birth.peerMac = link(*peer).mac;
    birth.peerMtu = link(*peer).mtu;
    now_.links.erase(*peer);
  }
  now_.links.erase(name);
  steps_.push_back(DeleteLink{name, std::move(birth)});
}

void StepWriter::setKind(const InterfaceName& name, const LinkKind& kind) {
  LinkKind& current = mutableLink(name).kind;
  if (current == kind) return;
  steps_.push_back(ChangeLinkKind{name, current, kind});
  current = kind;
}

void StepWriter::setUp(const InterfaceName& name, bool up) {
  bool& current = mutableLink(name).up;
  if (current == up) return;
  steps_.push_back(SetLinkUp{name, current, up});
  current = up;
}

void StepWriter::setMtu(const InterfaceName& name, std::uint32_t mtu) {
  std::uint32_t& current = mutableLink(name).mtu;
  if (current == mtu) return;
  steps_.push_back(SetLinkMtu{name, current, mtu});
  current = mtu;
}

void StepWriter::setMac(const InterfaceName& name, const std::optional<MacAddress>& mac) {
  std::optional<MacAddress>& current = mutableLink(name).mac;
  if (current == mac) return;
  steps_.push_back(SetLinkMac{name, current, mac});
  current = mac;
}

void StepWriter::setMembership(const InterfaceName& name, const Membership& membership) {
  LinkConfig& current = mutableLink(name);
  const Membership before = membershipOf(current);
  if (before == membership) return;
  steps_.push_back(SetLinkController{name, before, membership});
  current.controller = membership.controller;
  current.bridgePort = membership.bridgePort;
  current.bondPort = membership.bondPort;
}

void StepWriter::setAltNames(const InterfaceName& name, const std::set<std::string>& names) {
  std::set<std::string>& current = mutableLink(name).altNames;
  if (current == names) return;
  steps_.push_back(SetAltNames{name, current, names});
  current = names;
}

void StepWriter::setAcceptAllMac(const InterfaceName& name, bool accept) {
  bool& current = mutableLink(name).acceptAllMac;
  if (current == accept) return;
  steps_.push_back(SetAcceptAllMac{name, current, accept});
  current = accept;
}

void StepWriter::addAddress(const InterfaceName& name, const Address& address) {
  steps_.push_back(AddAddress{name, address});
  mutableLink(name).ip(address.prefix.address.family()).addresses.push_back(address);
}

void StepWriter::removeAddress(const InterfaceName& name, const Address& address) {
  steps_.push_back(RemoveAddress{name, address});
  std::erase(mutableLink(name).ip(address.prefix.address.family()).addresses, address);
}

void StepWriter::removeLease(const InterfaceName& name, const Address& address) {
  steps_.push_back(RemoveAddress{name, address});
  std::erase(leases_, Lease(name, address));
}

void StepWriter::changeAddress(const InterfaceName& name, const Address& before,
                               const Address& after) {
  if (before == after) return;
  steps_.push_back(ChangeAddress{name, before, after});
  std::ranges::replace(mutableLink(name).ip(before.prefix.address.family()).addresses, before,
                       after);
}

void StepWriter::adoptLease(const InterfaceName& name, const Address& lease,
                            const Address& address) {
  steps_.push_back(ChangeAddress{name, lease, address});
  std::erase(leases_, Lease(name, lease));
  mutableLink(name).ip(address.prefix.address.family()).addresses.push_back(address);
}

void StepWriter::setMethod(const InterfaceName& name, IpFamily family, const IpConfig& method) {
  IpConfig& current = mutableLink(name).ip(family);
  const IpConfig before = methodOf(current, family);
  const IpConfig after = methodOf(method, family);
  if (before == after) return;
  steps_.push_back(SetIpMethod{name, family, before, after});
  auto addresses = std::move(current.addresses);
  current = after;
  current.addresses = std::move(addresses);
}

void StepWriter::addRoute(const Route& route) {
  steps_.push_back(AddRoute{route});
  now_.routes.insert(route);
}

void StepWriter::removeRoute(const Route& route) {
  steps_.push_back(RemoveRoute{route});
  now_.routes.erase(route);
}

void StepWriter::removeLeasedRoute(const Route& route) {
  steps_.push_back(RemoveRoute{route});
  std::erase(runningRoutes_, route);
}

void StepWriter::replaceRoute(const Route& before, const Route& after) {
  steps_.push_back(ReplaceRoute{before, after});
  now_.routes.erase(before);
  now_.routes.insert(after);
}

void StepWriter::addRule(const Rule& rule) {
  steps_.push_back(AddRule{rule});
  now_.rules.insert(rule);
}

void StepWriter::removeRule(const Rule& rule) {
  steps_.push_back(RemoveRule{rule});
  now_.rules.erase(rule);
}

void StepWriter::setResolver(const ResolverConfig& resolver) {
  if (now_.resolver == resolver) return;
  steps_.push_back(SetResolver{now_.resolver, resolver});
  now_.resolver = resolver;
}

void StepWriter::setHostname(const Hostname& hostname) {
  const Hostname before{now_.hostname, now_.staticHostname};
  if (before == hostname) return;
  steps_.push_back(SetHostname{before, hostname});
  now_.hostname = hostname.running;
  now_.staticHostname = hostname.fixed;
}

void StepWriter::bearInternalLink(const BridgeName& bridge, const InterfaceName& name,
                                  const OvsInterfaceConfig& config) {
  if (config.type != kOvsInternal) return;
  now_.links.insert_or_assign(name,
                              freshInternalLink(now_.ovs.bridges.at(bridge), bridge, name, config));
}

// ovs-vswitchd enforces the MAC address and the MTU that the database names. It does not restore
// anything when they are taken away.
void StepWriter::obeyOrders(const InterfaceName& name) {
  const auto found = now_.links.find(name);
  if (found == now_.links.end()) return;
  if (const auto mac = orderedMac(now_.ovs, name)) found->second.mac = mac;
  if (const auto mtu = orderedMtu(now_.ovs, name)) found->second.mtu = *mtu;
}

}  // namespace pointsman::plan
