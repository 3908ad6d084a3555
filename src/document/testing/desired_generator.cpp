// SPDX-License-Identifier: Apache-2.0
#include "document/testing/desired_generator.h"

#include "base/str_cat.h"

namespace pointsman::document {

std::uint32_t DesiredGenerator::number() {
  return random_.of<std::uint32_t>({0, 1, 48, 254, 1500, 65535, 4294967295U});
}

IpFamily DesiredGenerator::family() { return random_.coin() ? IpFamily::V4 : IpFamily::V6; }

IpAddress DesiredGenerator::address(IpFamily family) {
  const auto host = random_.number(1, 250);
  return IpAddress::parse(family == IpFamily::V4 ? strCat("192.0.2.", host)
                                                 : strCat("2001:db8::", host))
      .value();
}

IpPrefix DesiredGenerator::prefix(IpFamily family) {
  return IpPrefix{address(family), static_cast<std::uint8_t>(random_.number(8U, bitsOf(family)))}
      .network();
}

MacAddress DesiredGenerator::mac() {
  return MacAddress({0x52, 0x54, 0x00, 0x12, 0x34, static_cast<std::uint8_t>(random_.below(100))});
}

InterfaceName DesiredGenerator::name() {
  return InterfaceName(random_.word({"eth0", "br-ex", "1500", "on", "e0.10", "null", "veth-a"}));
}

std::vector<InterfaceName> DesiredGenerator::names(std::size_t least) {
  std::vector<InterfaceName> names;
  const std::size_t count = least + random_.below(3);
  for (std::size_t i = 0; i < count; ++i) names.emplace_back(strCat(name(), "-", i));
  return names;
}

StringMap DesiredGenerator::stringMap() {
  StringMap map;
  for (std::size_t i = random_.below(3); i > 0; --i) map.emplace(random_.text(), random_.text());
  return map;
}

DesiredRowMaps DesiredGenerator::rowMaps() {
  DesiredRowMaps maps;
  random_.maybe(maps.externalIds, [&] { return stringMap(); });
  random_.maybe(maps.otherConfig, [&] { return stringMap(); });
  return maps;
}

std::optional<DesiredGlobalMap> DesiredGenerator::globalMap() {
  DesiredGlobalMap map;
  for (std::size_t i = random_.below(3); i > 0; --i) {
    map.keys[random_.text()] = random_.coin() ? std::optional(random_.text()) : std::nullopt;
  }
  return map;
}

DesiredOvsDb DesiredGenerator::ovsDb() {
  DesiredOvsDb ovsDb{.externalIds = globalMap()};
  if (random_.coin()) ovsDb.otherConfig = globalMap();
  return ovsDb;
}

VlanSet DesiredGenerator::vlans() {
  VlanSet vlans;
  if (random_.coin()) vlans.add(random_.number<VlanId>(0, 4095));
  if (random_.coin()) vlans.add(VlanRange{100, random_.number<VlanId>(101, 200)});
  return vlans;
}

Wish<DesiredPortVlan> DesiredGenerator::vlan(bool ovs) {
  if (random_.coin()) return Keep{};
  if (random_.oneIn(4)) return Clear{};
  const VlanId tag = random_.number<VlanId>(0, 4095);
  switch (random_.below(ovs ? 5 : 4)) {
    case 0:
      return DesiredPortVlan{.mode = VlanMode::Access, .tag = tag, .enableNative = false};
    case 1:
      return DesiredPortVlan{.mode = VlanMode::Trunk, .trunks = vlans()};
    case 2:
      return DesiredPortVlan{
          .mode = VlanMode::Trunk, .tag = tag, .enableNative = true, .trunks = vlans()};
    case 3:
      return DesiredPortVlan{.tag = tag};
    default:
      return DesiredPortVlan{.mode = random_.of({VlanMode::NativeTagged, VlanMode::NativeUntagged}),
                             .tag = tag,
                             .trunks = vlans()};
  }
}

DesiredOvsPort DesiredGenerator::ovsPort(std::size_t number) {
  DesiredOvsPort port{.name = PortName(strCat("port", number)), .vlan = vlan(true)};
  if (!random_.oneIn(3)) return port;
  DesiredOvsBond& bond = port.bond.emplace();
  random_.maybe(bond.mode, [&] {
    return random_.word({"active-backup", "balance-slb", "balance-tcp", "lacp"});
  });
  random_.maybe(bond.members, [&] { return names(2); });
  random_.maybe(bond.updelay, [&] { return this->number(); });
  random_.maybe(bond.downdelay, [&] { return this->number(); });
  bond.maps = rowMaps();
  return port;
}

DesiredOvsBridge DesiredGenerator::ovsBridge() {
  DesiredOvsBridge bridge;
  random_.maybe(bridge.allowExtraPatchPorts);
  random_.maybe(bridge.stp);
  random_.maybe(bridge.rstp);
  random_.maybe(bridge.mcastSnooping);
  if (random_.coin()) bridge.failMode = Clear{};
  if (random_.coin()) bridge.failMode = random_.word({"standalone", "secure"});
  random_.maybe(bridge.datapath, [&] { return random_.word({"", "system", "netdev"}); });
  random_.maybe(bridge.controllers, [&] {
    return random_.coin() ? std::set<std::string>() : std::set<std::string>{"tcp:192.0.2.1:6653"};
  });
  random_.maybe(bridge.protocols, [&] {
    return std::set<std::string>{random_.word({"OpenFlow10", "OpenFlow13"}), "OpenFlow15"};
  });
  if (random_.coin()) return bridge;
  bridge.ports.emplace();
  for (std::size_t i = random_.below(4); i > 0; --i) bridge.ports->push_back(ovsPort(i));
  return bridge;
}

DesiredKind DesiredGenerator::ovsInterface() {
  switch (random_.below(5)) {
    case 0:
      return DesiredOvsInterface{"patch", StringMap{{"peer", name().text}}};
    case 1: {
      StringMap options{{"remote_ip", random_.word({"192.0.2.9", "flow", "2001:db8::9"})}};
      if (random_.coin()) options.emplace("key", random_.word({"10", "flow", "odd"}));
      if (random_.coin()) options.emplace("dst_port", random_.word({"6081", "070000"}));
      if (random_.coin()) options.emplace("csum", "true");
      return DesiredOvsInterface{random_.word({"geneve", "vxlan", "gre"}), options};
    }
    case 2:
      return DesiredOvsInterface{"dpdk", StringMap{{"dpdk-devargs", "0000:01:00.0"},
                                                   {"n_rxq_desc", random_.word({"0", "64"})}}};
    case 3:
      return DesiredOvsInterface{random_.word({"tap", "stt", "internal"}), stringMap()};
    default:
      return std::monostate{};
  }
}

DesiredBond DesiredGenerator::bond() {
  DesiredBond bond;
  random_.maybe(bond.mode, [&] { return random_.word({"802.3ad", "balance-rr", "balance-alb"}); });
  random_.maybe(bond.ports, [&] { return names(0); });
  if (random_.coin()) bond.options.emplace("miimon", random_.word({"0", "100"}));
  if (random_.coin()) bond.options.emplace("use_carrier", random_.word({"0", "1"}));
  if (random_.coin()) bond.options.emplace("lacp_rate", random_.word({"slow", "fast"}));
  if (random_.coin())
    bond.options.emplace("arp_ip_target", random_.word({"", "192.0.2.1,192.0.2.2"}));
  if (random_.coin()) bond.options.emplace("ad_actor_system", "00:00:00:00:00:0a");
  if (random_.coin()) bond.options.emplace("all_slaves_active", random_.word({"0", "1"}));
  if (random_.coin()) bond.options.emplace("num_grat_arp", "3");
  for (std::size_t i = random_.below(3); i > 0; --i) {
    DesiredBondPort& port = bond.portSettings.emplace_back();
    port.name = InterfaceName(strCat("eth", i));
    random_.maybe(port.settings.priority, [&] { return random_.number(-5, 5); });
    random_.maybe(port.settings.queueId, [&] { return random_.number<std::uint16_t>(0, 9); });
  }
  return bond;
}

DesiredLinuxBridge DesiredGenerator::linuxBridge() {
  DesiredLinuxBridge bridge;
  if (random_.coin()) bridge.options.emplace("stp.enabled", random_.word({"0", "1"}));
  if (random_.coin()) bridge.options.emplace("stp.max-age", "20");
  if (random_.coin()) bridge.options.emplace("group-addr", "01:80:c2:00:00:00");
  if (random_.coin()) bridge.options.emplace("group-fwd-mask", "16384");
  if (random_.coin()) bridge.options.emplace("multicast-router", random_.word({"auto", "enabled"}));
  if (random_.coin()) bridge.options.emplace("vlan-protocol", "802.1ad");
  if (random_.coin()) return bridge;
  bridge.ports.emplace();
  for (const InterfaceName& portName : names(0)) {
    DesiredLinuxBridgePort& port = bridge.ports->emplace_back();
    port.name = portName;
    random_.maybe(port.hairpin);
    random_.maybe(port.pathCost, [&] { return random_.number(1U, 65535U); });
    random_.maybe(port.priority, [&] { return random_.number<std::uint16_t>(0, 63); });
    port.vlan = vlan(false);
  }
  return bridge;
}

DesiredKind DesiredGenerator::kindFor(InterfaceType type) {
  const auto base = [&] { return random_.coin() ? std::optional(name()) : std::nullopt; };
  switch (type) {
    case InterfaceType::OvsBridge:
      return ovsBridge();
    case InterfaceType::OvsInterface:
      return ovsInterface();
    case InterfaceType::LinuxBridge:
      return linuxBridge();
    case InterfaceType::Bond:
      return bond();
    case InterfaceType::Veth:
      return DesiredVeth{name()};
    case InterfaceType::Vlan:
      return DesiredVlan{base(),
                         random_.number<VlanId>(0, 4094),
                         random_.word({"802.1q", "802.1ad"}),
                         random_.coin(),
                         random_.coin(),
                         random_.word({"none", "gvrp", "mvrp"})};
    case InterfaceType::Vxlan:
      return DesiredVxlan{base(),
                          random_.number(0U, 16777215U),
                          address(IpFamily::V4),
                          std::nullopt,
                          random_.coin(),
                          std::uint16_t{4789}};
    case InterfaceType::MacVlan:
    case InterfaceType::MacVtap:
      return DesiredMacVlan{base(), random_.word({"vepa", "bridge", "passthru"}), true};
    case InterfaceType::IpVlan:
      return DesiredIpVlan{base(), random_.word({"l2", "l3", "l3s"}), random_.coin(), false};
    case InterfaceType::Vrf:
      return DesiredVrf{names(0), random_.number(1U, 5000U)};
    default:
      return std::monostate{};
  }
}

DesiredIp DesiredGenerator::ip(IpFamily family) {
  DesiredIp ip;
  if (random_.oneIn(4)) {
    ip.enabled = false;
    return ip;
  }
  if (random_.coin()) ip.enabled = true;
  if (random_.coin()) ip.dhcp = true;
  random_.maybe(ip.addresses, [&] {
    std::vector<IpPrefix> addresses;
    for (std::size_t i = random_.below(3); i > 0; --i) {
      addresses.push_back({address(family), static_cast<std::uint8_t>(20 + i)});
    }
    return addresses;
  });
  random_.maybe(ip.autoDns);
  random_.maybe(ip.autoGateway);
  random_.maybe(ip.autoRoutes);
  random_.maybe(ip.autoRouteTable, [&] { return number(); });
  random_.maybe(ip.autoRouteMetric, [&] { return number(); });
  random_.maybe(ip.dhcpSendHostname);
  random_.maybe(ip.dhcpCustomHostname, [&] { return random_.text(); });
  random_.maybe(ip.allowExtraAddress);
  random_.maybe(ip.forwarding);
  if (family == IpFamily::V4) {
    random_.maybe(ip.dhcpClientId, [&] { return random_.text(); });
    return ip;
  }
  if (random_.coin()) ip.autoconf = true;
  random_.maybe(ip.dhcpDuid, [&] { return random_.text(); });
  random_.maybe(ip.addrGenMode, [&] { return random_.word({"eui64", "stable-privacy"}); });
  if (random_.oneIn(3)) ip.token = Clear{};
  if (random_.oneIn(3)) ip.token = IpAddress::parse("::a:b").value();
  return ip;
}

void DesiredGenerator::common(DesiredInterface& interface) {
  interface.state = random_.of({InterfaceState::Up, InterfaceState::Down, InterfaceState::Ignore});
  random_.maybe(interface.profileName, [&] { return random_.text(); });
  random_.maybe(interface.description, [&] { return random_.text(); });
  const bool bridge = interface.type == InterfaceType::OvsBridge;
  const auto* ovs = std::get_if<DesiredOvsInterface>(&interface.kind);
  const bool hasDevice = !bridge && (ovs == nullptr || ovs->type == "internal");
  if (hasDevice) {
    random_.maybe(interface.mtu, [&] { return random_.of<std::uint32_t>({1500, 9000, 65536}); });
    random_.maybe(interface.ipv4, [&] { return ip(IpFamily::V4); });
    random_.maybe(interface.ipv6, [&] { return ip(IpFamily::V6); });
    if (random_.oneIn(4)) interface.waitIp = WaitIp::Any;
  }
  if (!bridge && random_.coin()) {
    interface.mac = mac();
    if (random_.oneIn(3)) interface.identifier = Identifier::MacAddress;
  } else if (random_.oneIn(3)) {
    interface.copyMacFrom = name();
  }
  if (random_.oneIn(4)) interface.controller = Clear{};
  if (random_.oneIn(3)) interface.controller = name().text;
  random_.maybe(interface.acceptAllMac);
  if (random_.oneIn(3)) interface.altNames = {{"long-name", false}, {"1500", true}};
  interface.ovsMaps = rowMaps();
  random_.maybe(interface.ofportRequest, [&] { return random_.number<std::uint16_t>(1, 65279); });
}

DesiredInterface DesiredGenerator::interface(std::string name) {
  DesiredInterface made{.name = std::move(name)};
  using enum InterfaceType;
  made.type =
      random_.of({Ethernet, Veth, OvsBridge, OvsBridge, OvsInterface, OvsInterface, LinuxBridge,
                  Bond, Vlan, Dummy, Vxlan, MacVlan, MacVtap, IpVlan, Vrf, Tun, Unknown});
  if (random_.coin() || made.type == Veth) made.kind = kindFor(*made.type);
  common(made);
  const bool typeFollows =
      made.type == Ethernet || made.type == Vlan || made.type == Bond || made.type == Vrf;
  if (typeFollows && random_.oneIn(4)) made.type.reset();
  return made;
}

DesiredInterface DesiredGenerator::absentInterface(std::string name) {
  DesiredInterface made{.name = std::move(name), .state = InterfaceState::Absent};
  if (random_.coin()) made.type = InterfaceType::OvsBridge;
  return made;
}

DesiredRoute DesiredGenerator::route() {
  DesiredRoute route{.absent = random_.oneIn(3)};
  const IpFamily own = family();
  if (!route.absent || random_.coin()) route.destination = prefix(own);
  if (!route.absent && random_.oneIn(4)) {
    route.type = random_.of({RouteType::Blackhole, RouteType::Unreachable, RouteType::Prohibit});
  } else {
    if (!route.absent || random_.coin()) route.device = name();
    if (random_.coin()) route.gateway = address(own);
    if (route.absent && random_.oneIn(3)) route.gateway = Clear{};
    if (route.destination && own == IpFamily::V4 && random_.oneIn(4)) route.weight = 256;
  }
  random_.maybe(route.metric, [&] { return number(); });
  if (random_.coin()) route.table = random_.number(1U, 500U);
  if (random_.oneIn(4)) route.source = address(own);
  if (random_.oneIn(4)) route.cwnd = 20;
  if (random_.oneIn(4)) route.advmss = 1400;
  return route;
}

DesiredRule DesiredGenerator::rule() {
  DesiredRule rule{.absent = random_.oneIn(3), .family = family()};
  if (random_.coin()) rule.from = prefix(*rule.family);
  if (random_.coin()) rule.to = prefix(*rule.family);
  if (rule.absent && random_.oneIn(3)) rule.to = Clear{};
  if (!wishedValue(rule.from) && rule.absent && random_.coin()) rule.family.reset();
  if (!rule.family) rule.to = Keep{};
  random_.maybe(rule.priority, [&] { return number(); });
  if (random_.coin()) rule.table = random_.number(1U, 500U);
  if (random_.oneIn(3)) rule.action = random_.of({RuleAction::Blackhole, RuleAction::Lookup});
  random_.maybe(rule.fwmark, [&] { return number(); });
  if (rule.fwmark) random_.maybe(rule.fwmask, [&] { return number(); });
  random_.maybe(rule.incoming, [&] { return name(); });
  random_.maybe(rule.suppressPrefixLength, [&] { return random_.number(0U, 32U); });
  return rule;
}

DesiredResolver DesiredGenerator::resolver() {
  DesiredResolver resolver{.servers = std::vector<std::string>()};
  if (random_.coin()) resolver.servers = {"192.0.2.53", "fe80::1%eth1"};
  random_.maybe(resolver.search, [&] { return std::vector<std::string>{"example.com", "on"}; });
  random_.maybe(resolver.options, [&] { return std::set<std::string>{"ndots:2", "rotate"}; });
  return resolver;
}

DesiredState DesiredGenerator::state() {
  DesiredState state;
  random_.maybe(state.description, [&] { return random_.text(); });
  for (std::size_t i = random_.below(6); i > 0; --i) {
    std::string own = random_.oneIn(5) ? strCat(i) : strCat("if", i);
    state.interfaces.push_back(random_.oneIn(6) ? absentInterface(std::move(own))
                                                : interface(std::move(own)));
  }
  for (std::size_t i = random_.below(4); i > 0; --i) state.routes.push_back(route());
  for (std::size_t i = random_.below(4); i > 0; --i) state.rules.push_back(rule());
  random_.maybe(state.resolver, [&] { return resolver(); });
  random_.maybe(state.ovsDb, [&] { return ovsDb(); });
  for (std::size_t i = random_.below(3); i > 0; --i) {
    DesiredBridgeMapping& mapping = state.bridgeMappings.emplace_back();
    mapping.localnet = strCat("net", i);
    mapping.absent = random_.coin();
    if (!mapping.absent || random_.coin()) mapping.bridge = BridgeName("br-ex");
  }
  if (random_.oneIn(3)) state.hostname.running = "host-1.example.com";
  if (random_.oneIn(3)) state.hostname.config = random_.word({"", "host-1"});
  return state;
}

}  // namespace pointsman::document
