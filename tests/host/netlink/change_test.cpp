// SPDX-License-Identifier: Apache-2.0
// Each change, made in a real kernel and seen by reading again.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/str_cat.h"
#include "namespace.h"
#include "netlink/ethtool.h"

namespace pointsman::netlink {
namespace {

IpPrefix prefix(std::string_view text) { return IpPrefix::parse(text).value(); }
IpAddress address(std::string_view text) { return IpAddress::parse(text).value(); }

testing::AssertionResult succeeded(const Result<>& result) {
  if (result.has_value()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << result.error().message();
}

class NetlinkChange : public testing::Test {
 protected:
  void createVeth() {
    ASSERT_TRUE(succeeded(netlink_.createLink(
        {.name = "v0", .kind = "veth", .details = VethDetails{"v1"}, .up = true})));
    ASSERT_TRUE(succeeded(netlink_.changeLink("v1", {.up = true})));
  }
  IfIndex indexOf(std::string_view name) { return must(netlink_.indexOf(name)); }
  std::vector<Address> addressesOf(std::string_view link) {
    std::vector<Address> found = must(netlink_.addresses());
    std::erase_if(found, [&](const Address& each) {
      return each.link != indexOf(link) || each.prefix.address.isLinkLocal();
    });
    return found;
  }
  // Routes that somebody configured, as opposed to those that came with an address.
  std::vector<Route> staticRoutes() {
    std::vector<Route> found = must(netlink_.routes());
    std::erase_if(found, [](const Route& each) { return each.protocol != protocol::kStatic; });
    return found;
  }

  FreshNamespace fresh_;
  Netlink netlink_ = must(Netlink::open());
};

TEST_F(NetlinkChange, CreatesAndDeletesAVethPair) {
  ASSERT_TRUE(succeeded(netlink_.createLink({.name = "v0",
                                             .kind = "veth",
                                             .details = VethDetails{"v1"},
                                             .mac = MacAddress({2, 0, 0, 0, 0, 7}),
                                             .mtu = 1400})));
  const Link v0 = linkNamed(netlink_, "v0");
  EXPECT_EQ(v0.mac, MacAddress({2, 0, 0, 0, 0, 7}));
  EXPECT_EQ(v0.mtu, 1400U);
  EXPECT_FALSE(v0.up);
  EXPECT_EQ(std::get<VethDetails>(linkNamed(netlink_, "v1").details).peer, "v0");
  EXPECT_TRUE(succeeded(netlink_.deleteLink("v1")));
  EXPECT_EQ(netlink_.link("v0").error().kind(), ErrorKind::NotFound);
  EXPECT_TRUE(succeeded(netlink_.deleteLink("v1"))) << "gone already, which is what was asked";
}

TEST_F(NetlinkChange, SaysWhichLinkAndWhyInTheKernelsWords) {
  createVeth();
  const auto twice = netlink_.createLink({.name = "v0", .kind = "bridge"});
  EXPECT_EQ(twice.error().kind(), ErrorKind::Conflict);
  EXPECT_EQ(twice.error().message(), "creating bridge link v0: kernel: File exists");
  const auto unknown = netlink_.createLink({.name = "x0", .kind = "no-such-kind"});
  EXPECT_EQ(unknown.error().kind(), ErrorKind::Unsupported);
  EXPECT_EQ(unknown.error().message(),
            "creating no-such-kind link x0: kernel: Operation not supported: Unknown device type");
  const auto tooSmall = netlink_.changeLink("v0", {.mtu = 1});
  EXPECT_EQ(tooSmall.error().kind(), ErrorKind::InvalidInput);
  EXPECT_EQ(tooSmall.error().message(),
            "link v0: kernel: Invalid argument: mtu less than device minimum");
  EXPECT_EQ(netlink_.changeLink("nix", {.up = true}).error().kind(), ErrorKind::NotFound);
}

TEST_F(NetlinkChange, ChangesSeveralThingsOfALinkAtOnce) {
  createVeth();
  const auto before = netlink_.writes();
  EXPECT_TRUE(succeeded(netlink_.changeLink(
      "v0",
      {.up = false, .promiscuous = true, .mtu = 1300, .mac = MacAddress({2, 0, 0, 0, 0, 9})})));
  EXPECT_EQ(netlink_.writes(), before + 1);
  const Link v0 = linkNamed(netlink_, "v0");
  EXPECT_EQ(v0.mtu, 1300U);
  EXPECT_EQ(v0.mac, MacAddress({2, 0, 0, 0, 0, 9}));
  EXPECT_FALSE(v0.up);
  EXPECT_TRUE(v0.promiscuous);
  EXPECT_TRUE(succeeded(netlink_.changeLink("v0", {.up = true, .promiscuous = false})));
  EXPECT_TRUE(linkNamed(netlink_, "v0").up);
  EXPECT_FALSE(linkNamed(netlink_, "v0").promiscuous);
}

TEST_F(NetlinkChange, ReadingIsNotAWrite) {
  createVeth();
  const auto before = netlink_.writes();
  must(netlink_.links());
  must(netlink_.addresses());
  must(netlink_.routes());
  must(netlink_.rules());
  must(netlink_.link("v0"));
  EXPECT_EQ(netlink_.writes(), before);
}

TEST_F(NetlinkChange, RenamesAndFindsByAlternativeName) {
  createVeth();
  EXPECT_TRUE(succeeded(netlink_.addAltName("v0", "a-name-longer-than-fifteen")));
  EXPECT_TRUE(succeeded(netlink_.addAltName("v0", "a-name-longer-than-fifteen"))) << "again";
  EXPECT_EQ(netlink_.addAltName("v1", "a-name-longer-than-fifteen").error().kind(),
            ErrorKind::Conflict);
  EXPECT_EQ(must(netlink_.link("a-name-longer-than-fifteen")).name, "v0");
  EXPECT_TRUE(
      succeeded(netlink_.changeLink("a-name-longer-than-fifteen", {.up = false, .mtu = 1450})));
  EXPECT_EQ(linkNamed(netlink_, "v0").mtu, 1450U);
  EXPECT_TRUE(succeeded(netlink_.renameLink("v0", "uplink")));
  EXPECT_EQ(must(netlink_.link("a-name-longer-than-fifteen")).name, "uplink");
  EXPECT_TRUE(succeeded(netlink_.deleteAltName("uplink", "a-name-longer-than-fifteen")));
  EXPECT_TRUE(succeeded(netlink_.deleteAltName("uplink", "a-name-longer-than-fifteen"))) << "again";
  EXPECT_TRUE(linkNamed(netlink_, "uplink").altNames.empty());
}

TEST_F(NetlinkChange, CreatesABridgeWithOptionsAndChangesThem) {
  ASSERT_TRUE(
      succeeded(netlink_.createLink({.name = "br0",
                                     .kind = "bridge",
                                     .details = BridgeDetails{{{"forward_delay", "400"},
                                                               {"group_addr", "01:80:c2:00:00:0d"},
                                                               {"stp_state", "1"},
                                                               {"mcast_snooping", "0"}}}})));
  auto options = std::get<BridgeDetails>(linkNamed(netlink_, "br0").details).options;
  EXPECT_EQ(options.at("forward_delay"), "400");
  EXPECT_EQ(options.at("group_addr"), "01:80:c2:00:00:0d");
  EXPECT_EQ(options.at("stp_state"), "1");
  EXPECT_EQ(options.at("ageing_time"), "30000");
  EXPECT_TRUE(succeeded(netlink_.changeDetails(
      "br0", "bridge", BridgeDetails{{{"ageing_time", "1000"}, {"priority", "4096"}}})));
  options = std::get<BridgeDetails>(linkNamed(netlink_, "br0").details).options;
  EXPECT_EQ(options.at("ageing_time"), "1000");
  EXPECT_EQ(options.at("priority"), "4096");
  EXPECT_EQ(options.at("forward_delay"), "400") << "not mentioned, so kept";
  const auto unknown = netlink_.changeDetails("br0", "bridge", BridgeDetails{{{"nonsense", "1"}}});
  EXPECT_EQ(unknown.error().message(), "link br0: unknown option nonsense");
}

// What a bridge reports can be written back whole.
TEST_F(NetlinkChange, TakesBackEveryOptionThatABridgeReports) {
  ASSERT_TRUE(succeeded(netlink_.createLink({.name = "br0", .kind = "bridge"})));
  const Link bridge = linkNamed(netlink_, "br0");
  for (const auto& [name, value] : std::get<BridgeDetails>(bridge.details).options) {
    SCOPED_TRACE(strCat(name, "=", value));
    // Reported, but not to be set, by kernels built without CONFIG_BRIDGE_VLAN_FILTERING.
    if (name.starts_with("vlan_")) continue;
    EXPECT_TRUE(succeeded(netlink_.changeDetails("br0", "bridge", BridgeDetails{{{name, value}}})));
  }
}

TEST_F(NetlinkChange, PutsALinkOnABridgeAndTakesItOff) {
  createVeth();
  ASSERT_TRUE(succeeded(netlink_.createLink({.name = "br0", .kind = "bridge", .up = true})));
  EXPECT_TRUE(succeeded(netlink_.changeLink("v0", {.master = indexOf("br0")})));
  EXPECT_EQ(linkNamed(netlink_, "v0").master, indexOf("br0"));
  EXPECT_EQ(linkNamed(netlink_, "v0").portKind, "bridge");
  EXPECT_TRUE(succeeded(netlink_.changePort(
      "v0", "bridge", {{"hairpin", "1"}, {"cost", "77"}, {"priority", "8"}, {"isolated", "1"}})));
  const Options options = linkNamed(netlink_, "v0").portOptions;
  EXPECT_EQ(options.at("hairpin"), "1");
  EXPECT_EQ(options.at("cost"), "77");
  EXPECT_EQ(options.at("priority"), "8");
  EXPECT_EQ(options.at("isolated"), "1");
  EXPECT_EQ(netlink_.changePort("v0", "bridge", {{"state", "blocking"}}).error().kind(),
            ErrorKind::InvalidInput);
  EXPECT_TRUE(succeeded(netlink_.changeLink("v0", {.master = IfIndex{}})));
  EXPECT_FALSE(linkNamed(netlink_, "v0").master);
}

TEST_F(NetlinkChange, CreatesLinksOnTopOfOthers) {
  createVeth();
  const VxlanDetails vxlan{.id = 42,
                           .remote = address("192.0.2.1"),
                           .local = address("192.0.2.2"),
                           .base = indexOf("v0"),
                           .destinationPort = 4789,
                           .learning = false};
  EXPECT_TRUE(succeeded(netlink_.createLink({.name = "vx0", .kind = "vxlan", .details = vxlan})));
  EXPECT_EQ(std::get<VxlanDetails>(linkNamed(netlink_, "vx0").details), vxlan);
  const VxlanDetails vxlan6{.id = 43,
                            .remote = address("2001:db8::1"),
                            .local = address("2001:db8::2"),
                            .destinationPort = 4790};
  EXPECT_TRUE(succeeded(netlink_.createLink({.name = "vx6", .kind = "vxlan", .details = vxlan6})));
  EXPECT_EQ(std::get<VxlanDetails>(linkNamed(netlink_, "vx6").details), vxlan6);
  const MacVlanDetails macvlan{.mode = MacVlanMode::Bridge};
  for (const auto* kind : {"macvlan", "macvtap"}) {
    EXPECT_TRUE(succeeded(netlink_.createLink(
        {.name = kind, .kind = kind, .details = macvlan, .parent = indexOf("v1")})));
    EXPECT_EQ(std::get<MacVlanDetails>(linkNamed(netlink_, kind).details), macvlan);
    EXPECT_EQ(linkNamed(netlink_, kind).parent, indexOf("v1"));
  }
}

TEST_F(NetlinkChange, PutsAnAddressAndChangesItInPlace) {
  createVeth();
  Address wanted{.link = indexOf("v0"),
                 .prefix = prefix("192.0.2.1/24"),
                 .broadcast = address("192.0.2.255"),
                 .label = "v0:x",
                 .valid = std::chrono::hours(24),
                 .preferred = std::chrono::hours(12),
                 .metric = 77,
                 .noPrefixRoute = true};
  EXPECT_TRUE(succeeded(netlink_.putAddress(wanted)));
  auto found = addressesOf("v0");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].prefix, wanted.prefix);
  EXPECT_EQ(found[0].broadcast, wanted.broadcast);
  EXPECT_EQ(found[0].label, "v0:x");
  EXPECT_LE(found[0].valid, wanted.valid);
  EXPECT_GT(found[0].valid, wanted.preferred);
  EXPECT_LE(found[0].preferred, wanted.preferred);
  EXPECT_EQ(found[0].metric, 77U);
  EXPECT_TRUE(found[0].noPrefixRoute);
  EXPECT_FALSE(found[0].permanent);

