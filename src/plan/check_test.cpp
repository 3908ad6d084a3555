// SPDX-License-Identifier: Apache-2.0
// Each rule breached once, by name.
#include "plan/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "plan/resolve.h"
#include "plan/testing/builders.h"

namespace pointsman::plan {
namespace {

struct Breach {
  const char* name;
  std::function<void(DesiredState&, ObservedState&)> make;
  Severity severity;
  const char* path;
  const char* message;
};

class Rules : public testing::TestWithParam<Breach> {};

TEST_P(Rules, AreTold) {
  DesiredState document;
  ObservedState host = bridgedHost();
  GetParam().make(document, host);
  const Diagnostics found = resolve(document, host).diagnostics;
  EXPECT_TRUE(hasFinding(found, GetParam().severity, GetParam().path, GetParam().message))
      << listing(found);
}

using D = DesiredState;
using H = ObservedState;

DesiredInterface vlan(const char* name, const char* base, VlanId id) {
  DesiredInterface wish = entry(name, InterfaceType::Vlan);
  wish.kind = DesiredVlan{.base = InterfaceName(base), .id = id};
  return wish;
}
DesiredInterface bond(const char* name, std::initializer_list<const char*> ports) {
  DesiredInterface wish = entry(name, InterfaceType::Bond);
  wish.kind = DesiredBond{.mode = "active-backup", .ports = names(ports)};
  return wish;
}
DesiredInterface patch(const char* name, const char* peer) {
  DesiredInterface wish = entry(name, InterfaceType::OvsInterface);
  wish.kind = DesiredOvsInterface{.type = "patch", .options = StringMap{{"peer", peer}}};
  return wish;
}
DesiredInterface bridgeWithVlan(const DesiredPortVlan& wish) {
  DesiredInterface result = bridge("br-ex", {"br-ex", "eth0"});
  std::get<DesiredOvsBridge>(result.kind).ports->at(1).vlan = wish;
  return result;
}

INSTANTIATE_TEST_SUITE_P(
    OfInterfaces, Rules,
    testing::Values(
        Breach{"NameTooLong",
               [](D& d, H&) { d.interfaces = {entry("a-name-of-16-cha", InterfaceType::Dummy)}; },
               Severity::Error, "interfaces[0].name", "has 16 characters"},
        Breach{"ReservedNameMade",
               [](D& d, H&) { d.interfaces = {entry("br-int", InterfaceType::OvsBridge)}; },
               Severity::Error, "interfaces[0].name", "belongs to OVN"},
        Breach{"UnknownTypeNotFound", [](D& d, H&) { d.interfaces = {{.name = "nothing"}}; },
               Severity::Error, "interfaces[0].type", "has no type"},
        Breach{"UnknownTypeAmbiguous", [](D& d, H&) { d.interfaces = {{.name = "br-ex"}}; },
               Severity::Error, "interfaces[0].type", "ovs-bridge and ovs-interface"},
        Breach{"EthernetMissing",
               [](D& d, H&) { d.interfaces = {entry("eth9", InterfaceType::Ethernet)}; },
               Severity::Error, "interfaces[0].name", "the host has eth0"},
        Breach{"TypeMismatch", [](D& d, H&) { d.interfaces = {bond("eth1", {"eth2"})}; },
               Severity::Error, "interfaces[0].type", "is of type ethernet"},
        Breach{"ListedTwice",
               [](D& d, H&) {
                 d.interfaces = {bridge("br-ex", {}), bridge("br-ex", {})};
               },
               Severity::Error, "interfaces[1].name", "listed twice"},
        Breach{"NewBondWithoutMode",
               [](D& d, H&) { d.interfaces = {entry("bond0", InterfaceType::Bond)}; },
               Severity::Error, "interfaces[0].link-aggregation.mode", "has no"},
        Breach{"BondOfOne", [](D& d, H&) { d.interfaces = {bond("bond0", {"eth1"})}; },
               Severity::Warning, "interfaces[0].link-aggregation.port", "one port only"},
        Breach{"VlanBaseMissing", [](D& d, H&) { d.interfaces = {vlan("vlan0", "eth9", 5)}; },
               Severity::Error, "interfaces[0].vlan.base-iface", "eth9 does not exist"},
        Breach{"VlanIdReserved", [](D& d, H&) { d.interfaces = {vlan("vlan0", "eth1", 4095)}; },
               Severity::Error, "interfaces[0].vlan.id", "4095"},
        Breach{"VethWithoutPeer",
               [](D& d, H&) { d.interfaces = {entry("v0", InterfaceType::Veth)}; }, Severity::Error,
               "interfaces[0].veth.peer", "has no"},
        Breach{"MacOnBridge",
               [](D& d, H&) {
                 d.interfaces = {entry("br-ex", InterfaceType::OvsBridge)};
                 d.interfaces[0].mac = mac("52:54:00:00:00:07");
               },
               Severity::Error, "interfaces[0].mac-address", "cannot have a MAC"},
        Breach{"MtuOnBridge",
               [](D& d, H&) {
                 d.interfaces = {entry("br-ex", InterfaceType::OvsBridge)};
                 d.interfaces[0].mtu = 9000;
               },
               Severity::Warning, "interfaces[0].mtu", "ignored"},
        Breach{"CopyMacSourceMissing",
               [](D& d, H&) {
                 d.interfaces = {entry("br-ex", InterfaceType::OvsInterface)};
                 d.interfaces[0].copyMacFrom = InterfaceName("eth9");
               },
               Severity::Error, "interfaces[0].copy-mac-from", "does not exist"},
        Breach{"NoInterfaceOfThatMac",
               [](D& d, H&) {
                 d.interfaces = {entry("nic", InterfaceType::Ethernet)};
                 d.interfaces[0].identifier = Identifier::MacAddress;
                 d.interfaces[0].mac = mac("52:54:00:00:00:99");
               },
               Severity::Error, "interfaces[0].mac-address", "no interface has"},
        Breach{"MtuOutOfRange",
               [](D& d, H&) {
                 d.interfaces = {entry("eth1", InterfaceType::Ethernet)};
                 d.interfaces[0].mtu = 9001;
               },
               Severity::Error, "interfaces[0].mtu", "68 to 9000"},
        Breach{"MtuTooSmallForIpv6",
               [](D& d, H&) {
                 d.interfaces = {entry("eth1", InterfaceType::Ethernet)};
                 d.interfaces[0].mtu = 1279;
               },
               Severity::Error, "interfaces[0].mtu", "too small for IPv6"},
        Breach{"UplinkSmallerThanTheBridge",
               [](D& d, H&) {
                 d.interfaces = {entry("br-ex", InterfaceType::OvsInterface)};
                 d.interfaces[0].mtu = 9000;
               },
               Severity::Error, "interfaces[0].mtu", "its uplink eth0 only 1500"}),
    [](const auto& tested) { return tested.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfPorts, Rules,
    testing::Values(
        Breach{
            "Overbooked",
            [](D& d, H&) {
              d.interfaces = {bridge("br-ex", {"br-ex", "eth0"}), bond("bond0", {"eth0", "eth1"})};
            },
            Severity::Error, "interfaces[1].link-aggregation.port[0]", "by br-ex and by bond0"},
        Breach{"UnknownPortOfBond",
               [](D& d, H&) {
                 d.interfaces = {bond("bond0", {"eth8", "eth1"})};
               },
               Severity::Error, "interfaces[0].link-aggregation.port[0]", "does not exist"},
        Breach{"UnknownPortOfBridge",
               [](D& d, H&) {
                 d.interfaces = {bridge("br-ex", {"br-ex", "eth7"})};
               },
               Severity::Warning, "interfaces[0].bridge.port[1].name", "an internal port"},
        Breach{"PortRemoved",
               [](D& d, H&) {
                 d.interfaces = {bridge("br-ex", {"br-ex", "eth0", "int0"}), absent("int0")};
               },
               Severity::Error, "interfaces[0].bridge.port[2].name", "which the document removes"},
        Breach{"ControllerMissing",
               [](D& d, H&) {
                 d.interfaces = {entry("eth1", InterfaceType::Ethernet)};
                 d.interfaces[0].controller = "br9";
               },
               Severity::Error, "interfaces[0].controller", "does not exist"},
        Breach{"ControllerLeavesItOut",
               [](D& d, H&) {
                 d.interfaces = {entry("eth1", InterfaceType::Ethernet), bridge("br-ex", {"eth0"})};
                 d.interfaces[0].controller = "br-ex";
               },
               Severity::Error, "interfaces[0].controller", "leaves it out"},
        Breach{"ControllerIsAnother",
               [](D& d, H&) {
                 d.interfaces = {entry("eth0", InterfaceType::Ethernet), bridge("br-ex", {"eth0"}),
                                 bond("bond0", {"eth1", "eth2"})};
                 d.interfaces[0].controller = "bond0";
               },
               Severity::Error, "interfaces[0].controller", "br-ex lists it"},
        Breach{"DetachedButListed",
               [](D& d, H&) {
                 d.interfaces = {entry("eth0", InterfaceType::Ethernet), bridge("br-ex", {"eth0"})};
                 d.interfaces[0].controller = Clear{};
               },
               Severity::Error, "interfaces[0].controller", "lists it as a port"},
        Breach{"IpOnPort",
               [](D& d, H&) {
                 d.interfaces = {entry("eth0", InterfaceType::Ethernet)};
                 d.interfaces[0].ipv4 = staticIp({"10.0.0.1/24"});
               },
               Severity::Error, "interfaces[0].ipv4", "is a port of br-ex"},
        Breach{"OvsInterfaceInNoBridge",
               [](D& d, H&) { d.interfaces = {entry("int0", InterfaceType::OvsInterface)}; },
               Severity::Error, "interfaces[0].name", "port of no bridge"},
        Breach{"OvsInterfaceLeftOut",
               [](D& d, H& h) {
                 OvsBridgeConfig& br = h.config.ovs.bridges.at(BridgeName("br-ex"));
                 br.ports[PortName("int0")].interfaces[InterfaceName("int0")].type = "internal";
                 h.config.links.emplace(InterfaceName("int0"),
                                        LinkConfig{.kind = OvsInternalLink{}});
                 d.interfaces = {bridge("br-ex", {"br-ex", "eth0"}),
                                 entry("int0", InterfaceType::OvsInterface)};
               },
               Severity::Error, "interfaces[1].name", "left out of its bridge's port list"},
        Breach{"BridgeInBridge",
               [](D& d, H&) {
                 d.interfaces = {bridge("br0", {"br0", "br-ex"})};
               },
               Severity::Error, "interfaces[0].bridge.port[1].name", "is a bridge itself"}),
    [](const auto& tested) { return tested.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfOvs, Rules,
    testing::Values(
        Breach{"TagReserved",
               [](D& d, H&) {
                 d.interfaces = {bridgeWithVlan({.mode = VlanMode::Access, .tag = 4095})};
               },
               Severity::Error, "interfaces[0].bridge.port[1].vlan.tag", "4095 is reserved"},
        Breach{
            "TagOnTrunk",
            [](D& d, H&) { d.interfaces = {bridgeWithVlan({.mode = VlanMode::Trunk, .tag = 5})}; },
            Severity::Error, "interfaces[0].bridge.port[1].vlan.tag", "without native"},
        Breach{"NativeOnAccess",
               [](D& d, H&) {
                 d.interfaces = {
                     bridgeWithVlan({.mode = VlanMode::Access, .tag = 5, .enableNative = true})};
               },
               Severity::Error, "interfaces[0].bridge.port[1].vlan.enable-native", "access mode"},
        Breach{
            "BondOfOneMember",
            [](D& d, H&) {
              d.interfaces = {bridge("br0", {"br0"})};
              std::get<DesiredOvsBridge>(d.interfaces[0].kind)
                  .ports->push_back(
                      {.name = PortName("b"),
                       .bond = DesiredOvsBond{.mode = "balance-slb", .members = names({"eth1"})}});
            },
            Severity::Error, "interfaces[0].bridge.port[1].link-aggregation.port", "two or more"},
        Breach{"PatchWithMtu",
               [](D& d, H&) {
                 d.interfaces = {bridge("br-ex", {"br-ex", "eth0", "p0"}), patch("p0", "p1")};
                 d.interfaces[1].mtu = 1500;
               },
               Severity::Error, "interfaces[1].mtu", "has no MTU"},
        Breach{"PatchPeerMissing",
               [](D& d, H&) {
                 d.interfaces = {bridge("br-ex", {"br-ex", "eth0", "p0"}), patch("p0", "p1")};
               },
               Severity::Warning, "interfaces[1].patch.peer", "p1 does not exist"},
        Breach{"PatchPeerNamesAnother",
               [](D& d, H&) {
                 d.interfaces = {bridge("br-ex", {"br-ex", "eth0", "p0", "p1"}), patch("p0", "p1"),
                                 patch("p1", "p2")};
               },
               Severity::Error, "interfaces[1].patch.peer", "has p2 for a peer"},
        Breach{"TunnelWithoutRemote",
               [](D& d, H&) {
                 d.interfaces = {bridge("br-ex", {"br-ex", "eth0", "tun1"}),
                                 entry("tun1", InterfaceType::OvsInterface)};
                 d.interfaces[1].kind = DesiredOvsInterface{.type = "geneve"};
               },
               Severity::Error, "interfaces[1].type", "has no remote"},
        Breach{"LocalnetTwice",
               [](D& d, H&) {
                 d.bridgeMappings = {{.localnet = "a", .bridge = BridgeName("br-ex")},
                                     {.localnet = "a", .absent = true}};
               },
               Severity::Error, "ovn.bridge-mappings[1].localnet", "mapped twice"},
        Breach{
            "MappedToNothing",
            [](D& d, H&) { d.bridgeMappings = {{.localnet = "a", .bridge = BridgeName("br9")}}; },
            Severity::Error, "ovn.bridge-mappings[0].bridge", "br9, which does not exist"},
        Breach{"MappingsByExternalId",
               [](D& d, H&) {
                 d.ovsDb = DesiredOvsDb{.externalIds =
                                            DesiredGlobalMap{{{"ovn-bridge-mappings", "a:b"}}}};
               },
               Severity::Error, "ovs-db.external_ids.ovn-bridge-mappings", "not set here"},
        Breach{"MappedBridgeRemoved",
               [](D& d, H& h) {
                 h.config.ovs.externalIds = {{"ovn-bridge-mappings", "a:br-ex"}};
                 d.interfaces = {absent("br-ex")};
               },
               Severity::Warning, "interfaces[0].state", "localnet a is mapped to it"},
        Breach{"PortNameTaken",
               [](D& d, H&) {
                 d.interfaces = {bridge("br0", {"br0"})};
                 std::get<DesiredOvsBridge>(d.interfaces[0].kind)
                     .ports->push_back(
                         {.name = PortName("eth0"),
                          .bond = DesiredOvsBond{.mode = "balance-slb",
                                                 .members = names({"eth1", "eth2"})}});
               },
               Severity::Error, "interfaces[0].bridge.port", "would be in bridge"}),
    [](const auto& tested) { return tested.param.name; });

INSTANTIATE_TEST_SUITE_P(
    OfLayerThree, Rules,
    testing::Values(
        Breach{"WaitIpOnDisabledStack",
               [](D& d, H&) {
                 d.interfaces = {entry("eth1", InterfaceType::Ethernet)};
                 d.interfaces[0].waitIp = WaitIp::Ipv4;
               },
               Severity::Error, "interfaces[0].wait-ip", "ipv4 is off"},
        Breach{"AddressOfOtherFamily",
               [](D& d, H&) {
                 d.interfaces = {entry("eth1", InterfaceType::Ethernet)};
                 d.interfaces[0].ipv4 = staticIp({"2001:db8::1/64"});
               },
               Severity::Error, "interfaces[0].ipv4.address[0]", "is no ipv4 address"},
        Breach{"LinkLocalAddress",
               [](D& d, H&) {
                 d.interfaces = {entry("eth1", InterfaceType::Ethernet)};
                 d.interfaces[0].ipv6 = staticIp({"fe80::1/64"});
               },
               Severity::Warning, "interfaces[0].ipv6.address[0]", "link-local"},
        Breach{"RouteWithoutInterface",
               [](D& d, H&) { d.routes = {{.destination = prefix("10.0.0.0/8")}}; },
               Severity::Error, "routes.config[0].next-hop-interface", "names no interface"},
        Breach{"RouteOverUnknownInterface",
               [](D& d, H&) { d.routes = {defaultRoute("192.0.2.1", "eth9")}; }, Severity::Error,
               "routes.config[0].next-hop-interface", "eth9 does not exist"},
        Breach{"RouteOverDisabledFamily",
               [](D& d, H&) { d.routes = {defaultRoute("192.0.2.1", "eth1")}; }, Severity::Error,
               "routes.config[0].next-hop-interface", "has no ipv4"},
        Breach{"GatewayOutOfReach",
               [](D& d, H&) { d.routes = {defaultRoute("203.0.113.1", "br-ex")}; }, Severity::Error,
               "routes.config[0].next-hop-address", "on no network of br-ex"},
        Breach{"GatewayOfOtherFamily",
               [](D& d, H&) { d.routes = {defaultRoute("2001:db8::1", "br-ex")}; }, Severity::Error,
               "routes.config[0].next-hop-address", "another family"},
        Breach{"RuleOfMixedFamilies",
               [](D& d, H&) {
                 d.rules = {{.from = prefix("10.0.0.0/8"), .to = prefix("2001:db8::/32")}};
               },
               Severity::Error, "route-rules.config[0].ip-to", "mixes ipv4 and ipv6"},
        Breach{"MaskWithoutMark",
               [](D& d, H&) { d.rules = {{.family = IpFamily::V4, .fwmask = 1}}; }, Severity::Error,
               "route-rules.config[0].fwmask", "without fwmark"},
        Breach{"RuleAboutNothing", [](D& d, H&) { d.rules = {{.table = 5}}; }, Severity::Error,
               "route-rules.config[0]", "neither"},
        Breach{"ServerSyntax",
               [](D& d, H&) { d.resolver = DesiredResolver{.servers = {{"dns.example"}}}; },
               Severity::Error, "dns-resolver.config.server[0]", "dns.example"},
        Breach{"ResolverOption",
               [](D& d, H&) { d.resolver = DesiredResolver{.options = {{"ndots:x"}}}; },
               Severity::Error, "dns-resolver.config.options", "ndots:x"},
        Breach{"RouteLosesItsGateway",
               [](D& d, H&) {
                 d.interfaces = {entry("br-ex", InterfaceType::OvsInterface)};
                 d.interfaces[0].ipv4 = staticIp({"10.0.0.1/24"});
               },
               Severity::Warning, "interfaces", "takes away the address it needs"}),
    [](const auto& tested) { return tested.param.name; });

TEST(RulesTogether, AreAllToldInOneRun) {
  DesiredState document;
  document.interfaces = {vlan("vlan0", "eth9", 4095), bond("bond0", {"eth8", "eth1"})};
  document.routes = {defaultRoute("192.0.2.1", "eth7")};
  const Diagnostics found = resolve(document, bridgedHost()).diagnostics;
  EXPECT_GE(std::ranges::count(found, Severity::Error, &Diagnostic::severity), 4) << listing(found);
}

TEST(RulesTogether, DoNotConcernWhatAnAbsentEntryStillSays) {
  DesiredState document;
  DesiredInterface gone = vlan("vlan0", "eth9", 4095);
  gone.state = InterfaceState::Absent;
  gone.mtu = 1;
  document.interfaces = {gone};
  EXPECT_EQ(listing(resolve(document, bridgedHost()).diagnostics), "");
}

TEST(NeedsOvs, IsTrueOfWhatOnlyAnOpenVswitchCanDo) {
  const ObservedState host = plainHost();
  DesiredState document;
  EXPECT_FALSE(needsOvs(document, host));
  document.ovsDb = DesiredOvsDb{};
  EXPECT_FALSE(needsOvs(document, host));
  document.interfaces = {bridge("br0", {})};
  EXPECT_TRUE(needsOvs(document, host));
}

}  // namespace
}  // namespace pointsman::plan
