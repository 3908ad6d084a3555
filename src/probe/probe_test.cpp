// SPDX-License-Identifier: Apache-2.0
#include "probe/probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "probe/echo_message.h"
#include "probe/surroundings.h"

namespace pointsman::probe {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

IpAddress address(std::string_view text) { return IpAddress::parse(text).value(); }

TEST(ParseProbes, ReadsEveryForm) {
  const std::pair<std::string_view, std::vector<Probe>> cases[] = {
      {"ping:192.0.2.1", {PingProbe{address("192.0.2.1")}}},
      {"ping:2001:db8::1", {PingProbe{address("2001:db8::1")}}},
      {"ping:fe80::1%eth0", {PingProbe{address("fe80::1"), "eth0"}}},
      {"gateway", {GatewayProbe{IpFamily::V4}, GatewayProbe{IpFamily::V6}}},
      {"gateway:ipv6", {GatewayProbe{IpFamily::V6}}},
      {"tcp:192.0.2.1:443", {TcpProbe{"192.0.2.1", 443}}},
      {"tcp:[2001:db8::1]:6443", {TcpProbe{"2001:db8::1", 6443}}},
      {"tcp:api.example.com:6443", {TcpProbe{"api.example.com", 6443}}},
      {"dns:example.com", {DnsProbe{"example.com"}}},
  };
  for (const auto& [text, expected] : cases) {
    const auto parsed = parseProbes(text);
    ASSERT_TRUE(parsed) << text << ": " << parsed.error().message();
    EXPECT_EQ(*parsed, expected) << text;
    if (parsed->size() == 1) {
      EXPECT_EQ(toString(parsed->front()), text);
    }
  }
}

TEST(ParseProbes, SaysWhatIsWrong) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", "write ping:ADDRESS"},
      {"ping", "write ping:ADDRESS"},
      {"http://example.com", "write ping:ADDRESS"},
      {"ping:", "needs an address"},
      {"ping:example.com", "needs an address"},
      {"ping:192.0.2.1/24", "needs an address"},
      {"ping:fe80::1", "needs its device"},
      {"ping:192.0.2.1%eth0", "needs its device"},
      {"ping:fe80::1%a-name-over-15-characters", "needs its device"},
      {"gateway:ipv5", "write ping:ADDRESS"},
      {"tcp:192.0.2.1", "needs a port"},
      {"tcp:192.0.2.1:", "a number from 1 to 65535"},
      {"tcp:192.0.2.1:0", "a number from 1 to 65535"},
      {"tcp:192.0.2.1:65536", "a number from 1 to 65535"},
      {"tcp:192.0.2.1:80x", "a number from 1 to 65535"},
      {"tcp:2001:db8::1:443", "in brackets"},
      {"tcp:[example.com]:443", "in brackets"},
      {"tcp::443", "neither an address nor a name"},
      {"tcp:a b:443", "neither an address nor a name"},
      {"dns:", "needs a name"},
      {"dns:a..b", "needs a name"},
  };
  for (const auto& [text, why] : cases) {
    const auto parsed = parseProbes(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().kind(), ErrorKind::InvalidInput) << text;
    EXPECT_THAT(parsed.error().message(), HasSubstr(why)) << text;
  }
}

ProbeResult result(std::string_view name, bool worked) {
  return {.probe = DnsProbe{std::string(name)},
          .worked = worked,
          .milliseconds = 3,
          .whyNot = worked ? "" : "no answer"};
}

TEST(ProbeResults, OnlyWhatWorkedBeforeCanBeLost) {
  const std::vector<ProbeResult> before = {result("a", true), result("b", false), result("c", true),
                                           result("d", true)};
  const std::vector<ProbeResult> after = {result("d", false), result("a", true),
                                          result("b", false)};
  const auto lost = findLost(before, after);
  ASSERT_EQ(lost.size(), 2U);
  EXPECT_EQ(toString(lost[0]), "dns:c: was not run again");
  EXPECT_EQ(toString(lost[1]), "dns:d: no answer");
  EXPECT_THAT(findLost(before, before), IsEmpty());
  EXPECT_EQ(toString(result("a", true)), "dns:a: answered in 3 ms");
}

TEST(ProbeSurroundings, ComeFromDefaultRoutesAndTheResolver) {
  ObservedState host;
  const auto add = [&](std::string_view device, std::string_view gateway, std::uint32_t metric) {
    host.config.routes.insert({.destination = {IpAddress::any(address(gateway).family()), 0},
                               .device = InterfaceName(device),
                               .gateway = address(gateway),
                               .metric = metric});
  };
  add("eth0", "192.0.2.1", 100);
  add("eth1", "198.51.100.1", 50);
  host.facts.runningRoutes = {
      {.destination = IpPrefix::parse("::/0").value(),
       .device = InterfaceName("eth0"),
       .gateway = address("fe80::1"),
       .metric = 1024},
      {.destination = IpPrefix::parse("0.0.0.0/0").value(), .device = InterfaceName("ppp0")}};
  host.config.resolver.servers = {"192.0.2.53", "fe80::53%eth0", "nonsense"};
  const Surroundings found = findSurroundings(host);
  EXPECT_THAT(found.gateways, ElementsAre(Gateway{address("198.51.100.1"), "eth1"},
                                          Gateway{address("192.0.2.1"), "eth0"},
                                          Gateway{address("fe80::1"), "eth0"}));
  EXPECT_THAT(found.nameServers,
              ElementsAre(NameServer{.address = address("192.0.2.53")},
                          NameServer{.address = address("fe80::53"), .device = "eth0"}));
}

TEST(EchoMessage, HasTheChecksumOfRfc792) {
  EXPECT_THAT(encodeEchoRequest(IpFamily::V4, {0x1234, 0x0001}),
              ElementsAre(8, 0, 0xe5, 0xca, 0x12, 0x34, 0x00, 0x01));
  EXPECT_THAT(encodeEchoRequest(IpFamily::V6, {0x1234, 0x0001}),
              ElementsAre(128, 0, 0, 0, 0x12, 0x34, 0x00, 0x01));
}

TEST(EchoMessage, IsKnownByItsType) {
  const std::vector<std::uint8_t> reply4 = {0, 0, 0, 0, 0x12, 0x34, 0x00, 0x07, 'x'};
  EXPECT_EQ(decodeEchoReply(IpFamily::V4, reply4), (Echo{0x1234, 7}));
  EXPECT_EQ(decodeEchoReply(IpFamily::V6, reply4), std::nullopt);
  std::vector<std::uint8_t> reply6 = reply4;
  reply6[0] = 129;
  EXPECT_EQ(decodeEchoReply(IpFamily::V6, reply6), (Echo{0x1234, 7}));
  EXPECT_EQ(decodeEchoReply(IpFamily::V4, std::span(reply4).first(7)), std::nullopt);
}

TEST(EchoMessage, StandsBehindAnIpv4HeaderOfAnyLength) {
  std::vector<std::uint8_t> packet(28, 0);
  packet[0] = 0x45;
  EXPECT_EQ(skipIpv4Header(packet).size(), 8U);
  packet[0] = 0x46;
  EXPECT_EQ(skipIpv4Header(packet).size(), 4U);
  packet[0] = 0x4f;
  EXPECT_THAT(skipIpv4Header(packet), IsEmpty()) << "longer than the packet";
  packet[0] = 0x41;
  EXPECT_THAT(skipIpv4Header(packet), IsEmpty()) << "shorter than a header";
  EXPECT_THAT(skipIpv4Header({}), IsEmpty());
}

}  // namespace
}  // namespace pointsman::probe