  wanted.valid = wanted.preferred = kForever;
  EXPECT_TRUE(succeeded(netlink_.putAddress(wanted)));
  found = addressesOf("v0");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].valid, kForever);
  EXPECT_TRUE(found[0].permanent);
  EXPECT_TRUE(succeeded(netlink_.deleteAddress(found[0])));
  EXPECT_TRUE(addressesOf("v0").empty());
  EXPECT_TRUE(succeeded(netlink_.deleteAddress(found[0]))) << "gone already";
}

TEST_F(NetlinkChange, PutsIpv6AddressesWithTheirFlags) {
  createVeth();
  EXPECT_TRUE(succeeded(netlink_.putAddress({.link = indexOf("v0"),
                                             .prefix = prefix("2001:db8::1/64"),
                                             .protocol = 99,
                                             .manageTemporary = true,
                                             .noDad = true})));
  EXPECT_TRUE(succeeded(netlink_.putAddress({.link = indexOf("v0"),
                                             .prefix = prefix("2001:db8:1::1/128"),
                                             .peer = address("2001:db8:1::2"),
                                             .noDad = true})));
  auto found = addressesOf("v0");
  std::erase_if(found, [](const Address& each) { return each.secondary; });
  std::ranges::sort(found, {}, &Address::prefix);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].manageTemporary && found[0].noDad && !found[0].tentative);
  EXPECT_EQ(found[0].protocol, 99);
  EXPECT_EQ(found[1].peer, address("2001:db8:1::2"));
  for (const Address& each : found) EXPECT_TRUE(succeeded(netlink_.deleteAddress(each)));
}

