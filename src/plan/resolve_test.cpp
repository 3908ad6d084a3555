// SPDX-License-Identifier: Apache-2.0
#include "plan/resolve.h"

#include <gtest/gtest.h>

#include "plan/plan.h"
#include "plan/testing/builders.h"
#include "plan/testing/fake_host.h"

namespace pointsman::plan {
namespace {

// Applies 'document' and expects that a second time there is nothing left to do.
HostConfig applied(const DesiredState& document, const ObservedState& host) {
  const Resolution resolution = resolve(document, host);
  EXPECT_FALSE(hasErrors(resolution.diagnostics)) << listing(resolution.diagnostics);
  FakeHost fake(host);
  const auto steps = planSteps(host.config, resolution.target, host.facts);
  const auto done = fake.executeAll(steps);
  EXPECT_TRUE(done.has_value()) << done.error().message() << "\n" << listing(steps);
  const Resolution again = resolve(document, fake.state());
  EXPECT_FALSE(hasErrors(again.diagnostics)) << listing(again.diagnostics);
  const auto left = planSteps(fake.state().config, again.target, fake.state().facts);
  EXPECT_TRUE(left.empty()) << "a second apply would still\n" << listing(left);
  return fake.state().config;
}

std::string planText(const DesiredState& document, const ObservedState& host) {
  return listing(planSteps(host.config, resolve(document, host).target, host.facts));
}

TEST(ResolveBridge, MovesTheUplinksAddressAndRouteToTheBridge) {
  const ObservedState host = plainHost();
  EXPECT_EQ(planText(bridgeDocument(), host),
            "ovsdb  add bridge br-ex (external_ids:bridge-uplink=eth0, "
            "external_ids:pointsman-owner=pointsman, other_config:hwaddr=52:54:00:00:00:00)\n"
            "ovsdb  add port br-ex to br-ex (internal)\n"
            "ovsdb  add port eth0 to br-ex (system)\n"
            "link   set br-ex up\n"
            "route  remove default via 192.0.2.1 dev eth0\n"
            "ip     set br-ex ipv6 on -> off\n"
            "ip     remove 192.0.2.10/24 from eth0\n"
            "ip     set eth0 ipv6 on -> off\n"
            "ip     add 192.0.2.10/24 to br-ex\n"
            "route  add default via 192.0.2.1 dev br-ex\n");
  applied(bridgeDocument(), host);
}

TEST(ResolveBridge, TakesCopyMacFromOnTheBridgeAsOnItsInternalPort) {
  DesiredState document = bridgeDocument();
  document.interfaces[2].copyMacFrom.reset();
  document.interfaces[1].copyMacFrom = InterfaceName("eth0");
  const HostConfig after = applied(document, plainHost());
  EXPECT_EQ(link(after, "br-ex").mac, mac("52:54:00:00:00:00"));
}

TEST(ResolveBridge, PutsTheMacOfAnotherInternalPortOnItsInterface) {
  DesiredState document;
  DesiredInterface port0 = entry("int0", InterfaceType::OvsInterface);
  port0.mac = mac("52:54:00:aa:bb:cc");
  document.interfaces = {bridge("br0", {"br0", "int0"}), port0};
  const HostConfig after = applied(document, plainHost());
  EXPECT_EQ(port(after, "br0", "int0").interfaces.at(InterfaceName("int0")).mac, port0.mac);
}

TEST(ResolveBridge, GivesANewBridgeTheDefaultDatapathAndAnInternalPort) {
  ObservedState host = plainHost();
  host.facts.ovs.defaultDatapath = "netdev";
  DesiredState document;
  document.interfaces = {entry("br0", InterfaceType::OvsBridge)};
  const HostConfig after = applied(document, host);
  EXPECT_EQ(after.ovs.bridges.at(BridgeName("br0")).datapathType, "netdev");
  EXPECT_TRUE(link(after, "br0").up);
}

TEST(ResolveBridge, LeavesAForeignBridgeAndItsPortsAlone) {
  ObservedState host = bridgedHost();
  DesiredState document;
  document.interfaces = {bridge("br0", {"eth1"})};
  const HostConfig after = applied(document, host);
  EXPECT_EQ(after.ovs.bridges.at(BridgeName("br-ex")),
            host.config.ovs.bridges.at(BridgeName("br-ex")));
}

// The patch port that ovn-controller makes on br-ex.
void addOvnPatch(ObservedState& host) {
  OvsPortConfig patch{.externalIds = {{"ovn-localnet-port", "br-ex_node0"}}};
  patch.interfaces[InterfaceName("patch-br-ex_n0")] = {.type = "patch",
                                                       .options = {{"peer", "patch-br-int"}}};
  host.config.ovs.bridges.at(BridgeName("br-ex")).ports[PortName("patch-br-ex_n0")] = patch;
}

TEST(ResolveBridge, KeepsPatchPortsOfOvnThatThePortListLeavesOut) {
  ObservedState host = bridgedHost();
  addOvnPatch(host);
  DesiredState document;
  document.interfaces = {bridge("br-ex", {"br-ex", "eth0", "eth1"})};
  const HostConfig after = applied(document, host);
  EXPECT_TRUE(after.ovs.bridges.at(BridgeName("br-ex")).ports.contains(PortName("patch-br-ex_n0")));
}

TEST(ResolveBridge, KeepsAnyUnlistedPatchPortOnlyWhenAllowedTo) {
  ObservedState host = bridgedHost();
  OvsPortConfig patch;
  patch.interfaces[InterfaceName("p0")] = {.type = "patch", .options = {{"peer", "p1"}}};
  host.config.ovs.bridges.at(BridgeName("br-ex")).ports[PortName("p0")] = patch;
  DesiredState document;
  document.interfaces = {bridge("br-ex", {"br-ex", "eth0"})};
  const BridgeName name("br-ex");
  EXPECT_FALSE(applied(document, host).ovs.bridges.at(name).ports.contains(PortName("p0")));
  std::get<DesiredOvsBridge>(document.interfaces[0].kind).allowExtraPatchPorts = true;
  EXPECT_TRUE(applied(document, host).ovs.bridges.at(name).ports.contains(PortName("p0")));
}

TEST(ResolveBridge, ChangesOnlyThePortWhoseVlanChanges) {
  DesiredState document;
  document.interfaces = {bridge("br-ex", {"br-ex", "eth0"})};
  auto& ports = *std::get<DesiredOvsBridge>(document.interfaces[0].kind).ports;
  ports[1].vlan = DesiredPortVlan{.mode = VlanMode::Access, .tag = 12};
  EXPECT_EQ(planText(document, bridgedHost()),
            "ovsdb  change port eth0 of br-ex: vlan trunk of all -> access 12\n");
  applied(document, bridgedHost());
}

TEST(ResolveBridge, WritesATrunkWithNativeVlanAsNativeUntagged) {
  DesiredState document;
  document.interfaces = {bridge("br-ex", {"br-ex", "eth0"})};
  VlanSet trunks;
  trunks.add(VlanRange{10, 11});
  auto& ports = *std::get<DesiredOvsBridge>(document.interfaces[0].kind).ports;
  ports[1].vlan =
      DesiredPortVlan{.mode = VlanMode::Trunk, .tag = 7, .enableNative = true, .trunks = trunks};
  const HostConfig after = applied(document, bridgedHost());
  EXPECT_EQ(port(after, "br-ex", "eth0").vlan,
            (OvsPortVlan{.mode = VlanMode::NativeUntagged, .tag = 7, .trunks = trunks}));
}

TEST(ResolveBridge, ClearsAVlan) {
  ObservedState host = bridgedHost();
  host.config.ovs.bridges.at(BridgeName("br-ex")).ports.at(PortName("eth0")).vlan.tag = 5;
  DesiredState document;
  document.interfaces = {bridge("br-ex", {"br-ex", "eth0"})};
  std::get<DesiredOvsBridge>(document.interfaces[0].kind).ports->at(1).vlan = Clear{};
  EXPECT_EQ(port(applied(document, host), "br-ex", "eth0").vlan, OvsPortVlan{});
}

TEST(ResolveBridge, HandsTheOpenflowNumberOfAReplacedUplinkOn) {
  DesiredState document;
  document.interfaces = {bridge("br-ex", {"br-ex", "eth1"})};
  const HostConfig after = applied(document, bridgedHost());
  EXPECT_EQ(port(after, "br-ex", "eth1").interfaces.at(InterfaceName("eth1")).ofportRequest, 1);
  EXPECT_EQ(after.ovs.bridges.at(BridgeName("br-ex")).externalIds.at("bridge-uplink"), "eth1");
}

TEST(ResolveBridge, RemovesBothTheBridgeAndItsPortByNameAlone) {
  DesiredState document;
  document.interfaces = {absent("br-ex")};
  const HostConfig after = applied(document, bridgedHost());
  EXPECT_TRUE(after.ovs.bridges.empty());
  EXPECT_FALSE(after.links.contains(InterfaceName("br-ex")));
  EXPECT_TRUE(link(after, "eth0").up);
  EXPECT_TRUE(after.routes.empty());
}

TEST(ResolveBridge, MovesAPortFromOneBridgeToAnother) {
  DesiredState document;
  document.interfaces = {bridge("br0", {"br0", "eth0"})};
  const HostConfig after = applied(document, bridgedHost());
  EXPECT_FALSE(after.ovs.bridges.at(BridgeName("br-ex")).ports.contains(PortName("eth0")));
  EXPECT_TRUE(after.ovs.bridges.at(BridgeName("br0")).ports.contains(PortName("eth0")));
}

TEST(ResolveBridge, AddsOnePortByController) {
  DesiredState document;
  document.interfaces = {entry("eth1", InterfaceType::Ethernet)};
  document.interfaces[0].controller = "br-ex";
  const HostConfig after = applied(document, bridgedHost());
  EXPECT_EQ(after.ovs.bridges.at(BridgeName("br-ex")).ports.size(), 3U);
}

TEST(ResolveBridge, KeepsAnIgnoredPortThatTheListLeavesOut) {
  DesiredState document;
  document.interfaces = {bridge("br-ex", {"br-ex"}),
                         {.name = "eth0", .state = InterfaceState::Ignore}};
  const HostConfig after = applied(document, bridgedHost());
  EXPECT_TRUE(after.ovs.bridges.at(BridgeName("br-ex")).ports.contains(PortName("eth0")));
}

TEST(ResolveBridge, MakesAnOvsBond) {
  DesiredState document;
  document.interfaces = {bridge("br0", {"br0"})};
  std::get<DesiredOvsBridge>(document.interfaces[0].kind)
      .ports->push_back(
          {.name = PortName("bond0"),
           .bond = DesiredOvsBond{.mode = "balance-tcp", .members = names({"eth1", "eth2"})}});
  const HostConfig after = applied(document, plainHost());
  EXPECT_EQ(port(after, "br0", "bond0").lacp, "active");
  EXPECT_EQ(port(after, "br0", "bond0").interfaces.size(), 2U);
}

TEST(ResolveOvsDb, MergesKeysAndProtectsThoseOfOvnWhenCleared) {
  ObservedState host = plainHost();
  host.config.ovs.externalIds = {{"system-id", "x"}, {"ovn-remote", "ssl:…"}, {"mine", "1"}};
  DesiredState document;
  document.ovsDb = DesiredOvsDb{.externalIds = DesiredGlobalMap{}};
  const HostConfig cleared = applied(document, host);
  EXPECT_EQ(cleared.ovs.externalIds, (StringMap{{"system-id", "x"}, {"ovn-remote", "ssl:…"}}));
  document.ovsDb->externalIds->keys = {{"mine", std::nullopt}, {"yours", "2"}};
  EXPECT_EQ(applied(document, host).ovs.externalIds,
            (StringMap{{"system-id", "x"}, {"ovn-remote", "ssl:…"}, {"yours", "2"}}));
}

TEST(ResolveOvsDb, MergesBridgeMappingsByLocalnet) {
  ObservedState host = bridgedHost();
  host.config.ovs.externalIds = {{"ovn-bridge-mappings", "z:br-ex,physnet:br-ex"}};
  DesiredState document;
  document.bridgeMappings = {{.localnet = "physnet", .bridge = BridgeName("br-ex")}};
  EXPECT_EQ(planText(document, host), "");
  document.bridgeMappings.push_back({.localnet = "z", .absent = true});
  EXPECT_EQ(applied(document, host).ovs.externalIds.at("ovn-bridge-mappings"), "physnet:br-ex");
}

TEST(ResolveOvsDb, ReplacesTheMapsOfARowButNotTheMarksOfItsOwners) {
  ObservedState host = bridgedHost();
  auto& ids = host.config.ovs.bridges.at(BridgeName("br-ex")).externalIds;
  ids = {{"a", "1"}, {"pointsman-owner", "pointsman"}, {"NM.connection.uuid", "u"}};
  DesiredState document;
  document.interfaces = {entry("br-ex", InterfaceType::OvsBridge)};
  document.interfaces[0].ovsMaps.externalIds = StringMap{{"b", "2"}};
  EXPECT_EQ(applied(document, host).ovs.bridges.at(BridgeName("br-ex")).externalIds,
            (StringMap{{"b", "2"}, {"pointsman-owner", "pointsman"}, {"NM.connection.uuid", "u"}}));
}

TEST(ResolveIdentity, FindsAnInterfaceByItsPermanentMac) {
  DesiredState document;
  DesiredInterface nic = entry("uplink", InterfaceType::Ethernet);
  nic.identifier = Identifier::MacAddress;
  nic.mac = mac("52:54:00:00:00:01");
  document.interfaces = {nic, bridge("br0", {"br0", "uplink"})};
  const HostConfig after = applied(document, plainHost());
  EXPECT_TRUE(after.ovs.bridges.at(BridgeName("br0")).ports.contains(PortName("eth1")));
}

TEST(ResolveIdentity, TakesAnAlternativeNameForTheInterface) {
  ObservedState host = plainHost();
  link(host, "eth1").altNames = {"primary"};
  DesiredState document;
  document.interfaces = {bridge("br0", {"br0", "primary"})};
  EXPECT_TRUE(
      applied(document, host).ovs.bridges.at(BridgeName("br0")).ports.contains(PortName("eth1")));
}

TEST(ResolveIdentity, InfersATypeFromTheOneInterfaceOfThatName) {
  DesiredState document;
  document.interfaces = {{.name = "eth1", .mtu = 9000}};
  EXPECT_EQ(link(applied(document, plainHost()), "eth1").mtu, 9000U);
}

TEST(ResolveLinks, SetsMtuOfAnInternalPortInBothPlaces) {
  DesiredState document;
  document.interfaces = {entry("eth0", InterfaceType::Ethernet),
                         entry("br-ex", InterfaceType::OvsInterface)};
  document.interfaces[0].mtu = 9000;
  document.interfaces[1].mtu = 9000;
  EXPECT_EQ(planText(document, bridgedHost()),
            "link   set br-ex mtu 1500 -> 9000\n"
            "link   set eth0 mtu 1500 -> 9000\n"
            "ovsdb  change interface br-ex: mtu_request none -> 9000\n");
  applied(document, bridgedHost());
}

TEST(ResolveLinks, RecreatesAVlanWhoseIdChanges) {
  ObservedState host = plainHost();
  LinkConfig vlan{.kind = VlanLink{.base = InterfaceName("eth1"), .id = 10}, .up = true};
  vlan.ipv4 = {.enabled = true, .addresses = {{.prefix = prefix("10.0.0.1/24")}}};
  host.config.links.emplace(InterfaceName("vlan0"), vlan);
  DesiredState document;
  document.interfaces = {entry("vlan0", InterfaceType::Vlan)};
  document.interfaces[0].kind = DesiredVlan{.id = 11};
  const HostConfig after = applied(document, host);
  EXPECT_EQ(std::get<VlanLink>(link(after, "vlan0").kind).id, 11);
  EXPECT_EQ(link(after, "vlan0").ipv4, vlan.ipv4);
}

TEST(ResolveLinks, RemovesVlansWithTheirBase) {
  ObservedState host = plainHost();
  host.config.links.emplace(InterfaceName("bond0"),
                            LinkConfig{.kind = BondLink{"active-backup", {}}});
  host.config.links.emplace(InterfaceName("vlan0"),
                            LinkConfig{.kind = VlanLink{.base = InterfaceName("bond0"), .id = 10}});
  DesiredState document;
  document.interfaces = {absent("bond0")};
  EXPECT_FALSE(applied(document, host).links.contains(InterfaceName("vlan0")));
}

TEST(ResolveLinks, MakesABondWithTheMacOfItsFirstPort) {
  DesiredState document;
  DesiredInterface bond = entry("bond0", InterfaceType::Bond);
  bond.kind = DesiredBond{.mode = "active-backup", .ports = names({"eth2", "eth1"})};
  DesiredInterface local = entry("br0", InterfaceType::OvsInterface);
  local.copyMacFrom = InterfaceName("bond0");
  document.interfaces = {bond, bridge("br0", {"br0", "bond0"}), local};
  const HostConfig after = applied(document, plainHost());
  EXPECT_EQ(link(after, "br0").mac, mac("52:54:00:00:00:01"));
  EXPECT_EQ(link(after, "bond0").mac, mac("52:54:00:00:00:01"));
}

TEST(ResolveIp, TurnsALeaseIntoConfigurationWhenDhcpEnds) {
  ObservedState host = plainHost();
  link(host, "eth1").ipv4 = {.enabled = true, .dhcp = true};
  host.facts.links[InterfaceName("eth1")].dynamicAddresses = {
      {.prefix = prefix("198.51.100.7/24"), .validSeconds = 600}};
  DesiredState document;
  document.interfaces = {entry("eth1", InterfaceType::Ethernet)};
  document.interfaces[0].ipv4 = DesiredIp{.enabled = true, .dhcp = false};
  EXPECT_EQ(planText(document, host),
            "ip     set eth1 ipv4 dhcp -> off\n"
            "ip     change 198.51.100.7/24 (leased) on eth1 to 198.51.100.7/24\n");
  applied(document, host);
}

TEST(ResolveIp, DoesNotMindTheOrderInWhichTheKernelListsAddresses) {
  ObservedState host = plainHost();
  link(host, "eth1").ipv6 = {
      .enabled = true,
      .addresses = {{.prefix = prefix("2001:db8::2/64")}, {.prefix = prefix("2001:db8::1/64")}}};
  DesiredState document;
  document.interfaces = {entry("eth1", InterfaceType::Ethernet)};
  document.interfaces[0].ipv6 = staticIp({"2001:db8::1/64", "2001:db8::2/64"});
  EXPECT_EQ(planText(document, host), "");
}

TEST(ResolveIp, WarnsOfAddressesThatANewPortLoses) {
  DesiredState document;
  document.interfaces = {bridge("br0", {"br0", "eth0"})};
  const Resolution resolution = resolve(document, plainHost());
  EXPECT_TRUE(hasFinding(resolution.diagnostics, Severity::Warning, "interfaces",
                         "eth0 becomes a port and loses 192.0.2.10/24"));
  EXPECT_TRUE(link(resolution.target, "eth0").ipv4.addresses.empty());
  EXPECT_TRUE(resolution.target.routes.empty());
}

TEST(ResolveRoutes, ReplaceARouteGivenWithAnotherMetric) {
  DesiredState document;
  document.routes = {defaultRoute("192.0.2.1", "eth0")};
  EXPECT_EQ(planText(document, plainHost()), "");
  document.routes[0].metric = 48;
  const HostConfig after = applied(document, plainHost());
  ASSERT_EQ(after.routes.size(), 1U);
  EXPECT_EQ(after.routes.begin()->metric, 48U);
}

TEST(ResolveRoutes, SwapAGatewayWithoutAGap) {
  DesiredState document;
  document.routes = {defaultRoute("192.0.2.254", "eth0"),
                     {.absent = true, .gateway = ip("192.0.2.1")}};
  EXPECT_EQ(planText(document, plainHost()),
            "route  replace default via 192.0.2.1 dev eth0 by default via 192.0.2.254 dev eth0\n");
}

TEST(ResolveRoutes, ReadAnIpv6RouteWithoutMetricAs1024) {
  ObservedState host = plainHost();
  link(host, "eth0").ipv6.addresses = {{.prefix = prefix("2001:db8::2/64")}};
  host.config.routes.insert({.destination = prefix("2001:db8:f::/48"),
                             .device = InterfaceName("eth0"),
                             .gateway = ip("2001:db8::1"),
                             .metric = 1024});
  DesiredState document;
  document.routes = {{.destination = prefix("2001:db8:f::/48"),
                      .device = InterfaceName("eth0"),
                      .gateway = ip("2001:db8::1"),
                      .metric = 0}};
  EXPECT_EQ(planText(document, host), "");
}

TEST(ResolveRules, KeepAnEqualRuleAtWhateverPriority) {
  ObservedState host = plainHost();
  host.config.rules.insert({.priority = 5, .from = prefix("10.0.0.0/8"), .table = 100});
  DesiredState document;
  document.rules = {{.from = prefix("10.0.0.0/8"), .table = 100}};
  EXPECT_EQ(planText(document, host), "");
  document.rules.push_back({.from = prefix("10.1.0.0/16"), .table = 100});
  EXPECT_EQ(planText(document, host), "rule   add 30000: from 10.1.0.0/16 lookup 100\n");
}

TEST(ResolveMigration, TurnsALinuxBridgeIntoAnOvsBridge) {
  ObservedState host = plainHost();
  LinkConfig old{.kind = LinuxBridgeLink{}, .up = true, .mac = mac("52:54:00:00:00:00")};
  old.ipv4 = link(host, "eth0").ipv4;
  host.config.links.emplace(InterfaceName("br0"), old);
  link(host, "eth0").ipv4 = {};
  link(host, "eth0").controller = InterfaceName("br0");
  host.config.routes = {{.destination = prefix("0.0.0.0/0"),
                         .device = InterfaceName("br0"),
                         .gateway = ip("192.0.2.1")}};
  DesiredState document;
  DesiredInterface local = entry("br0", InterfaceType::OvsInterface);
  local.ipv4 = staticIp({"192.0.2.10/24"});
  document.interfaces = {bridge("br0", {"br0", "eth0"}), local};
  document.routes = {defaultRoute("192.0.2.1", "br0")};
  const HostConfig after = applied(document, host);
  EXPECT_TRUE(std::holds_alternative<OvsInternalLink>(link(after, "br0").kind));
  EXPECT_EQ(after.routes.size(), 1U);
}

}  // namespace
}  // namespace pointsman::plan
