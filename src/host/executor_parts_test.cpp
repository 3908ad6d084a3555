// SPDX-License-Identifier: Apache-2.0
// The pure parts of the executors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "host/bridge_filter.h"
#include "host/dhcpcd_config.h"
#include "host/ip_method_record.h"
#include "host/kernel_kind.h"
#include "host/kernel_route.h"
#include "host/name_executor.h"
#include "host/observe_methods.h"
#include "host/vsctl_configurator.h"

namespace pointsman::host {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Result<netlink::IfIndex> indexOfTen(std::string_view) { return netlink::IfIndex{10}; }

TEST(VsctlArguments, SayTheSameAsTheTransaction) {
  const ovsdb::Uuid row{1, 2};
  OvsTransaction transaction;
  transaction.operations = {
      ovsdb::Wait{.table = "Bridge", .where = ovsdb::whereUuid(row)},
      ovsdb::Insert{
          .table = "Interface", .row = {{"name", "a b"}, {"mtu_request", 1400}}, .name = "row1"},
      ovsdb::Update{.table = "Bridge",
                    .where = ovsdb::whereUuid(row),
                    .row = {{"fail_mode", ovsdb::Value()}, {"stp_enable", true}}},
      ovsdb::Mutate{.table = "Bridge",
                    .where = ovsdb::whereUuid(row),
                    .mutations = {{"ports", ovsdb::Mutator::Insert, ovsdb::NamedUuid{"row1"}},
                                  {"external_ids", ovsdb::Mutator::Delete, "k\"1"},
                                  {"external_ids", ovsdb::Mutator::Insert,
                                   ovsdb::Value::map(ovsdb::TextMap{{"k", "v\n"}})}}},
      ovsdb::Mutate{.table = "Open_vSwitch",
                    .where = ovsdb::whereUuid(row),
                    .mutations = {{"next_cfg", ovsdb::Mutator::Add, 1}}},
      ovsdb::Select{.table = "Open_vSwitch"}};
  const std::string uuid = toString(row);
  EXPECT_THAT(
      makeVsctlArguments(transaction, "unix:/x", std::chrono::seconds(7)),
      ElementsAre("--db=unix:/x", "--no-syslog", "--timeout=7", "--", "--id=@row1", "create",
                  "Interface", "mtu_request=[1400]", "name=[\"a b\"]", "--", "clear", "Bridge",
                  uuid, "fail_mode", "--", "set", "Bridge", uuid, "stp_enable=[true]", "--", "add",
                  "Bridge", uuid, "ports", "@row1", "--", "remove", "Bridge", uuid, "external_ids",
                  "\"k\\\"1\"", "--", "add", "Bridge", uuid, "external_ids", "\"k\"=\"v\\u000a\""));
}

TEST(BridgeFilter, GivesATrunkItsNativeVlan) {
  BridgePortVlan trunk{.trunk = true, .tag = 5};
  trunk.trunks.add(VlanRange{4, 7});
  EXPECT_THAT(
      toFilter(trunk, 1),
      ElementsAre(netlink::BridgeVlan{.first = 4, .last = 4},
                  netlink::BridgeVlan{.first = 5, .last = 5, .pvid = true, .untagged = true},
                  netlink::BridgeVlan{.first = 6, .last = 7}));
}

TEST(BridgeFilter, WritesOnlyWhatDiffers) {
  const auto before = toFilter(std::nullopt, 1);
  const auto after = toFilter(BridgePortVlan{.tag = 8}, 1);
  const FilterChange change = diffFilters(before, after);
  ASSERT_EQ(change.removed.size(), 1U);
  EXPECT_EQ(change.removed[0].first, 1);
  ASSERT_EQ(change.added.size(), 1U);
  EXPECT_EQ(change.added[0].first, 8);
  EXPECT_EQ(diffFilters(after, after), FilterChange{});
  EXPECT_TRUE(isDefaultFilter(before, 1));
  EXPECT_FALSE(isDefaultFilter(after, 1));
  EXPECT_TRUE(isDefaultFilter({}, 0));
}

TEST(KernelKind, SpeaksTheKernelsWords) {
  const auto vlan = toKernelKind(
      VlanLink{
          .base = InterfaceName("eth0"), .id = 7, .protocol = "802.1ad", .registration = "mvrp"},
      indexOfTen);
  ASSERT_TRUE(vlan.has_value());
  EXPECT_EQ(vlan->kind, "vlan");
  EXPECT_EQ(vlan->parent, InterfaceName("eth0"));
  EXPECT_EQ(std::get<netlink::VlanDetails>(vlan->details),
            (netlink::VlanDetails{.id = 7, .protocol = 0x88a8, .mvrp = true}));
  const auto tap = toKernelKind(MacVlanLink{.mode = "passthru", .tap = true}, indexOfTen);
  ASSERT_TRUE(tap.has_value());
  EXPECT_EQ(tap->kind, "macvtap");
  const auto vxlan = toKernelKind(VxlanLink{.base = InterfaceName("eth0"), .id = 9}, indexOfTen);
  ASSERT_TRUE(vxlan.has_value());
  EXPECT_EQ(std::get<netlink::VxlanDetails>(vxlan->details).base, netlink::IfIndex{10});
}

TEST(KernelKind, RefusesWhatNobodyCanMake) {
  for (const LinkKind& kind : {LinkKind(PhysicalLink{}), LinkKind(VethLink{}),
                               LinkKind(OvsInternalLink{}), LinkKind(OtherLink{"wireguard"})}) {
    const auto made = toKernelKind(kind, indexOfTen);
    ASSERT_FALSE(made.has_value());
    EXPECT_EQ(made.error().kind(), ErrorKind::Unsupported);
  }
}

TEST(OptionChanges, LeaveOutWhatIsSoAlready) {
  const BondLink bond{"active-backup",
                      {{"miimon", "100"}, {"lacp_rate", "slow"}, {"arp_ip_target", ""}}};
  const netlink::BondDetails now{
      {{"mode", "active-backup"}, {"miimon", "0"}, {"lacp_rate", "slow"}}};
  EXPECT_EQ(optionChanges(bond, now), (netlink::Options{{"miimon", "100"}}));
  const LinuxBridgeLink bridge{{{"stp.forward-delay", "15"}, {"stp.enabled", "1"}}};
  const netlink::BridgeDetails bridgeNow{{{"forward_delay", "1499"}, {"stp_state", "0"}}};
  EXPECT_EQ(optionChanges(bridge, bridgeNow), (netlink::Options{{"stp_state", "1"}}));
}

TEST(KernelRoute, PutsHopsTogetherAndTakesThemApart) {
  Route first{.destination = IpPrefix::parse("203.0.113.0/24").value(),
              .gateway = IpAddress::parse("192.0.2.1").value(),
              .weight = 3};
  Route second = first;
  second.gateway = IpAddress::parse("192.0.2.2").value();
  second.weight = 1;
  const netlink::Route one = toKernel(first, {2});
  const netlink::Route two = toKernel(second, {2});
  EXPECT_TRUE(sameSlot(one, two));
  EXPECT_FALSE(hasHop(one, two));
  const netlink::Route both = withHop(one, two);
  ASSERT_EQ(both.nextHops.size(), 2U);
  EXPECT_EQ(both.nextHops[0].weight, 3);
  EXPECT_EQ(withHop(both, two), both);
  EXPECT_EQ(withoutHop(both, two), one);
  EXPECT_EQ(withoutHop(one, one), std::nullopt);
}

TEST(DhcpcdConfig, SaysWhatWasAsked) {
  const auto config = makeDhcpcdConfig(
      IpFamily::V4, {.dhcp = true, .autoDns = false, .autoGateway = false, .autoRouteMetric = 48});
  ASSERT_TRUE(config.has_value());
  EXPECT_THAT(*config, HasSubstr("\nmetric 48\n"));
  EXPECT_THAT(*config, HasSubstr("\nnogateway\n"));
  EXPECT_THAT(*config, HasSubstr("\nnohook resolv.conf\n"));
  EXPECT_THAT(*config, HasSubstr("\nhostname\n"));
  EXPECT_THAT(*config, Not(HasSubstr("clientid")));
}

TEST(DhcpcdConfig, TellsRoutersFromServersForIpv6) {
  const auto slaac =
      makeDhcpcdConfig(IpFamily::V6, {.autoconf = true, .addrGenMode = "stable-privacy"});
  ASSERT_TRUE(slaac.has_value());
  EXPECT_THAT(*slaac, HasSubstr("nodhcp6\nipv6ra_autoconf\nslaac private\n"));
  const auto dhcp = makeDhcpcdConfig(IpFamily::V6, {.dhcp = true, .dhcpDuid = "llt"});
  ASSERT_TRUE(dhcp.has_value());
  EXPECT_THAT(*dhcp, HasSubstr("duid lt\n"));
  EXPECT_THAT(*dhcp, HasSubstr("dhcp6\nia_na\nipv6ra_noautoconf\n"));
}

TEST(DhcpcdConfig, LetsNoValueLeaveItsLine) {
  for (const char* name : {"a\nscript /tmp/x", "", "a b", "\"a\""}) {
    const auto config = makeDhcpcdConfig(IpFamily::V4, {.dhcp = true, .dhcpCustomHostname = name});
    ASSERT_FALSE(config.has_value()) << name;
    EXPECT_EQ(config.error().kind(), ErrorKind::InvalidInput);
  }
}

TEST(IpMethodRecord, ReadsBackWhatItPrints) {
  const IpMethodRecord record{.method = {.enabled = true,
                                         .dhcp = true,
                                         .autoconf = true,
                                         .autoDns = false,
                                         .autoRouteMetric = 48,
                                         .dhcpClientId = "01:02:03",
                                         .dhcpCustomHostname = "a name",
                                         .token = IpAddress::parse("::7").value()},
                              .settingsBefore = {{"accept_ra", "1"}}};
  const auto again = parseRecord(printRecord(record));
  ASSERT_TRUE(again.has_value()) << again.error().message();
  EXPECT_EQ(*again, record);
  EXPECT_FALSE(parseRecord("dhcp maybe\n").has_value());
  EXPECT_TRUE(parseRecord("from-a-later-version 7\n").has_value());
}

TEST(ObserveMethods, KnowsOfAClientBeforeItsFirstLease) {
  ObservedState state;
  const InterfaceName link{"eth1"};
  state.config.links[link].ipv6.addresses = {{.prefix = IpPrefix::parse("2001:db8::1/64").value()}};
  IpMethodRecords records;
  records[{link, IpFamily::V4}].method = {.dhcp = true, .autoDns = false};
  records[{link, IpFamily::V6}].method = {.enabled = true, .autoconf = true};
  records[{InterfaceName("gone"), IpFamily::V4}].method = {.dhcp = true};
  observeMethods(records, state);
  const LinkConfig& now = state.config.links.at(link);
  EXPECT_TRUE(now.ipv4.dhcp);
  EXPECT_TRUE(now.ipv4.enabled);
  EXPECT_FALSE(now.ipv4.autoDns);
  EXPECT_TRUE(now.ipv6.autoconf);
  EXPECT_EQ(now.ipv6.addresses.size(), 1U);
  EXPECT_EQ(state.config.links.size(), 1U);
}

TEST(ResolvConfEdit, KeepsWhatIsNotItsOwnInItsPlace) {
  const std::string before = "# mine\nnameserver 192.0.2.1\noptions rotate\nsortlist 192.0.2.0\n";
  const std::string after =
      editResolvConf(before, {.servers = {"192.0.2.2", "192.0.2.3"}, .search = {"example"}});
  EXPECT_EQ(after,
            "# mine\nnameserver 192.0.2.2\nnameserver 192.0.2.3\nsortlist 192.0.2.0\n"
            "search example\n");
  EXPECT_EQ(editResolvConf("", {}), "");
  EXPECT_EQ(editResolvConf("# no end", {.servers = {"192.0.2.2"}}),
            "# no end\nnameserver 192.0.2.2\n");
}

}  // namespace
}  // namespace pointsman::host