TEST_F(NetlinkChange, AddsReplacesAndDeletesRoutes) {
  createVeth();
  ASSERT_TRUE(
      succeeded(netlink_.putAddress({.link = indexOf("v0"), .prefix = prefix("192.0.2.1/24")})));
  Route route{.destination = prefix("0.0.0.0/0"),
              .metric = 100,
              .preferredSource = address("192.0.2.1"),
              .metrics = {.mtu = 1400, .advMss = 1300, .initialCwnd = 20, .mtuLocked = true},
              .nextHops = {{.link = indexOf("v0"), .gateway = address("192.0.2.254")}}};
  EXPECT_TRUE(succeeded(netlink_.addRoute(route)));
  EXPECT_EQ(netlink_.addRoute(route).error().kind(), ErrorKind::Conflict);
  route.scope = Scope::Universe;  // as the kernel reports what was left open
  EXPECT_EQ(staticRoutes(), std::vector{route});
  route.nextHops[0].gateway = address("192.0.2.253");
  EXPECT_TRUE(succeeded(netlink_.replaceRoute(route)));
  EXPECT_EQ(staticRoutes(), std::vector{route});
  EXPECT_TRUE(succeeded(netlink_.deleteRoute(route)));
  EXPECT_TRUE(staticRoutes().empty());
  EXPECT_TRUE(succeeded(netlink_.deleteRoute(route))) << "gone already";
}

