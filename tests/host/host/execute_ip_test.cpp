// SPDX-License-Identifier: Apache-2.0
// Address, route, rule, resolver and hostname steps on a real host.
#include <gmock/gmock.h>

#include "base/command.h"
#include "base/file.h"
#include "base/str_cat.h"
#include "inside_host.h"
#include "netlink/netlink.h"

namespace pointsman::host {
namespace {

using ExecuteIp = InsideHost;
using testing::HasSubstr;
using testing::Not;

const InterfaceName kLink{"eth1"};

std::set<std::string> routesTo(std::string_view destination) {
  std::set<std::string> texts;
  for (const Route& route : readInside().config.routes) {
    if (strCat(route.destination) == destination) texts.insert(strCat(route));
  }
  return texts;
}

TEST_F(ExecuteIp, KeepsLifetimesAndTheMissingPrefixRoute) {
  inside([] {
    Address leased = addressOf("198.51.100.7/24");
    leased.validSeconds = 600;
    leased.preferredSeconds = 300;
    leased.noPrefixRoute = true;
    const plan::AddAddress step{kLink, leased};
    const auto done = runPlan({step});
    ASSERT_TRUE(done.has_value()) << messageOf(done);
    const std::string shown = run({"ip", "address", "show", "dev", "eth1"});
    EXPECT_THAT(shown, HasSubstr("198.51.100.7/24 scope global dynamic noprefixroute"));
    EXPECT_THAT(shown, testing::ContainsRegex("valid_lft (600|59[0-9])sec"));
    EXPECT_THAT(run({"ip", "route"}), Not(HasSubstr("198.51.100.0/24")));
    ASSERT_TRUE(runPlan({plan::inverse(step), plan::inverse(step)}).has_value());
    EXPECT_THAT(run({"ip", "address", "show", "dev", "eth1"}), Not(HasSubstr("198.51.100.7")));
  });
}

std::vector<netlink::Address> addressesOn(const char* link) {
  auto kernel = netlink::Netlink::open().value();
  auto addresses = kernel.addresses().value();
  const auto index = kernel.indexOf(link).value();
  std::erase_if(addresses, [&](const netlink::Address& address) {
    return address.link != index || address.scope == netlink::Scope::Link;
  });
  return addresses;
}

TEST_F(ExecuteIp, GivesAnAddressBackWithAllThatSomebodyGaveIt) {
  inside([] {
    auto kernel = netlink::Netlink::open().value();
    netlink::Address given{.link = kernel.indexOf("eth0").value(),
                           .prefix = IpPrefix::parse("198.51.100.7/24").value()};
    given.broadcast = IpAddress::parse("198.51.100.254").value();
    given.scope = netlink::Scope::Site;
    given.label = "eth0:7";
    given.metric = 77;
    given.protocol = 42;
    ASSERT_TRUE(kernel.putAddress(given).has_value());
    netlink::Address given6{.link = given.link,
                            .prefix = IpPrefix::parse("2001:db8:7::7/64").value(),
                            .protocol = 42,
                            .noDad = true};
    ASSERT_TRUE(kernel.putAddress(given6).has_value());
    const auto before = addressesOn("eth0");
    const InterfaceName link{"eth0"};
    const std::vector<plan::Step> steps = {
        plan::RemoveAddress{link, addressOf("198.51.100.7/24")},
        plan::RemoveAddress{link, addressOf("2001:db8:7::7/64")}};
    ASSERT_TRUE(runPlan(steps).has_value());
    EXPECT_NE(addressesOn("eth0"), before);
    // By another executor, as after a crash.
    const auto undone = runPlan(plan::inverseOf(steps));
    ASSERT_TRUE(undone.has_value()) << messageOf(undone);
    EXPECT_EQ(addressesOn("eth0"), before);
  });
}

TEST_F(ExecuteIp, TurnsALeaseIntoConfigurationWithoutLosingItsRoutes) {
  inside([] {
    run({"ip", "link", "set", "eth1", "up"});
    run({"ip", "address", "add", "198.51.100.7/24", "dev", "eth1", "valid_lft", "600",
         "preferred_lft", "600", "noprefixroute"});
    run({"ip", "route", "add", "198.51.100.0/24", "dev", "eth1", "proto", "dhcp"});
    run({"ip", "route", "add", "203.0.113.128/25", "via", "198.51.100.1", "dev", "eth1", "proto",
         "dhcp"});
    Address before = addressOf("198.51.100.7/24");
    before.validSeconds = before.preferredSeconds = 600;
    before.noPrefixRoute = true;
    const plan::ChangeAddress step{kLink, before, addressOf("198.51.100.7/24")};
    const auto done = runPlan({step});
    ASSERT_TRUE(done.has_value()) << messageOf(done);
    EXPECT_THAT(run({"ip", "address", "show", "dev", "eth1"}),
                HasSubstr("198.51.100.7/24 scope global eth1\n       valid_lft forever"));
    EXPECT_THAT(run({"ip", "route"}), HasSubstr("203.0.113.128/25 via 198.51.100.1 dev eth1"));
  });
}

TEST_F(ExecuteIp, RemovesOneAddressOfSeveralOnANetwork) {
  inside([] {
    run({"sysctl", "-qw", "net.ipv4.conf.eth1.promote_secondaries=0"});
    run({"ip", "address", "add", "198.51.100.7/24", "dev", "eth1"});
    run({"ip", "address", "add", "198.51.100.8/24", "dev", "eth1"});
    const auto done = runPlan({plan::RemoveAddress{kLink, addressOf("198.51.100.7/24")}});
    ASSERT_TRUE(done.has_value()) << messageOf(done);
    const auto left = readInside().config.links.at(kLink).ipv4.addresses;
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(strCat(left[0].prefix), "198.51.100.8/24");
  });
}

TEST_F(ExecuteIp, KeepsWhatARouteSays) {
  inside([] {
    Route route = routeOf("203.0.113.64/26", "192.0.2.77", "eth0");
    route.metric = 77;
    route.table = 100;
    route.protocol = kRouteProtocolBoot;
    route.source = IpAddress::parse("192.0.2.10").value();
    route.cwnd = 20;
    route.advmss = 1200;
    Route onLink = routeOf("203.0.113.32/27", "172.31.0.1", "eth0");
    onLink.onLink = true;
    Route blackhole{.destination = IpPrefix::parse("203.0.113.16/28").value(),
                    .type = RouteType::Blackhole};
    const std::set<Route> before = readInside().config.routes;
    const std::vector<plan::Step> steps = {plan::AddRoute{route}, plan::AddRoute{onLink},
                                           plan::AddRoute{blackhole}};
    const auto done = runPlan(steps);
    ASSERT_TRUE(done.has_value()) << messageOf(done);
    std::set<Route> wanted = before;
    wanted.insert({route, onLink, blackhole});
    EXPECT_EQ(readInside().config.routes, wanted);
    const auto again = runPlan(steps);
    EXPECT_TRUE(again.has_value()) << messageOf(again);
    const auto undone = runPlan(plan::inverseOf(steps));
    ASSERT_TRUE(undone.has_value()) << messageOf(undone);
    EXPECT_EQ(readInside().config.routes, before);
    EXPECT_TRUE(runPlan(plan::inverseOf(steps)).has_value());
  });
}

TEST_F(ExecuteIp, SaysWhenAnotherRouteIsInTheWay) {
  inside([] {
    const auto done = runPlan({plan::AddRoute{routeOf("0.0.0.0/0", "192.0.2.2", "eth0")}});
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().kind(), ErrorKind::Conflict) << messageOf(done);
  });
}

TEST_F(ExecuteIp, ReplacesARouteInPlace) {
  inside([] {
    const Route before = *readInside().config.routes.begin();
    Route after = before;
    after.gateway = IpAddress::parse("192.0.2.2").value();
    const plan::ReplaceRoute step{before, after};
    ASSERT_TRUE(runPlan({step}).has_value());
    EXPECT_EQ(readInside().config.routes, (std::set<Route>{after}));
    ASSERT_TRUE(runPlan({plan::inverse(step)}).has_value());
    EXPECT_EQ(readInside().config.routes, (std::set<Route>{before}));
  });
}

struct MultipathCase {
  const char* name;
  const char* destination;
  const char* first;
  const char* second;
};
class ExecuteMultipath : public InsideHost, public testing::WithParamInterface<MultipathCase> {};

TEST_P(ExecuteMultipath, GathersHopsInOneRouteAndTakesThemOutOneByOne) {
  inside(
      [] {
        const auto& [name, destination, firstGateway, secondGateway] = GetParam();
        Route first = routeOf(destination, firstGateway, "eth0");
        Route second = routeOf(destination, secondGateway, "eth0");
        first.metric = second.metric = 200;
        first.weight = 3;
        second.weight = 1;
        const std::set<Route> before = readInside().config.routes;
        const std::set<std::string> wanted = {strCat(first), strCat(second)};
        const std::vector<plan::Step> steps = {plan::AddRoute{first}, plan::AddRoute{second}};
        HostExecutor executor = openInside();
        for (int round = 0; round < 2; ++round) {  // the second finds it done
          const auto done = runPlan(executor, steps);
          ASSERT_TRUE(done.has_value()) << messageOf(done);
          EXPECT_EQ(routesTo(destination), wanted);
        }
        const plan::RemoveRoute removal{second};
        ASSERT_TRUE(runPlan(executor, {removal}).has_value());
        EXPECT_EQ(routesTo(destination).size(), 1U);
        ASSERT_TRUE(runPlan(executor, {plan::inverse(removal)}).has_value());
        EXPECT_EQ(routesTo(destination), wanted);
        ASSERT_TRUE(runPlan(executor, plan::inverseOf(steps)).has_value());
        EXPECT_EQ(readInside().config.routes, before);
      },
      {.ipv6 = true});
}

INSTANTIATE_TEST_SUITE_P(, ExecuteMultipath,
                         testing::Values(MultipathCase{"Ipv4", "203.0.113.64/26", "192.0.2.20",
                                                       "192.0.2.21"},
                                         MultipathCase{"Ipv6", "2001:db8:77::/48",
                                                       "2001:db8:0:1::20", "2001:db8:0:1::21"}),
                         [](const auto& tested) { return tested.param.name; });

TEST_F(ExecuteIp, WaitsForAnIpv6AddressBeforeItIsTheSourceOfARoute) {
  inside(
      [] {
        Route route = routeOf("2001:db8:77::/48", "2001:db8:0:1::1", "eth0");
        route.metric = kDefaultIpv6Metric;
        route.source = IpAddress::parse("2001:db8:0:1::99").value();
        const auto done =
            runPlan({plan::AddAddress{InterfaceName("eth0"), addressOf("2001:db8:0:1::99/64")},
                     plan::AddRoute{route}});
        ASSERT_TRUE(done.has_value()) << messageOf(done);
        EXPECT_THAT(run({"ip", "-6", "route"}), HasSubstr("src 2001:db8:0:1::99"));
      },
      {.ipv6 = true});
}

TEST_F(ExecuteIp, AddsAndRemovesRules) {
  inside([] {
    const Rule rule{.priority = 30500,
                    .from = IpPrefix::parse("192.0.2.0/24").value(),
                    .table = 100,
                    .fwmark = 0x10,
                    .fwmask = 0xff,
                    .incoming = InterfaceName("eth0")};
    const Rule rule6{.family = IpFamily::V6, .priority = 30501, .action = RuleAction::Prohibit};
    const std::vector<plan::Step> steps = {plan::AddRule{rule}, plan::AddRule{rule6}};
    const auto done = runPlan(steps);
    ASSERT_TRUE(done.has_value()) << messageOf(done);
    EXPECT_TRUE(runPlan(steps).has_value());
    const auto rules = readInside().config.rules;
    EXPECT_TRUE(rules.contains(rule)) << run({"ip", "rule"});
    EXPECT_EQ(rules.size(), 2U);
    ASSERT_TRUE(runPlan(plan::inverseOf(steps)).has_value());
    ASSERT_TRUE(runPlan(plan::inverseOf(steps)).has_value());
    EXPECT_TRUE(readInside().config.rules.empty());
  });
}

TEST_F(ExecuteIp, TurnsIpv6OffAndOn) {
  inside([] {
    const LinkConfig before = readInside().config.links.at(kLink);
    IpConfig off = plan::methodOf(before.ipv6, IpFamily::V6);
    off.enabled = false;
    const plan::SetIpMethod step{kLink, IpFamily::V6, plan::methodOf(before.ipv6, IpFamily::V6),
                                 off};
    ASSERT_TRUE(runPlan({step}).has_value());
    EXPECT_FALSE(readInside().config.links.at(kLink).ipv6.enabled);
    ASSERT_TRUE(runPlan({plan::inverse(step)}).has_value());
    EXPECT_EQ(readInside().config.links.at(kLink), before);
  });
}

TEST_F(ExecuteIp, SetsTheWayIpv6AddressesAreMade) {
  inside([] {
    const auto before = plan::methodOf(readInside().config.links.at(kLink).ipv6, IpFamily::V6);
    IpConfig after = before;
    after.addrGenMode = "stable-privacy";
    const plan::SetIpMethod step{kLink, IpFamily::V6, before, after};
    const auto done = runPlan({step});
    ASSERT_TRUE(done.has_value()) << messageOf(done);
    EXPECT_EQ(readInside().config.links.at(kLink).ipv6.addrGenMode, "stable-privacy");
    ASSERT_TRUE(runPlan({plan::inverse(step)}).has_value());
    EXPECT_EQ(readInside().config.links.at(kLink).ipv6.addrGenMode, before.addrGenMode);
  });
}

TEST_F(ExecuteIp, WritesTheResolverAroundWhatIsNotItsOwn) {
  inside([] {
    const std::string original =
        "# by hand\nnameserver 192.0.2.53\nsortlist 192.0.2.0\nsearch a.example\n";
    run({"rm", "-f", "/etc/resolv.conf"});
    ASSERT_TRUE(writeFileAtomically("/etc/resolv.conf", original, 0644).has_value());
    const ResolverConfig before = readInside().config.resolver;
    const ResolverConfig after{.servers = {"192.0.2.1", "2001:db8::1"},
                               .search = {"b.example", "c.example"},
                               .options = {"rotate"}};
    const plan::SetResolver step{before, after};
    ASSERT_TRUE(runPlan({step}).has_value());
    EXPECT_EQ(run({"cat", "/etc/resolv.conf"}),
              "# by hand\nnameserver 192.0.2.1\nnameserver 2001:db8::1\nsortlist 192.0.2.0\n"
              "search b.example c.example\noptions rotate\n");
    EXPECT_EQ(readInside().config.resolver, after);
    ASSERT_TRUE(runPlan({plan::inverse(step)}).has_value());
    EXPECT_EQ(run({"cat", "/etc/resolv.conf"}), original);
  });
}

TEST_F(ExecuteIp, LeavesAFileOfSystemdResolvedAlone) {
  inside([] {
    run({"mkdir", "-p", "/run/systemd/resolve"});
    ASSERT_TRUE(writeFileAtomically("/run/systemd/resolve/stub-resolv.conf",
                                    "nameserver 127.0.0.53\n", 0644)
                    .has_value());
    run({"ln", "-sf", "/run/systemd/resolve/stub-resolv.conf", "/etc/resolv.conf"});
    const auto done = runPlan({plan::SetResolver{{}, {.servers = {"192.0.2.1"}}}});
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().kind(), ErrorKind::Unsupported);
  });
}

TEST_F(ExecuteIp, NamesTheHostNowAndForGood) {
  inside([] {
    const ObservedState before = readInside();
    const plan::SetHostname step{
        {.running = before.config.hostname, .fixed = before.config.staticHostname},
        {.running = "node-7", .fixed = "node-7.example"}};
    ASSERT_TRUE(runPlan({step}).has_value());
    EXPECT_EQ(readInside().config.hostname, "node-7");
    EXPECT_EQ(readInside().config.staticHostname, "node-7.example");
    ASSERT_TRUE(runPlan({plan::inverse(step)}).has_value());
    EXPECT_EQ(readInside().config.hostname, before.config.hostname);
    EXPECT_EQ(readInside().config.staticHostname, before.config.staticHostname);
  });
}

}  // namespace
}  // namespace pointsman::host
