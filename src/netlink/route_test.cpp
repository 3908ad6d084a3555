// SPDX-License-Identifier: Apache-2.0
#include "netlink/route.h"

#include <gtest/gtest.h>

#include "netlink/captured_bytes.h"
#include "netlink/writer.h"

namespace pointsman::netlink {
namespace {

using captured::hex;

IpPrefix prefix(std::string_view text) { return IpPrefix::parse(text).value(); }
IpAddress address(std::string_view text) { return IpAddress::parse(text).value(); }

TEST(RouteDecode, ReadsTwoGatewaysOfDifferentFamilies) {
  EXPECT_EQ(
      decodeRoute(hex(captured::kKernelMultipath)).value(),
      (Route{.destination = prefix("198.51.100.0/24"),
             .table = 70000,
             .protocol = protocol::kBoot,
             .scope = Scope::Universe,
             .nextHops = {{.link = IfIndex{3}, .gateway = address("192.0.2.250"), .weight = 3},
                          {.link = IfIndex{3}, .gateway = address("fe80::1")}}}));
}

TEST(RouteDecode, ReadsADefaultRouteWithMetrics) {
  EXPECT_EQ(decodeRoute(hex(captured::kKernelDefaultRoute)).value(),
            (Route{.destination = prefix("0.0.0.0/0"),
                   .protocol = protocol::kDhcp,
                   .scope = Scope::Universe,
                   .metric = 100,
                   .preferredSource = address("192.0.2.1"),
                   .metrics = {.mtu = 1400, .advMss = 1300},
                   .nextHops = {{.link = IfIndex{3}, .gateway = address("192.0.2.254")}}}));
}

TEST(RouteDecode, SurvivesACutAtEveryLength) {
  for (const auto captured : {captured::kKernelMultipath, captured::kKernelDefaultRoute}) {
    const auto whole = hex(captured);
    EXPECT_GT(captured::refusedWhenCut(whole, decodeRoute), whole.size() * 8 / 10);
  }
}

TEST(RouteDecode, RefusesPrefixesThatDoNotFitTheFamily) {
  for (const auto* digits : {
           "022100000000000100000000",  // /33
           "020021000000000100000000",  // source /33
           "0a1800000000000100000000"
           "08000100c6336400",          // IPv6 with four bytes
           "800000000000000100000000",  // multicast forwarding
       }) {
    EXPECT_EQ(decodeRoute(hex(digits)).error().kind(), ErrorKind::Protocol) << digits;
  }
  EXPECT_FALSE(holdsIpRoute(hex("800000000000000100000000")));
  EXPECT_FALSE(holdsIpRoute({}));
  EXPECT_TRUE(holdsIpRoute(hex("020000000000000100000000")));
}

TEST(RouteDecode, RefusesANextHopThatReachesBeyondItsList) {
  for (const auto* hop : {"0c000900"
                          "0900000003000000",
                          "0c000900"
                          "0700000003000000",
                          "08000900"
                          "08000000"}) {
    auto bytes = hex("020000000000000100000000");
    const auto list = hex(hop);
    bytes.insert(bytes.end(), list.begin(), list.end());
    EXPECT_FALSE(decodeRoute(bytes).has_value()) << hop;
  }
}

TEST(RouteEncode, WritesMultipathAsIproute2) {
  MessageWriter message(24, 0);
  ASSERT_TRUE(encodeRoute({.destination = prefix("198.51.100.0/24"),
                           .table = 1000,
                           .protocol = protocol::kBoot,
                           .nextHops = {{.gateway = address("192.0.2.250"), .weight = 3},
                                        {.link = IfIndex{2}}}},
                          message)
                  .has_value());
  const auto theirs = hex(captured::kIpAddMultipath);
  EXPECT_EQ(std::vector(message.payload().begin(), message.payload().end()),
            std::vector(theirs.begin() + 16, theirs.end()));
}

TEST(RouteEncode, IsUndoneByDecoding) {
  const std::vector<Route> routes{
      {.destination = prefix("2001:db8::/32"),
       .source = prefix("2001:db8:1::/48"),
       .table = 4000000000,
       .protocol = protocol::kRouterAdvertisement,
       .scope = Scope::Universe,
       .metric = 5,
       .preferredSource = address("2001:db8::1"),
       .metrics = {.mtu = 1280, .initialCwnd = 10, .initialRwnd = 20, .mtuLocked = true},
       .nextHops = {{.link = IfIndex{2}, .gateway = address("fe80::1"), .onLink = true}},
       .preference = 3},
      {.destination = prefix("192.0.2.0/24"),
       .scope = Scope::Link,
       .tos = 16,
       .nextHops =
           {{.link = IfIndex{2}, .gateway = address("fe80::1"), .weight = 256, .onLink = true},
            {.link = IfIndex{3}, .gateway = address("192.0.2.1")}}},
      {.destination = prefix("192.0.2.0/24"),
       .type = RouteType::Prohibit,
       .scope = Scope::Universe},
  };
  for (const Route& route : routes) {
    MessageWriter message(24, 0);
    ASSERT_TRUE(encodeRoute(route, message).has_value());
    EXPECT_EQ(decodeRoute(message.payload()).value(), route);
  }
}

struct ScopeCase {
  const char* name;
  Route route;
  Scope scope;
};
class RouteScope : public testing::TestWithParam<ScopeCase> {};

TEST_P(RouteScope, IsChosenAsIproute2ChoosesIt) {
  MessageWriter message(24, 0);
  ASSERT_TRUE(encodeRoute(GetParam().route, message).has_value());
  EXPECT_EQ(decodeRoute(message.payload()).value().scope, GetParam().scope);
}
INSTANTIATE_TEST_SUITE_P(
    , RouteScope,
    testing::Values(
        ScopeCase{"ViaGateway", {.nextHops = {{.gateway = IpAddress{}}}}, Scope::Universe},
        ScopeCase{"Direct", {.nextHops = {{.link = IfIndex{2}}}}, Scope::Link},
        ScopeCase{
            "Local", {.type = RouteType::Local, .nextHops = {{.link = IfIndex{1}}}}, Scope::Host},
        ScopeCase{"Broadcast",
                  {.type = RouteType::Broadcast, .nextHops = {{.link = IfIndex{2}}}},
                  Scope::Link},
        ScopeCase{"Blackhole", {.type = RouteType::Blackhole}, Scope::Universe},
        ScopeCase{
            "DirectIpv6",
            {.destination = {IpAddress::any(IpFamily::V6), 0}, .nextHops = {{.link = IfIndex{2}}}},
            Scope::Universe},
        ScopeCase{"AsAsked", {.scope = Scope::Site}, Scope::Site}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace pointsman::netlink