TEST_F(NetlinkChange, DeletesARouteByWhatIsKnownOfIt) {
  createVeth();
  ASSERT_TRUE(
      succeeded(netlink_.putAddress({.link = indexOf("v0"), .prefix = prefix("192.0.2.1/24")})));
  EXPECT_TRUE(succeeded(netlink_.addRoute(
      {.destination = prefix("198.51.100.0/24"), .nextHops = {{.link = indexOf("v0")}}})));
  EXPECT_EQ(staticRoutes().at(0).scope, Scope::Link);
  EXPECT_TRUE(succeeded(netlink_.deleteRoute({.destination = prefix("198.51.100.0/24")})));
  EXPECT_TRUE(staticRoutes().empty());
}

struct RouteCase {
  const char* name;
  Route route;
};

// Each is added, read back the same, and deleted by what was read.
TEST_F(NetlinkChange, RoutesOfEveryShapeComeBackAsWritten) {
  createVeth();
  for (const auto* text : {"192.0.2.1/24", "2001:db8::1/64"}) {
    ASSERT_TRUE(succeeded(
        netlink_.putAddress({.link = indexOf("v0"), .prefix = prefix(text), .noDad = true})));
  }
  const IfIndex v0 = indexOf("v0");
  const NextHop first{.link = v0, .gateway = address("192.0.2.250"), .weight = 3};
  const NextHop second{.link = v0, .gateway = address("192.0.2.251"), .weight = 256};
  const NextHop first6{.link = v0, .gateway = address("2001:db8::2")};
  const NextHop second6{.link = v0, .gateway = address("2001:db8::3"), .weight = 5};
  const std::vector<RouteCase> cases{
      {"multipath in a large table",
       {.destination = prefix("198.51.100.0/24"), .table = 70000, .nextHops = {first, second}}},
      {"IPv6 gateway of an IPv4 route",
       {.destination = prefix("198.51.100.0/24"),
        .nextHops = {{.link = v0, .gateway = address("fe80::1")}}}},
      {"on link",
       {.destination = prefix("198.18.0.0/15"),
        .protocol = protocol::kStatic,
        .nextHops = {{.link = v0, .gateway = address("10.9.9.9"), .onLink = true}}}},
      {"blackhole", {.destination = prefix("203.0.113.0/24"), .type = RouteType::Blackhole}},
      {"unreachable", {.destination = prefix("203.0.113.0/24"), .type = RouteType::Unreachable}},
      {"tos", {.destination = prefix("203.0.113.0/24"), .tos = 0x10, .nextHops = {{.link = v0}}}},
      {"IPv6 multipath",
       {.destination = prefix("2001:db8:1::/48"), .metric = 7, .nextHops = {first6, second6}}},
      {"IPv6 default",
       {.destination = prefix("::/0"),
        .metric = 1024,
        .metrics = {.mtu = 1400},
        .nextHops = {first6},
        .preference = 1}},
  };
  for (const auto& [name, route] : cases) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(succeeded(netlink_.addRoute(route)));
    auto found = staticRoutes();
    ASSERT_EQ(found.size(), 1U);
    const Route reported = found[0];
    found[0].scope = route.scope;
    if (!route.preference) found[0].preference = {};
    EXPECT_EQ(found[0], route);
    EXPECT_TRUE(succeeded(netlink_.deleteRoute(reported)));
    EXPECT_TRUE(staticRoutes().empty());
  }
  Route heavy = cases[0].route;
  heavy.nextHops[0].weight = 0;
  EXPECT_EQ(netlink_.addRoute(heavy).error().kind(), ErrorKind::InvalidInput);
}

