// SPDX-License-Identifier: Apache-2.0
#include "propose/propose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "picture/testing/host_sketch.h"

namespace pointsman::propose {
namespace {

using picture::HostSketch;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

constexpr std::uint8_t kDhcpProtocol = 16;
constexpr std::uint8_t kRouterProtocol = 9;

IpPrefix prefix(std::string_view text) { return IpPrefix::parse(text).value(); }

// A node as installers leave it: one NIC with a static address and the default route.
HostSketch node() {
  HostSketch host("node");
  LinkConfig& nic = host.link("eth0", PhysicalLink{});
  nic.mtu = 9000;
  host.address("eth0", "192.0.2.10/24");
  host.defaultRoute("eth0", "192.0.2.1", 100);
  return host;
}

Proposal propose(const HostSketch& host, const ProposeOptions& options = {}) {
  return proposeBridge(host.state(), options);
}

// The entry of 'name' with 'type'; the two of a bridge share their name.
DesiredInterface entry(const Proposal& proposal, std::string_view name, InterfaceType type) {
  for (const DesiredInterface& one : proposal.desired.interfaces) {
    if (one.name == name && one.type == type) return one;
  }
  ADD_FAILURE() << name << " is not in the proposal: "
                << (proposal.diagnostics.empty() ? "" : proposal.diagnostics.front().message);
  return {};
}

DesiredInterface localPort(const Proposal& proposal, std::string_view bridge = "br-ex") {
  return entry(proposal, bridge, InterfaceType::OvsInterface);
}

std::vector<std::string> portNames(const DesiredInterface& bridge) {
  std::vector<std::string> names;
  for (const auto& port : *std::get<DesiredOvsBridge>(bridge.kind).ports) {
    names.push_back(port.name.text);
  }
  return names;
}

std::vector<std::string> messages(const Proposal& proposal) {
  std::vector<std::string> all;
  for (const Diagnostic& one : proposal.diagnostics) all.push_back(one.message);
  return all;
}

TEST(Proposal, IsTheDocumentThatOpenShiftDocuments) {
  const Proposal proposal = propose(node());
  EXPECT_THAT(proposal.diagnostics, IsEmpty());
  EXPECT_EQ(proposal.uplink, InterfaceName("eth0"));
  EXPECT_FALSE(proposal.inPlace);
  const DesiredState expected{
      .interfaces = {{.name = "eth0",
                      .type = InterfaceType::Ethernet,
                      .mtu = 9000,
                      .ipv4 = DesiredIp{.enabled = false},
                      .ipv6 = DesiredIp{.enabled = false}},
                     {.name = "br-ex",
                      .type = InterfaceType::OvsBridge,
                      .kind = DesiredOvsBridge{.allowExtraPatchPorts = true,
                                               .mcastSnooping = true,
                                               .ports = {{{.name = PortName("eth0")},
                                                          {.name = PortName("br-ex")}}}}},
                     {.name = "br-ex",
                      .type = InterfaceType::OvsInterface,
                      .copyMacFrom = InterfaceName("eth0"),
                      .mtu = 9000,
                      .ipv4 = DesiredIp{.enabled = true,
                                        .dhcp = false,
                                        .addresses = {{prefix("192.0.2.10/24")}}},
                      .ipv6 = DesiredIp{.enabled = false}}},
      .routes = {{.destination = prefix("0.0.0.0/0"),
                  .device = InterfaceName("br-ex"),
                  .gateway = IpAddress::parse("192.0.2.1").value(),
                  .metric = 48}}};
  EXPECT_EQ(proposal.desired, expected);
}

TEST(Proposal, SaysWhatMoves) {
  EXPECT_THAT(propose(node()).explanation,
              ElementsAre("The best default route is default via 192.0.2.1 dev eth0 metric 100.",
                          "br-ex takes the MAC address 52:54:00:12:34:02 and the MTU 9000 of eth0.",
                          "192.0.2.10/24 moves from eth0 to br-ex.",
                          "The IPv4 default route via 192.0.2.1 moves to br-ex with metric 48."));
}

TEST(Proposal, GivesEachBridgeItsMetric) {
  const auto metric = [](const ProposeOptions& options) {
    return propose(node(), options).desired.routes.at(0).metric;
  };
  const InterfaceName eth0("eth0");
  EXPECT_EQ(metric({}), 48U);
  EXPECT_EQ(metric({.bridge = BridgeName("br-ex1"), .uplink = eth0}), 49U);
  EXPECT_EQ(metric({.bridge = BridgeName("br-other")}), 48U);
  EXPECT_EQ(metric({.metric = 10}), 10U);
}

TEST(Proposal, TurnsALeaseIntoDhcp) {
  HostSketch host("node");
  host.link("eth0", PhysicalLink{});
  host.lease("eth0", "192.0.2.77/24");
  host.state().facts.runningRoutes = {{.destination = prefix("0.0.0.0/0"),
                                       .device = InterfaceName("eth0"),
                                       .gateway = IpAddress::parse("192.0.2.1").value(),
                                       .metric = 100,
                                       .protocol = kDhcpProtocol}};
  const Proposal proposal = propose(host);
  const DesiredInterface port = localPort(proposal);
  EXPECT_EQ(port.ipv4, (DesiredIp{.enabled = true, .dhcp = true, .autoRouteMetric = 48}));
  EXPECT_EQ(port.waitIp, WaitIp::Ipv4);
  EXPECT_THAT(proposal.desired.routes, IsEmpty());
  EXPECT_THAT(proposal.explanation, Contains(HasSubstr("eth0 has its IPv4 address by DHCP")));
}

TEST(Proposal, KnowsALeaseWithoutAnEndByItsRoutes) {
  HostSketch host = node();
  host.address("eth0", "192.0.2.20/24");
  host.state().facts.runningRoutes = {{.destination = prefix("0.0.0.0/0"),
                                       .device = InterfaceName("eth0"),
                                       .protocol = kDhcpProtocol,
                                       .source = IpAddress::parse("192.0.2.10").value()}};
  const DesiredInterface port = localPort(propose(host));
  EXPECT_EQ(port.ipv4->dhcp, true);
  EXPECT_THAT(port.ipv4->addresses, Optional(ElementsAre(prefix("192.0.2.20/24"))));
}

TEST(Proposal, CarriesBothFamilies) {
  HostSketch host = node();
  LinkConfig& nic = host.state().config.links[InterfaceName("eth0")];
  nic.ipv6 = {.enabled = true, .autoconf = true, .addrGenMode = "stable-privacy"};
  host.address("eth0", "2001:db8::10/64");
  host.factsOf("eth0").dynamicAddresses = {
      {.prefix = prefix("2001:db8:1::5054/64"), .validSeconds = 600},
      {.prefix = prefix("fe80::1/64")}};
  host.state().facts.runningRoutes = {{.destination = prefix("::/0"),
                                       .device = InterfaceName("eth0"),
                                       .gateway = IpAddress::parse("fe80::2").value(),
                                       .metric = 1024,
                                       .protocol = kRouterProtocol}};
  const Proposal proposal = propose(host);
  const DesiredInterface port = localPort(proposal);
  EXPECT_EQ(port.ipv6, (DesiredIp{.enabled = true,
                                  .dhcp = false,
                                  .autoconf = true,
                                  .addresses = {{prefix("2001:db8::10/64")}},
                                  .autoRouteMetric = 48,
                                  .addrGenMode = "stable-privacy"}));
  EXPECT_EQ(port.waitIp, WaitIp::Ipv6);
  EXPECT_EQ(port.ipv4->enabled, true);
}

TEST(Proposal, LeavesLinkLocalIpv6On) {
  HostSketch host = node();
  host.state().config.links[InterfaceName("eth0")].ipv6 = {.enabled = true, .addrGenMode = "none"};
  host.factsOf("eth0").dynamicAddresses = {{.prefix = prefix("fe80::1/64")}};
  EXPECT_EQ(localPort(propose(host)).ipv6, (DesiredIp{.enabled = true,
                                                      .dhcp = false,
                                                      .autoconf = false,
                                                      .addresses = std::vector<IpPrefix>{}}));
}

TEST(Proposal, KeepsWhatTheDhcpClientWasTold) {
  HostSketch host("node");
  LinkConfig& nic = host.link("eth0", PhysicalLink{});
  host.lease("eth0", "192.0.2.77/24");
  host.defaultRoute("eth0", "192.0.2.1", 0);
  nic.ipv4.autoDns = false;
  nic.ipv4.dhcpClientId = "01:02:03";
  nic.ipv4.autoRouteTable = 100;
  const DesiredIp ipv4 = *localPort(propose(host)).ipv4;
  EXPECT_EQ(ipv4.autoDns, false);
  EXPECT_EQ(ipv4.dhcpClientId, "01:02:03");
  EXPECT_EQ(ipv4.autoRouteTable, 100U);
  EXPECT_EQ(ipv4.autoGateway, std::nullopt);
}

TEST(Proposal, MovesRoutesWithAllTheySay) {
  HostSketch host = node();
  host.link("eth1", PhysicalLink{});
  const Route other{.destination = prefix("10.0.0.0/8"),
                    .device = InterfaceName("eth0"),
                    .gateway = IpAddress::parse("192.0.2.254").value(),
                    .metric = 300,
                    .table = 100,
                    .source = IpAddress::parse("192.0.2.10").value(),
                    .advmss = 1400};
  Route elsewhere = other;
  elsewhere.device = InterfaceName("eth1");
  host.state().config.routes.insert(other);
  host.state().config.routes.insert(elsewhere);
  const auto routes = propose(host).desired.routes;
  ASSERT_EQ(routes.size(), 2U);
  EXPECT_EQ(routes.at(1), (DesiredRoute{.destination = other.destination,
                                        .device = InterfaceName("br-ex"),
                                        .gateway = *other.gateway,
                                        .metric = 300,
                                        .table = 100,
                                        .source = other.source,
                                        .advmss = 1400}));
}

TEST(Proposal, KeepsTheOrderOfSeveralDefaultRoutes) {
  HostSketch host = node();
  host.defaultRoute("eth0", "192.0.2.2", 500);
  host.defaultRoute("eth0", "192.0.2.3", 200);
  host.defaultRoute("eth0", "2001:db8::1", 1024);
  std::map<std::string, std::uint32_t> metrics;
  for (const DesiredRoute& route : propose(host).desired.routes) {
    metrics[toString(*wishedValue(route.gateway))] = *route.metric;
  }
  EXPECT_THAT(metrics,
              ElementsAre(testing::Pair("192.0.2.1", 48U), testing::Pair("192.0.2.2", 50U),
                          testing::Pair("192.0.2.3", 49U), testing::Pair("2001:db8::1", 48U)));
}

TEST(Proposal, KeepsAllNextHopsOfAMultipathDefault) {
  HostSketch host("node");
  host.link("eth0", PhysicalLink{});
  host.address("eth0", "192.0.2.10/24");
  for (const char* gateway : {"192.0.2.1", "192.0.2.2"}) {
    host.state().config.routes.insert({.destination = prefix("0.0.0.0/0"),
                                       .device = InterfaceName("eth0"),
                                       .gateway = IpAddress::parse(gateway).value(),
                                       .weight = 1});
  }
  const auto routes = propose(host).desired.routes;
  ASSERT_EQ(routes.size(), 2U);
  EXPECT_EQ(routes[0].metric, 48U);
  EXPECT_EQ(routes[1].metric, 48U);
  EXPECT_EQ(routes[1].weight, 1);
}

TEST(Proposal, MovesRulesThatLookAtTheUplink) {
  HostSketch host = node();
  const Rule incoming{.priority = 100, .table = 200, .incoming = InterfaceName("eth0")};
  const Rule unrelated{.priority = 101, .from = prefix("10.0.0.0/8"), .table = 300};
  host.state().config.rules = {incoming, unrelated};
  const auto rules = propose(host).desired.rules;
  ASSERT_EQ(rules.size(), 2U);
  EXPECT_TRUE(rules[0].absent);
  EXPECT_EQ(rules[0].incoming, InterfaceName("eth0"));
  EXPECT_FALSE(rules[1].absent);
  EXPECT_EQ(rules[1].incoming, InterfaceName("br-ex"));
  EXPECT_EQ(rules[1].priority, 100U);
}

TEST(Proposal, RepeatsRulesForTheTablesOfMovedRoutes) {
  HostSketch host = node();
  host.state().config.routes.insert(
      {.destination = prefix("10.0.0.0/8"), .device = InterfaceName("eth0"), .table = 200});
  host.state().config.rules = {{.priority = 100, .from = prefix("192.0.2.10/32"), .table = 200}};
  EXPECT_THAT(
      propose(host).desired.rules,
      ElementsAre(DesiredRule{
          .family = IpFamily::V4, .priority = 100, .from = prefix("192.0.2.10/32"), .table = 200}));
}

TEST(Proposal, NamesResolversThatNobodyGaveAutomatically) {
  HostSketch host = node();
  host.state().config.resolver = {.servers = {"192.0.2.53"}, .search = {"example.com"}};
  EXPECT_EQ(propose(host).desired.resolver,
            (DesiredResolver{.servers = {{"192.0.2.53"}}, .search = {{"example.com"}}}));
  host.state().config.resolver.servers = {"127.0.0.53"};
  EXPECT_EQ(propose(host).desired.resolver, std::nullopt);
  host.state().config.resolver.servers = {"192.0.2.53"};
  host.lease("eth0", "192.0.2.77/24");
  EXPECT_EQ(propose(host).desired.resolver, std::nullopt);
}

// The default route through 'name', which stands on the two NICs.
HostSketch nodeWith(std::string_view name, const LinkKind& kind) {
  HostSketch host("node");
  host.link("eth0", PhysicalLink{});
  host.link("eth1", PhysicalLink{});
  host.link(name, kind);
  host.address(name, "192.0.2.10/24");
  host.defaultRoute(name, "192.0.2.1", 0);
  return host;
}

void enslave(HostSketch& host, std::string_view controller) {
  for (const char* port : {"eth0", "eth1"}) {
    host.state().config.links[InterfaceName(port)].controller = InterfaceName(controller);
  }
}

TEST(ProposalUplink, DescribesABondWithWhatIsNotTheDefault) {
  HostSketch host = nodeWith("bond0", BondLink{"802.3ad",
                                               {{"miimon", "100"},
                                                {"lacp_rate", "fast"},
                                                {"xmit_hash_policy", "layer3+4"},
                                                {"ad_select", "stable"},
                                                {"arp_validate", "none"}}});
  enslave(host, "bond0");
  host.state().config.links[InterfaceName("eth1")].bondPort = BondPort{.queueId = 2};
  host.state().config.links[InterfaceName("eth0")].bondPort = BondPort{.priority = 0, .queueId = 0};
  const Proposal proposal = propose(host);
  EXPECT_THAT(proposal.diagnostics, IsEmpty());
  const DesiredInterface bond = entry(proposal, "bond0", InterfaceType::Bond);
  EXPECT_EQ(
      std::get<DesiredBond>(bond.kind),
      (DesiredBond{
          .mode = "802.3ad",
          .options = {{"lacp_rate", "fast"}, {"miimon", "100"}, {"xmit_hash_policy", "layer3+4"}},
          .ports = {{InterfaceName("eth0"), InterfaceName("eth1")}},
          .portSettings = {{InterfaceName("eth1"), BondPort{.queueId = 2}}}}));
  EXPECT_EQ(bond.mac, host.state().config.links.at(InterfaceName("bond0")).mac);
  EXPECT_EQ(bond.ipv4->enabled, false);
}

TEST(ProposalUplink, WarnsOfABondThatChangesItsMac) {
  for (const char* policy : {"active", "follow", "1", "2"}) {
    HostSketch host = nodeWith("bond0", BondLink{"active-backup", {{"fail_over_mac", policy}}});
    enslave(host, "bond0");
    const Proposal proposal = propose(host);
    EXPECT_THAT(messages(proposal), ElementsAre(HasSubstr("fail_over_mac"))) << policy;
    EXPECT_EQ(entry(proposal, "bond0", InterfaceType::Bond).mac, std::nullopt);
    EXPECT_EQ(localPort(proposal).copyMacFrom, InterfaceName("bond0"));
  }
  HostSketch host = nodeWith("bond0", BondLink{"active-backup", {{"fail_over_mac", "none"}}});
  EXPECT_THAT(propose(host).diagnostics, IsEmpty());
}

TEST(ProposalUplink, DescribesAVlanAndWhatItStandsOn) {
  HostSketch host = nodeWith("bond0.7", VlanLink{.base = InterfaceName("bond0"), .id = 7});
  host.link("bond0", BondLink{"active-backup", {}}).mtu = 9000;
  enslave(host, "bond0");
  const Proposal proposal = propose(host);
  ASSERT_EQ(proposal.desired.interfaces.size(), 4U);
  EXPECT_EQ(proposal.desired.interfaces[0].name, "bond0");
  EXPECT_EQ(proposal.desired.interfaces[0].mtu, 9000U);
  EXPECT_EQ(proposal.desired.interfaces[0].ipv4, std::nullopt) << "a base keeps its addresses";
  const DesiredInterface& vlan = proposal.desired.interfaces[1];
  EXPECT_EQ(vlan.kind, DesiredKind(DesiredVlan{.base = InterfaceName("bond0"), .id = VlanId{7}}));
  EXPECT_EQ(vlan.ipv4->enabled, false);
}

TEST(ProposalUplink, SurvivesAVlanThatStandsOnItself) {
  const HostSketch host = nodeWith("loop.7", VlanLink{.base = InterfaceName("loop.7"), .id = 7});
  EXPECT_FALSE(hasErrors(propose(host).diagnostics));
}

TEST(ProposalUplink, TakesALinuxBridgeWithAWarning) {
  HostSketch host = nodeWith("virbr", LinuxBridgeLink{});
  enslave(host, "virbr");
  const Proposal proposal = propose(host);
  EXPECT_THAT(messages(proposal), ElementsAre(HasSubstr("is a Linux bridge")));
  const auto interface = entry(proposal, "virbr", InterfaceType::LinuxBridge);
  EXPECT_EQ(std::get<DesiredLinuxBridge>(interface.kind).ports->size(), 2U);
}

TEST(ProposalUplink, CallsHalfAVethPairANic) {
  EXPECT_EQ(propose(nodeWith("veth0", VethLink{})).desired.interfaces.at(0).type,
            InterfaceType::Ethernet);
  const auto pair = propose(nodeWith("veth0", VethLink{InterfaceName("veth1")}));
  EXPECT_EQ(pair.desired.interfaces.at(0).kind, DesiredKind(DesiredVeth{InterfaceName("veth1")}));
}

struct Caution {
  std::string name;
  std::function<void(HostSketch&)> arrange;
  std::string message;
};

class ProposalCaution : public testing::TestWithParam<Caution> {};

TEST_P(ProposalCaution, IsSaidWithWhatToDo) {
  HostSketch host = node();
  GetParam().arrange(host);
  const Proposal proposal = propose(host, {.uplink = InterfaceName("eth0")});
  EXPECT_THAT(proposal.diagnostics,
              Contains(AllOf(Field(&Diagnostic::message, HasSubstr(GetParam().message)),
                             Field(&Diagnostic::hint, testing::Not(IsEmpty())))));
}

const Caution kCautions[] = {
    {"LinkIsDown", [](HostSketch& h) { h.state().config.links[InterfaceName("eth0")].up = false; },
     "eth0 is down"},
    {"NoCarrier", [](HostSketch& h) { h.factsOf("eth0").carrier = false; }, "eth0 has no carrier"},
    {"NoOvs",
     [](HostSketch& h) {
       h.state().facts.ovs.available = false;
       h.state().facts.ovs.unavailableBecause = "no socket";
     },
     "Open vSwitch does not answer: no socket"},
    {"MacVlanOnTop",
     [](HostSketch& h) { h.link("mv0", MacVlanLink{.base = InterfaceName("eth0")}); },
     "mv0 is a mac-vlan on eth0"},
    {"TwoUplinks", [](HostSketch& h) { h.port("br-ex", "eth9", kOvsSystem); },
     "br-ex has the port eth9 besides eth0"},
    {"VirtualAddress", [](HostSketch& h) { h.address("eth0", "192.0.2.200/32"); },
     "192.0.2.200/32 on eth0 looks like a virtual address"},
    {"NoAddress", [](HostSketch& h) { h.state().config.links[InterfaceName("eth0")].ipv4 = {}; },
     "eth0 has no address, so br-ex will have none"},
    {"OtherFamilyElsewhere",
     [](HostSketch& h) {
       h.link("eth1", PhysicalLink{});
       h.defaultRoute("eth1", "2001:db8::1", 1024);
     },
     "the ipv6 default route leads through eth1, not through eth0"},
    {"BetterRouteStays",
     [](HostSketch& h) {
       h.link("eth1", PhysicalLink{});
       h.defaultRoute("eth1", "198.51.100.1", 10);
     },
     "'default via 198.51.100.1 dev eth1 metric 10' stays and is better"},
    {"GatewayOutsideTheNetwork",
     [](HostSketch& h) {
       Route route = *h.state().config.routes.begin();
       route.onLink = true;
       h.state().config.routes = {route};
     },
     "has a gateway outside the networks of eth0"},
};
INSTANTIATE_TEST_SUITE_P(All, ProposalCaution, testing::ValuesIn(kCautions),
                         [](const auto& tested) { return tested.param.name; });

TEST(Proposal, RefusesIpv6BelowItsLeastMtu) {
  HostSketch host = node();
  host.state().config.links[InterfaceName("eth0")].mtu = 1200;
  EXPECT_FALSE(hasErrors(propose(host).diagnostics));
  host.state().config.links[InterfaceName("eth0")].ipv6.enabled = true;
  EXPECT_TRUE(hasErrors(propose(host).diagnostics));
}

TEST(Proposal, RefusesNamesThatCannotBeTheBridge) {
  HostSketch host = node();
  host.link("virbr0", LinuxBridgeLink{});
  for (const char* name : {"", "br-int", "ovn-k8s-mp0", "patch-br-ex", "a-name-over-15-characters",
                           "a/b", "a b", "..", "virbr0", "eth0"}) {
    EXPECT_TRUE(hasErrors(propose(host, {.bridge = BridgeName(name)}).diagnostics)) << name;
  }
}

TEST(Proposal, KeepsThePortsOfABridgeThatLacksItsUplink) {
  HostSketch host = node();
  host.internalPort("br-ex", "br-ex");
  host.internalPort("br-ex", "storage").vlan.tag = 20;
  host.patchPair("br-ex", "patch-br-ex_n-to-br-int", "br-int", "patch-br-int-to-br-ex_n");
  const Proposal proposal = propose(host);
  EXPECT_FALSE(proposal.inPlace);
  EXPECT_THAT(portNames(entry(proposal, "br-ex", InterfaceType::OvsBridge)),
              ElementsAre("br-ex", "storage", "eth0"));
}

// ---- A bridge that is in place.

HostSketch nodeWithBridge() {
  HostSketch host("node");
  host.link("eth0", PhysicalLink{});
  host.internalPort("br-ex", "br-ex");
  host.port("br-ex", "eth0", kOvsSystem);
  auto& bridge = host.bridge("br-ex");
  bridge.failMode = "standalone";
  bridge.datapathType = "netdev";
  host.address("br-ex", "192.0.2.10/24");
  host.defaultRoute("br-ex", "192.0.2.1", 77);
  host.state().config.links[InterfaceName("br-ex")].mac =
      host.state().config.links[InterfaceName("eth0")].mac;
  return host;
}

TEST(ProposalInPlace, DescribesWhatIsThere) {
  HostSketch host = nodeWithBridge();
  host.address("br-ex", "169.254.0.2/17");
  const Proposal proposal = propose(host);
  EXPECT_TRUE(proposal.inPlace);
  EXPECT_EQ(proposal.uplink, InterfaceName("eth0"));
  const DesiredInterface bridge = entry(proposal, "br-ex", InterfaceType::OvsBridge);
  const auto& settings = std::get<DesiredOvsBridge>(bridge.kind);
  EXPECT_EQ(settings.mcastSnooping, false);
  EXPECT_EQ(settings.failMode, Wish<std::string>("standalone"));
  EXPECT_EQ(settings.datapath, "netdev");
  const DesiredInterface port = localPort(proposal);
  EXPECT_THAT(port.ipv4->addresses,
              Optional(ElementsAre(prefix("192.0.2.10/24"), prefix("169.254.0.2/17"))));
  EXPECT_EQ(port.copyMacFrom, InterfaceName("eth0"));
  EXPECT_EQ(proposal.desired.routes.at(0).metric, 77U);
  EXPECT_THAT(proposal.explanation, Contains(HasSubstr("169.254.0.2/17 is a masquerade address")));
  EXPECT_EQ(proposal.desired.interfaces.at(0).ipv4->enabled, false);
}

TEST(ProposalInPlace, KeepsAMacOfItsOwn) {
  HostSketch host = nodeWithBridge();
  const auto mac = MacAddress::parse("02:00:00:00:00:09").value();
  host.state().config.links[InterfaceName("br-ex")].mac = mac;
  const DesiredInterface port = localPort(propose(host));
  EXPECT_EQ(port.mac, mac);
  EXPECT_EQ(port.copyMacFrom, std::nullopt);
}

TEST(ProposalInPlace, KeepsTheMetricOfLeases) {
  HostSketch host = nodeWithBridge();
  host.state().config.routes.clear();
  host.state().config.links[InterfaceName("br-ex")].ipv4 = {};
  host.lease("br-ex", "192.0.2.77/24");
  host.state().facts.runningRoutes = {{.destination = prefix("0.0.0.0/0"),
                                       .device = InterfaceName("br-ex"),
                                       .metric = 1003,
                                       .protocol = kDhcpProtocol}};
  EXPECT_EQ(localPort(propose(host)).ipv4->autoRouteMetric, 1003U);
}

TEST(ProposalInPlace, KeepsVlansAndBonds) {
  HostSketch host = nodeWithBridge();
  host.bridge("br-ex").ports.erase(PortName("eth0"));
  host.link("eth1", PhysicalLink{});
  OvsPortConfig& bond = host.bond("br-ex", "uplinks", {"eth0", "eth1"});
  bond.bondMode = "balance-tcp";
  bond.lacp = "active";
  bond.bondUpdelay = 100;
  OvsPortConfig& trunk = host.internalPort("br-ex", "trunk0");
  trunk.vlan = {.mode = VlanMode::NativeUntagged, .tag = VlanId{5}};
  const Proposal proposal = propose(host);
  EXPECT_EQ(proposal.uplink, std::nullopt);
  const DesiredInterface bridge = entry(proposal, "br-ex", InterfaceType::OvsBridge);
  const auto& ports = *std::get<DesiredOvsBridge>(bridge.kind).ports;
  ASSERT_EQ(ports.size(), 3U);
  EXPECT_EQ(ports[1].vlan, Wish<DesiredPortVlan>(DesiredPortVlan{
                               .mode = VlanMode::Trunk, .tag = VlanId{5}, .enableNative = true}));
  EXPECT_EQ(ports[2].bond,
            (DesiredOvsBond{.mode = "lacp",
                            .members = {{InterfaceName("eth0"), InterfaceName("eth1")}},
                            .updelay = 100}));
}

}  // namespace
}  // namespace pointsman::propose
