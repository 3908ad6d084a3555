// SPDX-License-Identifier: Apache-2.0
// What the values of model/ consist of: one table a struct, one line a member. The codec reads and
// writes by these; a member that is missing here would be lost in a journal, so a test counts them.
#pragma once

#include <array>
#include <concepts>
#include <string_view>
#include <type_traits>

#include "base/ip_address.h"
#include "model/host_config.h"
#include "model/ip_config.h"
#include "model/link_config.h"
#include "model/ovs_config.h"

namespace pointsman::journal {

// 'S' is T or const T: one table serves reading and writing.
template <typename S, typename T>
concept Is = std::same_as<std::remove_const_t<S>, T>;

// The word for one alternative of a variant. The codec does not compile while one has none.
template <typename T>
inline constexpr std::string_view kWord = {};

// The values of an enumeration. Their spelling is toString().
template <typename E>
inline constexpr std::array<E, 0> kValues = {};
template <>
inline constexpr std::array kValues<IpFamily> = {IpFamily::V4, IpFamily::V6};
template <>
inline constexpr std::array kValues<RouteType> = {RouteType::Unicast, RouteType::Blackhole,
                                                  RouteType::Unreachable, RouteType::Prohibit};
template <>
inline constexpr std::array kValues<RuleAction> = {RuleAction::Lookup, RuleAction::Blackhole,
                                                   RuleAction::Unreachable, RuleAction::Prohibit};
template <>
inline constexpr std::array kValues<VlanMode> = {VlanMode::Access, VlanMode::Trunk,
                                                 VlanMode::NativeTagged, VlanMode::NativeUntagged};

// ---- Layer 3.

template <typename V, Is<Address> S>
void fields(V& visit, S& s) {
  visit("prefix", s.prefix);
  visit("valid", s.validSeconds);
  visit("preferred", s.preferredSeconds);
  visit("no-prefix-route", s.noPrefixRoute);
}
template <typename V, Is<IpConfig> S>
void fields(V& visit, S& s) {
  visit("enabled", s.enabled);
  visit("dhcp", s.dhcp);
  visit("autoconf", s.autoconf);
  visit("addresses", s.addresses);
  visit("auto-dns", s.autoDns);
  visit("auto-gateway", s.autoGateway);
  visit("auto-routes", s.autoRoutes);
  visit("auto-route-table", s.autoRouteTable);
  visit("auto-route-metric", s.autoRouteMetric);
  visit("dhcp-client-id", s.dhcpClientId);
  visit("dhcp-duid", s.dhcpDuid);
  visit("dhcp-send-hostname", s.dhcpSendHostname);
  visit("dhcp-custom-hostname", s.dhcpCustomHostname);
  visit("addr-gen-mode", s.addrGenMode);
  visit("token", s.token);
  visit("forwarding", s.forwarding);
}
template <typename V, Is<Route> S>
void fields(V& visit, S& s) {
  visit("destination", s.destination);
  visit("type", s.type);
  visit("device", s.device);
  visit("gateway", s.gateway);
  visit("metric", s.metric);
  visit("table", s.table);
  visit("protocol", s.protocol);
  visit("source", s.source);
  visit("weight", s.weight);
  visit("cwnd", s.cwnd);
  visit("advmss", s.advmss);
  visit("on-link", s.onLink);
}
template <typename V, Is<Rule> S>
void fields(V& visit, S& s) {
  visit("family", s.family);
  visit("priority", s.priority);
  visit("from", s.from);
  visit("to", s.to);
  visit("table", s.table);
  visit("action", s.action);
  visit("fwmark", s.fwmark);
  visit("fwmask", s.fwmask);
  visit("incoming", s.incoming);
  visit("suppress-prefix-length", s.suppressPrefixLength);
}
template <typename V, Is<ResolverConfig> S>
void fields(V& visit, S& s) {
  visit("servers", s.servers);
  visit("search", s.search);
  visit("options", s.options);
}

// ---- Links.

template <>
inline constexpr std::string_view kWord<PhysicalLink> = "physical";
template <typename V, Is<PhysicalLink> S>
void fields(V&, S&) {}
template <>
inline constexpr std::string_view kWord<LoopbackLink> = "loopback";
template <typename V, Is<LoopbackLink> S>
void fields(V&, S&) {}
template <>
inline constexpr std::string_view kWord<OvsInternalLink> = "ovs-internal";
template <typename V, Is<OvsInternalLink> S>
void fields(V&, S&) {}
template <>
inline constexpr std::string_view kWord<VethLink> = "veth";
template <typename V, Is<VethLink> S>
void fields(V& visit, S& s) {
  visit("peer", s.peer);
}
template <>
inline constexpr std::string_view kWord<DummyLink> = "dummy";
template <typename V, Is<DummyLink> S>
void fields(V&, S&) {}
template <>
inline constexpr std::string_view kWord<BondLink> = "bond";
template <typename V, Is<BondLink> S>
void fields(V& visit, S& s) {
  visit("mode", s.mode);
  visit("options", s.options);
}
template <>
inline constexpr std::string_view kWord<VlanLink> = "vlan";
template <typename V, Is<VlanLink> S>
void fields(V& visit, S& s) {
  visit("base", s.base);
  visit("id", s.id);
  visit("protocol", s.protocol);
  visit("reorder-headers", s.reorderHeaders);
  visit("loose-binding", s.looseBinding);
  visit("registration", s.registration);
}
template <>
inline constexpr std::string_view kWord<LinuxBridgeLink> = "linux-bridge";
template <typename V, Is<LinuxBridgeLink> S>
void fields(V& visit, S& s) {
  visit("options", s.options);
}
template <>
inline constexpr std::string_view kWord<VxlanLink> = "vxlan";
template <typename V, Is<VxlanLink> S>
void fields(V& visit, S& s) {
  visit("base", s.base);
  visit("id", s.id);
  visit("remote", s.remote);
  visit("local", s.local);
  visit("learning", s.learning);
  visit("destination-port", s.destinationPort);
}
template <>
inline constexpr std::string_view kWord<MacVlanLink> = "mac-vlan";
template <typename V, Is<MacVlanLink> S>
void fields(V& visit, S& s) {
  visit("base", s.base);
  visit("mode", s.mode);
  visit("promiscuous", s.promiscuous);
  visit("tap", s.tap);
}
template <>
inline constexpr std::string_view kWord<IpVlanLink> = "ip-vlan";
template <typename V, Is<IpVlanLink> S>
void fields(V& visit, S& s) {
  visit("base", s.base);
  visit("mode", s.mode);
  visit("private", s.isPrivate);
  visit("vepa", s.vepa);
}
template <>
inline constexpr std::string_view kWord<VrfLink> = "vrf";
template <typename V, Is<VrfLink> S>
void fields(V& visit, S& s) {
  visit("table", s.table);
}
template <>
inline constexpr std::string_view kWord<TunLink> = "tun";
template <typename V, Is<TunLink> S>
void fields(V&, S&) {}
template <>
inline constexpr std::string_view kWord<OtherLink> = "other";
template <typename V, Is<OtherLink> S>
void fields(V& visit, S& s) {
  visit("kind", s.kind);
}

template <typename V, Is<BridgePortVlan> S>
void fields(V& visit, S& s) {
  visit("trunk", s.trunk);
  visit("tag", s.tag);
  visit("trunks", s.trunks);
}
template <typename V, Is<BridgePort> S>
void fields(V& visit, S& s) {
  visit("hairpin", s.hairpin);
  visit("path-cost", s.pathCost);
  visit("priority", s.priority);
  visit("vlan", s.vlan);
}
template <typename V, Is<BondPort> S>
void fields(V& visit, S& s) {
  visit("priority", s.priority);
  visit("queue-id", s.queueId);
}
template <typename V, Is<LinkConfig> S>
void fields(V& visit, S& s) {
  visit("kind", s.kind);
  visit("up", s.up);
  visit("mac", s.mac);
  visit("mtu", s.mtu);
  visit("controller", s.controller);
  visit("bridge-port", s.bridgePort);
  visit("bond-port", s.bondPort);
  visit("alt-names", s.altNames);
  visit("accept-all-mac", s.acceptAllMac);
  visit("ipv4", s.ipv4);
  visit("ipv6", s.ipv6);
}

// ---- Open vSwitch.

template <typename V, Is<OvsInterfaceConfig> S>
void fields(V& visit, S& s) {
  visit("type", s.type);
  visit("options", s.options);
  visit("mac", s.mac);
  visit("mtu-request", s.mtuRequest);
  visit("ofport-request", s.ofportRequest);
  visit("external-ids", s.externalIds);
  visit("other-config", s.otherConfig);
}
template <typename V, Is<OvsPortVlan> S>
void fields(V& visit, S& s) {
  visit("mode", s.mode);
  visit("tag", s.tag);
  visit("trunks", s.trunks);
}
template <typename V, Is<OvsPortConfig> S>
void fields(V& visit, S& s) {
  visit("vlan", s.vlan);
  visit("bond-mode", s.bondMode);
  visit("lacp", s.lacp);
  visit("bond-updelay", s.bondUpdelay);
  visit("bond-downdelay", s.bondDowndelay);
  visit("external-ids", s.externalIds);
  visit("other-config", s.otherConfig);
  visit("interfaces", s.interfaces);
}
template <typename V, Is<OvsBridgeConfig> S>
void fields(V& visit, S& s) {
  visit("datapath", s.datapathType);
  visit("fail-mode", s.failMode);
  visit("stp", s.stp);
  visit("rstp", s.rstp);
  visit("mcast-snooping", s.mcastSnooping);
  visit("protocols", s.protocols);
  visit("controllers", s.controllers);
  visit("external-ids", s.externalIds);
  visit("other-config", s.otherConfig);
  visit("ports", s.ports);
}
template <typename V, Is<OvsConfig> S>
void fields(V& visit, S& s) {
  visit("bridges", s.bridges);
  visit("external-ids", s.externalIds);
  visit("other-config", s.otherConfig);
}

template <typename V, Is<HostConfig> S>
void fields(V& visit, S& s) {
  visit("links", s.links);
  visit("ovs", s.ovs);
  visit("routes", s.routes);
  visit("rules", s.rules);
  visit("resolver", s.resolver);
  visit("hostname", s.hostname);
  visit("static-hostname", s.staticHostname);
}

}  // namespace pointsman::journal