// Those that every namespace has are not ours.
std::vector<Rule> addedRules(Netlink& netlink) {
  std::vector<Rule> rules = must(netlink.rules());
  std::erase_if(rules, [](const Rule& rule) { return rule.protocol == protocol::kKernel; });
  return rules;
}

TEST_F(NetlinkChange, RulesOfEveryShapeComeBackAsWritten) {
  const std::vector<Rule> rules{
      {.priority = 100,
       .source = prefix("192.0.2.0/24"),
       .destination = prefix("198.51.100.0/24"),
       .inputLink = "v0",
       .outputLink = "v1",
       .fwmark = 16,
       .fwmask = 255,
       .table = 70000},
      {.priority = 101,
       .invert = true,
       .destination = prefix("203.0.113.0/24"),
       .suppressPrefixLength = 0},
      {.priority = 102, .action = RuleAction::Prohibit, .table = 0},
      {.priority = 103, .action = RuleAction::Goto, .table = 0, .gotoPriority = 32766},
      {.priority = 104,
       .tos = 0x10,
       .ipProtocol = 6,
       .sourcePorts = PortRange{1, 2},
       .destinationPorts = PortRange{80, 90},
       .users = UidRange{0, 10},
       .protocol = 16},
      {.priority = 105, .table = 0, .l3mdev = true},
      {.family = IpFamily::V6, .priority = 106, .source = prefix("2001:db8::/32"), .table = 7},
  };
  for (const Rule& rule : rules) {
    SCOPED_TRACE(*rule.priority);
    EXPECT_TRUE(succeeded(netlink_.addRule(rule)));
    EXPECT_TRUE(succeeded(netlink_.addRule(rule))) << "the very same";
    const auto found = addedRules(netlink_);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0], rule);
    EXPECT_TRUE(succeeded(netlink_.deleteRule(rule)));
    EXPECT_TRUE(addedRules(netlink_).empty());
    EXPECT_TRUE(succeeded(netlink_.deleteRule(rule))) << "gone already";
  }
}

TEST_F(NetlinkChange, RefusesAValueThatNoAttributeHolds) {
  const auto refused = netlink_.deleteLink(std::string(70000, 'x'));
  EXPECT_EQ(refused.error().kind(), ErrorKind::InvalidInput);
}

TEST(EthtoolQuestions, TellTheDriver) {
  const FreshNamespace fresh;
  ip({"link", "add", "v0", "type", "veth", "peer", "name", "v1"});
  ip({"link", "add", "br0", "type", "bridge"});
  const Ethtool ethtool = must(Ethtool::open());
  EXPECT_EQ(must(ethtool.driver("v0")), "veth");
  EXPECT_EQ(must(ethtool.driver("br0")), "bridge");
  EXPECT_EQ(ethtool.driver("nix").error().kind(), ErrorKind::NotFound);
  EXPECT_EQ(ethtool.permanentMac("br0").error().kind(), ErrorKind::NotFound);
  EXPECT_EQ(ethtool.driver("a-name-longer-than-fifteen").error().kind(), ErrorKind::InvalidInput);
}

}  // namespace
}  // namespace pointsman::netlink
