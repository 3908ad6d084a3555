// SPDX-License-Identifier: Apache-2.0
#include "netlink/link.h"

#include <gtest/gtest.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "netlink/captured_bytes.h"
#include "netlink/writer.h"

namespace pointsman::netlink {
namespace {

using captured::hex;

TEST(LinkDecode, ReadsAVethThatIsABridgePort) {
  const Link link = decodeLink(hex(captured::kKernelVethOnBridge)).value();
  EXPECT_EQ(link.index, IfIndex{3});
  EXPECT_EQ(link.name, "v0");
  EXPECT_EQ(link.altNames, std::vector<std::string>{"the-uplink-of-this-host"});
  EXPECT_EQ(link.kind, "veth");
  EXPECT_TRUE(std::holds_alternative<VethDetails>(link.details));
  EXPECT_EQ(link.hardwareType, 1);
  EXPECT_EQ(link.master, IfIndex{4});
  EXPECT_EQ(link.parent, IfIndex{2});
  EXPECT_FALSE(link.parentNamespace);
  EXPECT_EQ(link.mac, MacAddress({2, 0, 0, 0, 0, 1}));
  EXPECT_FALSE(link.permanentMac);
  EXPECT_EQ(link.mtu, 1500U);
  EXPECT_EQ(link.minMtu, 68U);
  EXPECT_EQ(link.maxMtu, 65535U);
  EXPECT_TRUE(link.up && link.running && link.carrier);
  EXPECT_FALSE(link.promiscuous);
  EXPECT_EQ(link.promiscuity, 1U) << "held by the bridge";
  EXPECT_EQ(link.operState, OperState::Up);
  EXPECT_EQ(link.portKind, "bridge");
  EXPECT_EQ(link.portOptions.at("cost"), "2");
  EXPECT_EQ(link.portOptions.at("priority"), "32");
  EXPECT_EQ(link.portOptions.at("learning"), "1");
}

TEST(LinkDecode, ReadsTheSettingsOfIpv4AndIpv6) {
  const Link link = decodeLink(hex(captured::kKernelVethOnBridge)).value();
  EXPECT_EQ(link.inet, InetSettings{.forwarding = false});
  EXPECT_EQ(
      link.inet6,
      (Inet6Settings{
          .disabled = false, .forwarding = false, .acceptsRouters = true, .addrGenMode = "eui64"}));
}

TEST(LinkDecode, ReadsAVxlan) {
  const Link link = decodeLink(hex(captured::kKernelVxlan)).value();
  EXPECT_EQ(link.details, LinkDetails(VxlanDetails{.id = 42,
                                                   .remote = IpAddress::parse("192.0.2.1").value(),
                                                   .destinationPort = 4789}));
  EXPECT_FALSE(link.up);
  EXPECT_EQ(link.portKind, "");
}

TEST(LinkDecode, SurvivesACutAtEveryLength) {
  for (const auto captured : {captured::kKernelVethOnBridge, captured::kKernelVxlan}) {
    const auto whole = hex(captured);
    const auto refused = captured::refusedWhenCut(whole, decodeLink);
    EXPECT_GT(refused, whole.size() * 9 / 10) << "only cuts between attributes may pass";
  }
}

// Not what the kernel sends, but nothing forbids it.
TEST(LinkDecode, TakesTheKindAfterItsData) {
  MessageWriter message(RTM_NEWLINK, 0);
  message.header(ifinfomsg{});
  {
    const auto info = message.nest(IFLA_LINKINFO);
    {
      const auto data = message.nest(IFLA_INFO_DATA);
      message.put(IFLA_VRF_TABLE, std::uint32_t{1000});
    }
    message.put(IFLA_INFO_KIND, std::string_view("vrf"));
  }
  EXPECT_EQ(decodeLink(message.payload()).value().details, LinkDetails(VrfDetails{1000}));
}

TEST(LinkDecode, LeavesAnInfinibandAddressAlone) {
  MessageWriter message(RTM_NEWLINK, 0);
  message.header(ifinfomsg{});
  message.put(IFLA_ADDRESS, Bytes(std::vector<std::byte>(20)));
  EXPECT_FALSE(decodeLink(message.payload()).value().mac);
}

TEST(LinkDecode, KnowsPortsOfOpenVSwitch) {
  MessageWriter message(RTM_NEWLINK, 0);
  message.header(ifinfomsg{});
  message.put(IFLA_MASTER, IfIndex{9});
  {
    const auto info = message.nest(IFLA_LINKINFO);
    message.put(IFLA_INFO_SLAVE_KIND, std::string_view("openvswitch"));
  }
  const Link link = decodeLink(message.payload()).value();
  EXPECT_EQ(link.portKind, "openvswitch");
  EXPECT_EQ(link.master, IfIndex{9});
  EXPECT_EQ(link.kind, "");
}

TEST(BridgePortVlansDecode, JoinsTheEndsOfARange) {
  // IFLA_AF_SPEC with 1 untagged, 7 pvid untagged, and 100 to 199, as RTM_GETLINK gives it with
  // RTEXT_FILTER_BRVLAN_COMPRESSED.
  const auto bytes =
      hex("07000000"
          "03000000"
          "00000000"
          "00000000"
          "24001a00"
          "0800020004000100"
          "0800020006000700"
          "0800020008006400"
          "080002001000c700");
  const BridgePortVlans port = decodeBridgePortVlans(bytes).value();
  EXPECT_EQ(port.port, IfIndex{3});
  EXPECT_EQ(port.vlans,
            (std::vector<BridgeVlan>{{.first = 1, .last = 1, .untagged = true},
                                     {.first = 7, .last = 7, .pvid = true, .untagged = true},
                                     {.first = 100, .last = 199}}));
  EXPECT_EQ(captured::refusedWhenCut(bytes, decodeBridgePortVlans), bytes.size() - 1);
}

TEST(BridgePortVlansDecode, TakesTheEndOfARangeThatNeverBeganForASingleOne) {
  const auto bytes =
      hex("07000000030000000000000000000000"
          "0c001a00"
          "080002001000c700");
  EXPECT_EQ(decodeBridgePortVlans(bytes).value().vlans,
            (std::vector<BridgeVlan>{{.first = 199, .last = 199}}));
}

TEST(LinkNames, ReplaceIndicesWhereTheLinkIsKnown) {
  std::vector<Link> links{
      {.index = {1}, .name = "a", .parent = IfIndex{2}, .details = VethDetails{}},
      {.index = {2},
       .name = "b",
       .parent = IfIndex{1},
       .parentNamespace = 0,
       .details = VethDetails{}},
      {.index = {3},
       .name = "bond0",
       .details = BondDetails{{{"primary", "1"}, {"active_slave", "77"}}}},
  };
  resolveNames(links);
  EXPECT_EQ(std::get<VethDetails>(links[0].details).peer, "b");
  EXPECT_EQ(std::get<VethDetails>(links[1].details).peer, "") << "1 is of another namespace";
  EXPECT_EQ(std::get<BondDetails>(links[2].details).options,
            (Options{{"primary", "a"}, {"active_slave", "77"}}));
}

}  // namespace
}  // namespace pointsman::netlink
