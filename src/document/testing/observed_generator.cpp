// SPDX-License-Identifier: Apache-2.0
#include "document/testing/observed_generator.h"

#include "base/str_cat.h"

namespace pointsman::document {

namespace {

IpPrefix prefix(const char* text) { return IpPrefix::parse(text).value(); }

}  // namespace

StringMap ObservedGenerator::rowMap() {
  StringMap map;
  if (random_.coin()) map.emplace(kOwnerKey, "1");
  for (std::size_t i = random_.below(3); i > 0; --i) map.emplace(random_.text(), random_.text());
  return map;
}

LinkKind ObservedGenerator::kind() {
  switch (random_.below(12)) {
    case 0:
      return VethLink{random_.coin() ? std::optional(InterfaceName("peer")) : std::nullopt};
    case 1:
      return BondLink{.mode = "active-backup",
                      .options = {{"miimon", "100"},
                                  {"active_slave", "link1"},
                                  {"fail_over_mac", random_.word({"none", "active"})},
                                  {"primary", ""},
                                  {"use_carrier", "1"}}};
    case 2:
      return VlanLink{.base = InterfaceName("link0"), .id = random_.number<VlanId>(1, 4094)};
    case 3:
      // Docker and libvirt leave bridges whose forward delay a document may not ask for.
      return LinuxBridgeLink{.options = {{"stp.enabled", "0"},
                                         {"stp.forward-delay", random_.word({"0", "15"})},
                                         {"multicast-router", "auto"},
                                         {"nf-call-iptables", "1"}}};
    case 4:
      return VxlanLink{.id = 5, .remote = IpAddress::parse("192.0.2.9").value()};
    case 5:
      return MacVlanLink{.base = InterfaceName("link0"),
                         .mode = random_.word({"bridge", "passthru"}),
                         .promiscuous = random_.coin(),
                         .tap = random_.coin()};
    case 6:
      return IpVlanLink{.base = InterfaceName("link0")};
    case 7:
      return VrfLink{.table = 100};
    case 8:
      return OtherLink{"geneve"};
    case 9:
      return TunLink{};
    default:
      return PhysicalLink{};
  }
}

IpConfig ObservedGenerator::ip(IpFamily family) {
  IpConfig ip{.enabled = !random_.oneIn(3)};
  const bool v4 = family == IpFamily::V4;
  if (random_.coin())
    ip.addresses.push_back({.prefix = prefix(v4 ? "192.0.2.5/24" : "2001:db8::5/64")});
  if (random_.coin())
    ip.addresses.push_back({.prefix = prefix(v4 ? "192.0.2.5/32" : "fe80::5/64")});
  ip.dhcp = random_.coin();
  ip.autoconf = !v4 && random_.coin();
  if (random_.coin()) ip.autoRouteMetric = 48;
  if (v4 && random_.coin()) ip.dhcpClientId = "ll";
  if (!v4 && random_.coin()) ip.token = IpAddress::parse("::5").value();
  if (!v4 && random_.coin()) ip.addrGenMode = "eui64";
  if (random_.coin()) ip.forwarding = random_.coin();
  return ip;
}

LinkFacts ObservedGenerator::linkFacts() {
  LinkFacts facts{.index = 7, .operState = random_.word({"", "up", "lowerlayerdown"})};
  facts.carrier = random_.coin();
  if (random_.coin()) facts.permanentMac = MacAddress({2, 0, 0, 0, 0, 1});
  if (random_.coin()) facts.minMtu = 68;
  if (random_.coin()) facts.maxMtu = 65535;
  if (random_.coin()) facts.driver = "virtio_net";
  if (random_.coin()) {
    facts.dynamicAddresses = {{.prefix = prefix("fe80::1/64")},
                              {.prefix = prefix("192.0.2.77/24"), .validSeconds = 3600},
                              {.prefix = prefix("2001:db8::7/64"), .preferredSeconds = 10}};
  }
  return facts;
}

void ObservedGenerator::addLink(ObservedState& host, const InterfaceName& name) {
  LinkConfig link{.kind = kind(), .up = random_.coin()};
  if (random_.coin()) link.mac = MacAddress({2, 0, 0, 0, 0, 2});
  link.mtu = random_.of<std::uint32_t>({1500, 9000, 65536});
  if (random_.oneIn(3) && host.config.links.contains(InterfaceName("link1"))) {
    link.controller = InterfaceName("link1");
    link.bridgePort = BridgePort{.hairpin = true,
                                 .pathCost = 100,
                                 .vlan = BridgePortVlan{.trunk = random_.coin(), .tag = 5}};
    link.bondPort = BondPort{.priority = 3};
  }
  if (random_.coin()) link.altNames = {"alternative-name", "b"};
  link.acceptAllMac = random_.coin();
  link.ipv4 = ip(IpFamily::V4);
  link.ipv6 = ip(IpFamily::V6);
  host.config.links.emplace(name, link);
  if (random_.coin()) host.facts.links.emplace(name, linkFacts());
}

OvsPortVlan ObservedGenerator::vlan() {
  OvsPortVlan vlan;
  if (random_.coin()) {
    vlan.mode = random_.of(
        {VlanMode::Access, VlanMode::Trunk, VlanMode::NativeTagged, VlanMode::NativeUntagged});
  }
  if (random_.coin()) vlan.tag = random_.number<VlanId>(0, 4095);
  if (random_.coin()) vlan.trunks.add(VlanRange{10, 20});
  return vlan;
}

OvsInterfaceConfig ObservedGenerator::ovsInterface() {
  OvsInterfaceConfig interface { .externalIds = rowMap(), .otherConfig = rowMap() };
  interface.type =
      random_.word({"system", "internal", "patch", "geneve", "vxlan", "erspan", "dpdk"});
  if (interface.type == kOvsPatch && !random_.oneIn(4)) interface.options = {{"peer", "other"}};
  if (interface.type == "geneve") {
    interface.options = {{"remote_ip", random_.word({"flow", "192.0.2.3", "odd"})},
                         {"key", random_.word({"flow", "0x5", "7"})},
                         {"csum", "true"}};
  }
  if (random_.coin()) interface.ofportRequest = 5;
  return interface;
}

void ObservedGenerator::addPort(ObservedState& host, OvsBridgeConfig& bridge,
                                const PortName& name) {
  OvsPortConfig port{.vlan = vlan(), .externalIds = rowMap(), .otherConfig = rowMap()};
  const std::size_t members = random_.oneIn(4) ? 2 : 1;
  for (std::size_t i = 0; i < members; ++i) {
    const InterfaceName interface(members == 1 ? name.text : strCat(name, "-", i));
    port.interfaces.emplace(interface, ovsInterface());
    host.facts.ovs.interfaces[interface] = {.ofport = random_.number(-1, 9),
                                            .error = random_.coin() ? "no such device" : ""};
    if (random_.coin()) {
      LinkConfig link{.kind = OvsInternalLink{}, .up = true};
      host.config.links.emplace(interface, link);
    }
  }
  if (members > 1) {
    if (random_.coin()) port.bondMode = "balance-tcp";
    if (random_.coin()) port.lacp = "active";
    port.bondUpdelay = random_.number(0U, 1U) * 100;
  }
  bridge.ports.emplace(name, port);
}

void ObservedGenerator::addBridge(ObservedState& host, const BridgeName& name) {
  OvsBridgeConfig bridge{.externalIds = rowMap(), .otherConfig = rowMap()};
  bridge.datapathType = random_.word({"", "system", "netdev", "dummy"});
  if (random_.coin()) bridge.failMode = "secure";
  bridge.stp = random_.coin();
  if (random_.coin()) bridge.protocols = {"OpenFlow13", random_.word({"OpenFlow14", "OpenFlow99"})};
  if (random_.coin()) bridge.controllers = {"tcp:192.0.2.1:6653"};
  addPort(host, bridge, PortName(name.text));
  for (std::size_t i = random_.below(4); i > 0; --i) {
    addPort(host, bridge, PortName(strCat(name, "-port-", i)));
  }
  host.facts.ovs.datapathIds.emplace(name, "00005254001234ab");
  host.config.ovs.bridges.emplace(name, bridge);
}

Route ObservedGenerator::route() {
  Route route{.destination = prefix("198.51.100.0/24"), .device = InterfaceName("link0")};
  if (random_.coin()) route.destination = prefix(random_.coin() ? "0.0.0.0/0" : "2001:db8::/32");
  if (random_.oneIn(6)) route.destination = prefix("0.0.0.0/9");
  if (random_.coin()) {
    route.gateway = IpAddress::parse(random_.coin() ? "192.0.2.1" : "2001:db8::1").value();
  }
  if (random_.oneIn(4)) {
    route.type = RouteType::Unreachable;
    route.device = InterfaceName("lo");
  }
  route.metric = random_.number(0U, 1024U);
  if (random_.coin()) route.weight = 5;
  return route;
}

Rule ObservedGenerator::rule() {
  Rule rule{.priority = random_.number(1U, 30000U), .table = random_.number(0U, 300U)};
  if (random_.coin()) rule.from = prefix("192.0.2.0/24");
  if (random_.coin()) rule.fwmark = 16;
  if (random_.coin()) rule.fwmask = 255;
  if (random_.oneIn(4)) rule.action = RuleAction::Prohibit;
  return rule;
}

ObservedState ObservedGenerator::state() {
  ObservedState host;
  host.config.links[InterfaceName("lo")] = {.kind = LoopbackLink{}, .mtu = 65536};
  host.config.links[InterfaceName("lo")].ipv4.enabled = random_.coin();
  host.config.links[InterfaceName("ovs-system")] = {};
  for (std::size_t i = 0; i < 5; ++i) addLink(host, InterfaceName(strCat("link", i)));
  for (std::size_t i = random_.below(3); i > 0; --i) addBridge(host, BridgeName(strCat("br", i)));
  for (std::size_t i = random_.below(4); i > 0; --i) {
    host.config.routes.insert(route());
    host.facts.runningRoutes.push_back(route());
    host.config.rules.insert(rule());
  }
  host.config.resolver = {{"192.0.2.53", "not an address"}, {"example.com"}, {"rotate", "odd"}};
  host.config.hostname = random_.word({"host-1", "", "(none)"});
  host.config.staticHostname = random_.word({"", "host-1"});
  host.config.ovs.externalIds = rowMap();
  host.config.ovs.externalIds.emplace("system-id", "x");
  if (random_.coin()) host.config.ovs.externalIds.emplace(kBridgeMappingsKey, "a:br1,junk,b:,:c");
  if (random_.coin()) host.config.ovs.otherConfig = rowMap();
  return host;
}

}  // namespace pointsman::document
