// SPDX-License-Identifier: Apache-2.0
#include "netlink/rule.h"

#include <gtest/gtest.h>

#include "netlink/captured_bytes.h"
#include "netlink/writer.h"

namespace pointsman::netlink {
namespace {

using captured::hex;

IpPrefix prefix(std::string_view text) { return IpPrefix::parse(text).value(); }

Rule thereAndBack(const Rule& rule) {
  MessageWriter message(32, 0);
  encodeRule(rule, message);
  return decodeRule(message.payload()).value();
}

TEST(RuleDecode, ReadsWhatTheKernelSends) {
  EXPECT_EQ(decodeRule(hex(captured::kKernelRule)).value(), (Rule{.priority = 50,
                                                                  .source = prefix("192.0.2.0/24"),
                                                                  .fwmark = 16,
                                                                  .fwmask = 255,
                                                                  .table = 70000,
                                                                  .suppressPrefixLength = 0,
                                                                  .protocol = 0}));
}

TEST(RuleDecode, SurvivesACutAtEveryLength) {
  const auto whole = hex(captured::kKernelRule);
  EXPECT_GT(captured::refusedWhenCut(whole, decodeRule), whole.size() * 8 / 10);
}

TEST(RuleDecode, RefusesPrefixesThatDoNotFitTheFamily) {
  for (const auto* digits : {
           "022100000000000100000000",  // to /33
           "020021000000000100000000",  // from /33
           "0a0018000000000100000000"
           "08000200c0000200",          // IPv6 from four bytes
           "800000000000000100000000",  // multicast forwarding
       }) {
    EXPECT_EQ(decodeRule(hex(digits)).error().kind(), ErrorKind::Protocol) << digits;
  }
  EXPECT_FALSE(holdsIpRule(hex("800000000000000100000000")));
}

TEST(RuleEncode, MeansWhatIproute2Means) {
  const auto theirs = hex(captured::kIpAddRule);
  const Rule rule{.priority = 50,
                  .source = prefix("192.0.2.0/24"),
                  .fwmark = 16,
                  .fwmask = 255,
                  .table = 1000,
                  .protocol = 0};
  EXPECT_EQ(decodeRule(Bytes(theirs).subspan(16)).value(), rule);
  EXPECT_EQ(thereAndBack(rule), rule);
}

TEST(RuleEncode, IsUndoneByDecoding) {
  const Rule rule{.family = IpFamily::V6,
                  .priority = 0,
                  .invert = true,
                  .source = prefix("2001:db8::/32"),
                  .destination = prefix("2001:db8:1::/48"),
                  .inputLink = "eth0",
                  .outputLink = "eth1",
                  .tos = 8,
                  .ipProtocol = 17,
                  .sourcePorts = PortRange{1, 2},
                  .destinationPorts = PortRange{3, 3},
                  .users = UidRange{0, 1000},
                  .table = 4000000000,
                  .suppressPrefixLength = 0,
                  .suppressGroup = 7,
                  .protocol = 16};
  EXPECT_EQ(thereAndBack(rule), rule);
}

TEST(RuleEncode, SendsATableOnlyWhereOneIsLookedUp) {
  EXPECT_EQ(thereAndBack({.action = RuleAction::Blackhole}).table, 0U);
  EXPECT_EQ(thereAndBack({.l3mdev = true}).table, 0U);
  EXPECT_EQ(thereAndBack({.table = 7}).table, 7U);
}

}  // namespace
}  // namespace pointsman::netlink
