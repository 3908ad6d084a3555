// SPDX-License-Identifier: Apache-2.0
#include "propose/choose_uplink.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "picture/testing/host_sketch.h"

namespace pointsman::propose {
namespace {

using picture::HostSketch;
using testing::HasSubstr;

Hint<InterfaceName> named(std::string_view name, std::string_view file) {
  return {InterfaceName(name), std::string(file)};
}

Hint<IpAddress> nodeAddress(std::string_view address) {
  return {IpAddress::parse(address).value(), "/run/primary-ip"};
}

Route route(std::string_view device, IpFamily family, std::uint32_t metric) {
  return {.destination = {IpAddress::any(family), 0},
          .device = InterfaceName(device),
          .metric = metric};
}

// eth0 with the default route, eth1 and eth10 without one.
HostSketch threeNics() {
  HostSketch host("node");
  for (const char* name : {"eth0", "eth1", "eth10"}) host.link(name, PhysicalLink{});
  host.address("eth0", "192.0.2.10/24");
  host.address("eth1", "198.51.100.10/24");
  host.address("eth10", "203.0.113.10/24");
  host.defaultRoute("eth0", "192.0.2.1", 100);
  return host;
}

// The uplink, "in place: …" or "error: …".
std::string outcome(const Choice& choice) {
  if (!choice.diagnostics.empty()) return strCat("error: ", choice.diagnostics.front().message);
  const std::string uplink = choice.uplink ? choice.uplink->text : "several";
  return choice.inPlace ? strCat("in place: ", uplink) : uplink;
}

std::string chosen(const HostSketch& host, const ProposeOptions& options = {}) {
  return outcome(chooseUplink(host.state(), options));
}

struct Case {
  std::string name;
  std::function<void(HostSketch&, ProposeOptions&)> arrange;
  std::string outcome;
  std::string sentence = "";  // part of the explanation
};

class ChooseUplink : public testing::TestWithParam<Case> {};

TEST_P(ChooseUplink, Decides) {
  HostSketch host = threeNics();
  ProposeOptions options;
  GetParam().arrange(host, options);
  const Choice choice = chooseUplink(host.state(), options);
  EXPECT_EQ(outcome(choice), GetParam().outcome);
  EXPECT_THAT(strJoin(choice.explanation, "\n"), HasSubstr(GetParam().sentence));
  EXPECT_EQ(hasErrors(choice.diagnostics), GetParam().outcome.starts_with("error"));
}

const Case kNamed[] = {
    {"TheOptionBeforeEverything",
     [](HostSketch&, ProposeOptions& options) {
       options.uplink = InterfaceName("eth1");
       options.hints.defaultBridge = named("eth10", "/etc/default_bridge");
       options.hints.nodeAddress = nodeAddress("192.0.2.10");
     },
     "eth1", "--uplink names eth1."},
    {"TheFileBeforeTheNodeAddress",
     [](HostSketch&, ProposeOptions& options) {
       options.hints.defaultBridge = named("eth10", "/etc/default_bridge");
       options.hints.nodeAddress = nodeAddress("192.0.2.10");
     },
     "eth10", "/etc/default_bridge names eth10."},
    {"NotAnInterfaceThatDoesNotExist",
     [](HostSketch&, ProposeOptions& options) { options.uplink = InterfaceName("eth00"); },
     "error: eth00 cannot be the uplink of br-ex: it does not exist on this host"},
    {"ADummyWhenItIsNamed",
     [](HostSketch& host, ProposeOptions& options) {
       host.link("dummy0", DummyLink{});
       options.uplink = InterfaceName("dummy0");
     },
     "dummy0"},
    {"NotTheLoopbackEvenWhenItIsNamed",
     [](HostSketch&, ProposeOptions& options) { options.uplink = InterfaceName("lo"); },
     "error: lo cannot be the uplink of br-ex: it is the loopback and carries no Ethernet frames "
     "of "
     "its own"},
    {"NotABondPort",
     [](HostSketch& host, ProposeOptions& options) {
       host.link("bond0", BondLink{"active-backup", {}});
       host.state().config.links[InterfaceName("eth1")].controller = InterfaceName("bond0");
       options.uplink = InterfaceName("eth1");
     },
     "error: eth1 cannot be the uplink of br-ex: it is a port of bond0"},
    {"NotThePortOfAnotherBridge",
     [](HostSketch& host, ProposeOptions& options) {
       host.port("br-phy", "eth1", kOvsSystem);
       options.uplink = InterfaceName("eth1");
     },
     "error: eth1 cannot be the uplink of br-ex: it belongs to the Open vSwitch bridge br-phy"},
    {"NotWhatIsKeptForTheExtraBridge",
     [](HostSketch&, ProposeOptions& options) {
       options.hints.extraBridge = named("eth1", "/etc/extra_bridge");
       options.uplink = InterfaceName("eth1");
     },
     "error: eth1 cannot be the uplink of br-ex: /etc/extra_bridge keeps it for br-ex1"},
    {"TheExtraInterfaceForTheExtraBridge",
     [](HostSketch&, ProposeOptions& options) {
       options.bridge = BridgeName(kExtraBridge);
       options.hints.extraBridge = named("eth1", "/etc/extra_bridge");
       options.hints.defaultBridge = named("eth0", "/etc/default_bridge");
     },
     "eth1", "/etc/extra_bridge names eth1."},
    {"NeverByGuessForTheExtraBridge",
     [](HostSketch&, ProposeOptions& options) { options.bridge = BridgeName(kExtraBridge); },
     "error: no interface is named for br-ex1"},
};
INSTANTIATE_TEST_SUITE_P(Named, ChooseUplink, testing::ValuesIn(kNamed),
                         [](const auto& tested) { return tested.param.name; });

const Case kNodeAddress[] = {
    {"BeforeTheDefaultRoute",
     [](HostSketch&, ProposeOptions& options) {
       options.hints.nodeAddress = nodeAddress("198.51.100.10");
     },
     "eth1", "eth1 holds the node address 198.51.100.10 of /run/primary-ip."},
    {"AsALease",
     [](HostSketch& host, ProposeOptions& options) {
       host.lease("eth1", "198.51.100.77/24");
       options.hints.nodeAddress = nodeAddress("198.51.100.77");
     },
     "eth1"},
    {"OfIpv6",
     [](HostSketch& host, ProposeOptions& options) {
       host.address("eth1", "2001:db8::10/64");
       options.hints.nodeAddress = nodeAddress("2001:db8::10");
     },
     "eth1"},
    {"OnNoInterface",
     [](HostSketch&, ProposeOptions& options) {
       options.hints.nodeAddress = nodeAddress("192.0.2.1");
     },
     "eth0", "The node address 192.0.2.1 of /run/primary-ip is on no interface"},
    {"OnALoopback",
     [](HostSketch& host, ProposeOptions& options) {
       host.address("lo", "192.0.2.99/32");
       options.hints.nodeAddress = nodeAddress("192.0.2.99");
     },
     "eth0", "It is passed over: it is the loopback"},
    {"OnADummy",
     [](HostSketch& host, ProposeOptions& options) {
       host.link("dummy0", DummyLink{});
       host.address("dummy0", "192.0.2.99/32");
       options.hints.nodeAddress = nodeAddress("192.0.2.99");
     },
     "eth0", "It is passed over: it is a dummy"},
    {"OnTheExtraInterface",
     [](HostSketch&, ProposeOptions& options) {
       options.hints.nodeAddress = nodeAddress("198.51.100.10");
       options.hints.extraBridge = named("eth1", "/etc/extra_bridge");
     },
     "eth0", "It is passed over: /etc/extra_bridge keeps it for br-ex1."},
    {"OnAnInterfaceWhoseNameBeginsLikeTheExtraOne",
     [](HostSketch&, ProposeOptions& options) {
       options.hints.nodeAddress = nodeAddress("203.0.113.10");
       options.hints.extraBridge = named("eth1", "/etc/extra_bridge");
     },
     "eth10"},
    {"OnTheExtraBridge",
     [](HostSketch& host, ProposeOptions& options) {
       host.internalPort("br-ex1", "br-ex1");
       host.address("br-ex1", "192.0.2.98/24");
       options.hints.nodeAddress = nodeAddress("192.0.2.98");
     },
     "eth0", "It is passed over: it is br-ex1 itself."},
    {"OnAnInterfaceWhoseNameBeginsLikeTheExtraBridge",
     [](HostSketch& host, ProposeOptions& options) {
       host.link("br-ex10", PhysicalLink{});
       host.address("br-ex10", "192.0.2.98/24");
       options.hints.nodeAddress = nodeAddress("192.0.2.98");
     },
     "br-ex10"},
    {"OnATeam",
     [](HostSketch& host, ProposeOptions& options) {
       host.link("team0", OtherLink{"team"});
       host.address("team0", "192.0.2.98/24");
       options.hints.nodeAddress = nodeAddress("192.0.2.98");
     },
     "error: team0 cannot be the uplink of br-ex: it is a team, which a document cannot describe"},
};
INSTANTIATE_TEST_SUITE_P(NodeAddress, ChooseUplink, testing::ValuesIn(kNodeAddress),
                         [](const auto& tested) { return tested.param.name; });

const Case kDefaultRoute[] = {
    {"TheOnlyOne", [](HostSketch&, ProposeOptions&) {}, "eth0",
     "The best default route is default via 192.0.2.1 dev eth0 metric 100."},
    {"TheLowestMetric",
     [](HostSketch& host, ProposeOptions&) { host.defaultRoute("eth1", "198.51.100.1", 50); },
     "eth1",
     "Not eth0: its default route (default via 192.0.2.1 dev eth0 metric 100) has the "
     "higher metric."},
    {"OfIpv6WhenItsMetricIsLower",
     [](HostSketch& host, ProposeOptions&) { host.defaultRoute("eth1", "2001:db8::1", 99); },
     "eth1", "The best default route is IPv6 default via 2001:db8::1 dev eth1 metric 99."},
    {"OfIpv4WhenTheMetricsAreEqual",
     [](HostSketch& host, ProposeOptions&) { host.defaultRoute("eth1", "2001:db8::1", 100); },
     "eth0", "has the same metric, and IPv4 goes first"},
    {"OnLink",
     [](HostSketch& host, ProposeOptions&) {
       host.state().config.routes = {route("eth1", IpFamily::V4, 0)};
     },
     "eth1", "The best default route is default dev eth1."},
    {"FromDhcp",
     [](HostSketch& host, ProposeOptions&) {
       host.state().config.routes.clear();
       host.state().facts.runningRoutes.push_back(route("eth1", IpFamily::V4, 100));
     },
     "eth1"},
    {"OfManyPathsTheHeaviest",
     [](HostSketch& host, ProposeOptions&) {
       Route first = route("eth0", IpFamily::V4, 0);
       first.weight = 1;
       Route second = route("eth1", IpFamily::V4, 0);
       second.weight = 5;
       host.state().config.routes = {first, second};
     },
     "eth1", "is the lighter next hop of a multipath route"},
    {"OfManyEqualPathsTheFirstName",
     [](HostSketch& host, ProposeOptions&) {
       Route first = route("eth0", IpFamily::V4, 0);
       Route second = route("eth1", IpFamily::V4, 0);
       first.weight = second.weight = 1;
       host.state().config.routes = {first, second};
     },
     "eth0", "is equally good, and the names decide"},
    {"NotThroughTheExtraInterface",
     [](HostSketch& host, ProposeOptions& options) {
       host.defaultRoute("eth1", "198.51.100.1", 50);
       options.hints.extraBridge = named("eth1", "/etc/extra_bridge");
     },
     "eth0"},
    {"NotThroughAVpn",
     [](HostSketch& host, ProposeOptions&) {
       host.link("wg0", OtherLink{"wireguard"}).mac.reset();
       host.defaultRoute("wg0", "10.0.0.1", 1);
     },
     "eth0", "It is passed over: it is of the kind 'wireguard', which pointsman does not know."},
    {"NotThroughATunnelWithoutFrames",
     [](HostSketch& host, ProposeOptions&) {
       host.link("vpn", TunLink{}).mac.reset();
       host.defaultRoute("vpn", "10.0.0.1", 1);
     },
     "eth0", "It is passed over: it has no link-layer address."},
    {"NotThroughADeviceOfOvn",
     [](HostSketch& host, ProposeOptions&) {
       host.link("ovn-k8s-mp0", PhysicalLink{});
       host.defaultRoute("ovn-k8s-mp0", "10.0.0.1", 1);
     },
     "eth0", "It is passed over: it bears a name that OVN-Kubernetes keeps for itself."},
    {"NotOfAnotherTable",
     [](HostSketch& host, ProposeOptions&) {
       Route other = route("eth1", IpFamily::V4, 0);
       other.table = 100;
       host.state().config.routes.insert(other);
     },
     "eth0"},
    {"NotOneThatSaysNo",
     [](HostSketch& host, ProposeOptions&) {
       Route no = route("eth1", IpFamily::V4, 0);
       no.type = RouteType::Unreachable;
       no.device.reset();
       host.state().config.routes.insert(no);
     },
     "eth0"},
    {"ThroughABondOrVlan",
     [](HostSketch& host, ProposeOptions&) {
       host.link("bond0", BondLink{"802.3ad", {}});
       host.link("bond0.7", VlanLink{InterfaceName("bond0"), 7});
       host.defaultRoute("bond0.7", "192.0.2.1", 1);
     },
     "bond0.7"},
    {"ThroughATeamIsRefused",
     [](HostSketch& host, ProposeOptions&) {
       host.link("team0", OtherLink{"team"});
       host.defaultRoute("team0", "192.0.2.1", 1);
     },
     "error: team0 cannot be the uplink of br-ex: it is a team, which a document cannot describe"},
    {"ThroughAnotherBridgeIsRefused",
     [](HostSketch& host, ProposeOptions&) {
       host.internalPort("br-phy", "br-phy");
       host.defaultRoute("br-phy", "192.0.2.1", 1);
     },
     "error: br-phy cannot be the uplink of br-ex: it belongs to the Open vSwitch bridge br-phy"},
    {"None", [](HostSketch& host, ProposeOptions&) { host.state().config.routes.clear(); },
     "error: no default route tells which interface is for br-ex"},
    {"NoneThatCanServe",
     [](HostSketch& host, ProposeOptions&) {
       host.state().config.routes = {route("lo", IpFamily::V4, 0)};
     },
     "error: no default route leads through an interface that can be the uplink of br-ex"},
};
INSTANTIATE_TEST_SUITE_P(DefaultRoute, ChooseUplink, testing::ValuesIn(kDefaultRoute),
                         [](const auto& tested) { return tested.param.name; });

const Case kLastUplink[] = {
    {"StaysWhileItHasADefaultRoute",
     [](HostSketch& host, ProposeOptions& options) {
       host.defaultRoute("eth1", "198.51.100.1", 200);
       options.hints.lastUplink = named("eth1", "/var/hint");
     },
     "eth1", "eth1 was the uplink last time (/var/hint) and has a default route too"},
    {"GoesWithoutADefaultRoute",
     [](HostSketch&, ProposeOptions& options) {
       options.hints.lastUplink = named("eth1", "/var/hint");
     },
     "eth0", "The uplink of last time, eth1 (/var/hint), is not kept: it has no default route."},
    {"GoesWhenItIsGone",
     [](HostSketch&, ProposeOptions& options) {
       options.hints.lastUplink = named("eth7", "/var/hint");
     },
     "eth0", "is not kept: it does not exist on this host."},
    {"GoesToTheExtraBridge",
     [](HostSketch& host, ProposeOptions& options) {
       host.defaultRoute("eth1", "198.51.100.1", 200);
       options.hints.lastUplink = named("eth1", "/var/hint");
       options.hints.extraBridge = named("eth1", "/etc/extra_bridge");
     },
     "eth0", "is not kept: it is not free: /etc/extra_bridge keeps it for br-ex1."},
    {"IsNotAskedWhenTheNodeAddressDecides",
     [](HostSketch& host, ProposeOptions& options) {
       host.defaultRoute("eth1", "198.51.100.1", 200);
       options.hints.lastUplink = named("eth1", "/var/hint");
       options.hints.nodeAddress = nodeAddress("192.0.2.10");
     },
     "eth0"},
};
INSTANTIATE_TEST_SUITE_P(LastUplink, ChooseUplink, testing::ValuesIn(kLastUplink),
                         [](const auto& tested) { return tested.param.name; });

// eth0 under br-ex, which has the address and the default route.
void putInPlace(HostSketch& host) {
  host.internalPort("br-ex", "br-ex");
  host.port("br-ex", "eth0", kOvsSystem);
  host.address("br-ex", "192.0.2.10/24");
  host.state().config.routes.clear();
  host.defaultRoute("br-ex", "192.0.2.1", 48);
}

const Case kInPlace[] = {
    {"ByTheDefaultRoute", [](HostSketch& host, ProposeOptions&) { putInPlace(host); },
     "in place: eth0", "br-ex is in place with the uplink eth0"},
    {"ByTheNodeAddress",
     [](HostSketch& host, ProposeOptions& options) {
       putInPlace(host);
       options.hints.nodeAddress = nodeAddress("192.0.2.10");
     },
     "in place: eth0"},
    {"ByName",
     [](HostSketch& host, ProposeOptions& options) {
       putInPlace(host);
       options.uplink = InterfaceName("eth0");
     },
     "in place: eth0"},
    {"WhateverWasTheUplinkLastTime",
     [](HostSketch& host, ProposeOptions& options) {
       putInPlace(host);
       host.defaultRoute("eth1", "198.51.100.1", 200);
       options.hints.lastUplink = named("eth1", "/var/hint");
     },
     "in place: eth0"},
    {"WithTheUplinkThatTheBridgeNames",
     [](HostSketch& host, ProposeOptions&) {
       putInPlace(host);
       host.port("br-ex", "eth1", kOvsSystem);
       host.bridge("br-ex").externalIds["bridge-uplink"] = "eth1";
     },
     "in place: eth1"},
    {"WithSeveralThatCouldBe",
     [](HostSketch& host, ProposeOptions&) {
       putInPlace(host);
       host.port("br-ex", "eth1", kOvsSystem);
     },
     "in place: several"},
};
INSTANTIATE_TEST_SUITE_P(InPlace, ChooseUplink, testing::ValuesIn(kInPlace),
                         [](const auto& tested) { return tested.param.name; });

TEST(ChooseUplinkFailure, SaysWhatToDo) {
  HostSketch host = threeNics();
  const auto hintOf = [&](std::string_view uplink) {
    const Choice choice = chooseUplink(host.state(), {.uplink = InterfaceName(uplink)});
    return choice.diagnostics.empty() ? "" : choice.diagnostics.front().hint;
  };
  EXPECT_EQ(hintOf("eth11"), "did you mean eth1?");
  EXPECT_EQ(hintOf("wlan7"), "the interfaces are: eth0, eth1, eth10, lo");
  EXPECT_EQ(hintOf("lo"), "name the interface with --uplink");
  host.link("team0", OtherLink{"team"});
  EXPECT_THAT(hintOf("team0"), HasSubstr("make it a bond"));
}

TEST(ChooseUplinkExplanation, MentionsEachOtherInterfaceOnce) {
  HostSketch host = threeNics();
  host.defaultRoute("eth1", "198.51.100.1", 200);
  host.defaultRoute("eth1", "2001:db8::1", 300);
  host.defaultRoute("eth0", "2001:db8::1", 300);
  const Choice choice = chooseUplink(host.state(), {});
  EXPECT_THAT(choice.explanation, testing::ElementsAre(HasSubstr("default via 192.0.2.1 dev eth0"),
                                                       HasSubstr("Not eth1")));
}

TEST(ChooseUplinkExplanation, DoesNotTalkAboutWhatNobodyAsked) {
  EXPECT_EQ(chosen(threeNics()), "eth0");
  EXPECT_THAT(chooseUplink(threeNics().state(), {}).explanation, testing::SizeIs(1));
}

}  // namespace
}  // namespace pointsman::propose
