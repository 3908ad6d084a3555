// SPDX-License-Identifier: Apache-2.0
// Requests for kinds that a test kernel may lack are held against those of iproute2: byte for byte
// where the order of attributes is the same, else by what decodeLink() makes of both.
#include "netlink/link_change.h"

#include <gtest/gtest.h>
#include <linux/rtnetlink.h>

#include "netlink/captured_bytes.h"

namespace pointsman::netlink {
namespace {

using captured::hex;

Result<IfIndex> v0IsThree(std::string_view name) {
  if (name == "v0") return IfIndex{3};
  return Error{ErrorKind::NotFound, "no such link"};
}

std::vector<std::byte> encoded(const NewLink& link) {
  const auto message = encodeNewLink(link, v0IsThree).value();
  return {message.bytes().begin(), message.bytes().end()};
}

Link understood(Bytes message) { return decodeLink(message.subspan(16)).value(); }

Link understood(const NewLink& link) { return understood(encoded(link)); }

TEST(NewLinkEncode, WritesADummyAsIproute2) {
  EXPECT_EQ(encoded({.name = "dummy0", .kind = "dummy"}), hex(captured::kIpAddDummy));
}

TEST(NewLinkEncode, WritesAVrfAsIproute2) {
  EXPECT_EQ(encoded({.name = "vrf0", .kind = "vrf", .details = VrfDetails{1000}}),
            hex(captured::kIpAddVrf));
}

TEST(NewLinkEncode, WritesAnIpVlanAsIproute2) {
  EXPECT_EQ(encoded({.name = "ipv0",
                     .kind = "ipvlan",
                     .details = IpVlanDetails{.mode = IpVlanMode::L3s},
                     .parent = IfIndex{3}}),
            hex(captured::kIpAddIpVlan));
}

TEST(NewLinkEncode, WritesAVethAsIproute2) {
  EXPECT_EQ(encoded({.name = "v5", .kind = "veth", .details = VethDetails{"v6"}}),
            hex(captured::kIpAddVeth));
}

TEST(NewLinkEncode, WritesAVlanThatIproute2WouldMeanTheSameBy) {
  // iproute2 leaves the flags it was not told about to the kernel, which reorders headers.
  Link expected = understood(hex(captured::kIpAddVlan));
  std::get<VlanDetails>(expected.details).reorderHeaders = true;
  const VlanDetails vlan{.id = 100, .protocol = 0x88a8, .gvrp = true};
  EXPECT_EQ(
      understood(NewLink{.name = "v0.100", .kind = "vlan", .details = vlan, .parent = IfIndex{3}}),
      expected);
  EXPECT_EQ(expected.details, LinkDetails(vlan));
}

TEST(NewLinkEncode, WritesBondsThatIproute2WouldMeanTheSameBy) {
  const BondDetails lacp{{{"mode", "802.3ad"},
                          {"miimon", "100"},
                          {"xmit_hash_policy", "layer3+4"},
                          {"lacp_rate", "fast"},
                          {"min_links", "2"},
                          {"ad_actor_system", "02:00:00:00:00:01"}}};
  EXPECT_EQ(understood(NewLink{.name = "bond0", .kind = "bond", .details = lacp}),
            understood(hex(captured::kIpAddBond)));
  EXPECT_EQ(understood(hex(captured::kIpAddBond)).details, LinkDetails(lacp));

  const BondDetails backup{{{"mode", "active-backup"},
                            {"arp_interval", "200"},
                            {"arp_ip_target", "192.0.2.1,192.0.2.2"},
                            {"primary", "v0"},
                            {"fail_over_mac", "active"}}};
  EXPECT_EQ(understood(NewLink{.name = "bond1", .kind = "bond", .details = backup}),
            understood(hex(captured::kIpAddActiveBackup)));
}

TEST(NewLinkEncode, RefusesDetailsOfAnotherKind) {
  const auto refused =
      encodeNewLink({.name = "x", .kind = "vlan", .details = VrfDetails{7}}, v0IsThree);
  EXPECT_EQ(refused.error().kind(), ErrorKind::InvalidInput);
  EXPECT_EQ(encodeNewLink({.name = "x", .kind = "tun", .details = TunDetails{}}, v0IsThree)
                .error()
                .kind(),
            ErrorKind::Unsupported);
}

TEST(NewLinkEncode, RefusesABondWhosePrimaryDoesNotExist) {
  const auto refused = encodeNewLink(
      {.name = "b", .kind = "bond", .details = BondDetails{{{"primary", "nix"}}}}, v0IsThree);
  EXPECT_EQ(refused.error().kind(), ErrorKind::NotFound);
  EXPECT_EQ(refused.error().message(), "option primary: no such link");
}

// Every kind of details comes back from the bytes as it went in.
TEST(NewLinkEncode, IsUndoneByDecoding) {
  const std::vector<NewLink> links{
      {.name = "a",
       .kind = "vlan",
       .details =
           VlanDetails{.id = 4094, .reorderHeaders = false, .looseBinding = true, .mvrp = true}},
      {.name = "b",
       .kind = "macvtap",
       .details = MacVlanDetails{.mode = MacVlanMode::PassThru, .promiscuous = false}},
      {.name = "c",
       .kind = "ipvlan",
       .details = IpVlanDetails{.mode = IpVlanMode::L2, .vepa = true}},
      {.name = "d",
       .kind = "vxlan",
       .details =
           VxlanDetails{.destinationPort = 4789, .learning = false, .collectMetadata = true}},
      {.name = "e",
       .kind = "bridge",
       .details = BridgeDetails{{{"vlan_filtering", "1"}, {"vlan_protocol", "802.1ad"}}}},
      {.name = "f",
       .kind = "vrf",
       .details = VrfDetails{7},
       .master = IfIndex{5},
       .mac = MacAddress({2, 0, 0, 0, 0, 1}),
       .mtu = 9000,
       .up = true},
  };
  for (const NewLink& wanted : links) {
    SCOPED_TRACE(wanted.kind);
    const Link link = understood(wanted);
    EXPECT_EQ(link.name, wanted.name);
    EXPECT_EQ(link.kind, wanted.kind);
    EXPECT_EQ(link.details, wanted.details);
    EXPECT_EQ(link.master, wanted.master);
    EXPECT_EQ(link.mac, wanted.mac);
    EXPECT_EQ(link.mtu, wanted.mtu.value_or(0));
    EXPECT_EQ(link.up, wanted.up);
  }
}

TEST(LinkChangeEncode, TouchesOnlyTheFlagsItNames) {
  const auto flagsOf = [](const LinkChange& change) {
    const MessageWriter message = encodeLinkChange("v0", change);
    Bytes payload = message.payload();
    const auto header = takeHeader<ifinfomsg>(payload).value();
    return std::pair(header.ifi_flags, header.ifi_change);
  };
  EXPECT_EQ(flagsOf({}), std::pair(0U, 0U));
  EXPECT_EQ(flagsOf({.up = true}), std::pair(1U, 1U));
  EXPECT_EQ(flagsOf({.up = false, .promiscuous = true}), std::pair(0x100U, 0x101U));
}

TEST(PortChangeEncode, CarriesWhatIproute2CarriesForABondPort) {
  const auto message =
      encodePortChange("v0", "bond", {{"queue_id", "5"}, {"prio", "-3"}}, v0IsThree).value();
  const Link ours = decodeLink(message.payload()).value();
  EXPECT_EQ(ours.portKind, "bond");
  // iproute2 names the kind "bond_slave" in IFLA_INFO_KIND, which the kernel looks at no more.
  const auto theirs = hex(captured::kIpSetBondPort);
  const auto data = Bytes(theirs).last(16);
  EXPECT_EQ(ours.portOptions, decodeOptions(bondPortOptions(), data).value());
  EXPECT_EQ(encodePortChange("v0", "openvswitch", {}, v0IsThree).error().kind(),
            ErrorKind::Unsupported);
}

TEST(AltNameEncode, CarriesWhatIproute2Carries) {
  const auto message = encodeAltName(RTM_NEWLINKPROP, "v0", "longer-than-fifteen-x");
  EXPECT_EQ(decodeLink(message.payload()).value().altNames,
            understood(hex(captured::kIpAddAltName)).altNames);
  const auto theirs = hex(captured::kIpAddAltName);
  EXPECT_TRUE(std::ranges::equal(message.bytes().last(32), Bytes(theirs).last(32)));
}

TEST(BridgeVlanEncode, WritesAsBridgeDoes) {
  const auto same = [](const MessageWriter& message, std::string_view captured) {
    return std::vector(message.bytes().begin(), message.bytes().end()) == hex(captured);
  };
  EXPECT_TRUE(
      same(encodeBridgeVlan(RTM_SETLINK, IfIndex{3}, FilterOf::Port, {.first = 100, .last = 199}),
           captured::kBridgeAddVlans));
  EXPECT_TRUE(same(encodeBridgeVlan(RTM_SETLINK, IfIndex{3}, FilterOf::Port,
                                    {.first = 7, .last = 7, .pvid = true, .untagged = true}),
                   captured::kBridgeAddPvid));
  EXPECT_TRUE(
      same(encodeBridgeVlan(RTM_DELLINK, IfIndex{4}, FilterOf::Bridge, {.first = 1, .last = 1}),
           captured::kBridgeDelSelf));
}

}  // namespace
}  // namespace pointsman::netlink
