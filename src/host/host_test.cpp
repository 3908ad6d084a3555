// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "host/bridge_options.h"
#include "host/observe_links.h"
#include "host/observe_names.h"
#include "host/observe_routes.h"

namespace pointsman::host {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

netlink::Link link(int index, std::string name) {
  return {.index = {index}, .name = std::move(name), .mtu = 1500, .up = true};
}

netlink::Address address(int index, const char* prefix) {
  return {.link = {index}, .prefix = IpPrefix::parse(prefix).value()};
}

TEST(ObserveKernel, TellsConfiguredAddressesFromLeasedAndLinkLocalOnes) {
  KernelTables tables{.links = {link(2, "eth0")}};
  auto leased = address(2, "198.51.100.7/24");
  leased.valid = std::chrono::seconds(600);
  tables.addresses = {address(2, "192.0.2.10/24"), leased, address(2, "fe80::1/64")};
  ObservedState state;
  observeKernel(tables, state);
  const auto& config = state.config.links.at(InterfaceName("eth0"));
  ASSERT_EQ(config.ipv4.addresses.size(), 1U);
  EXPECT_EQ(strCat(config.ipv4.addresses[0].prefix), "192.0.2.10/24");
  EXPECT_TRUE(config.ipv4.dhcp);
  EXPECT_THAT(config.ipv6.addresses, IsEmpty());
  EXPECT_EQ(state.facts.links.at(InterfaceName("eth0")).dynamicAddresses.size(), 2U);
}

TEST(ObserveKernel, TakesATapForTheInternalPortThatItIs) {
  ObservedState state;
  auto& bridge = state.config.ovs.bridges[BridgeName("br-ex")];
  bridge.ports[PortName("br-ex")].interfaces[InterfaceName("br-ex")].type = kOvsInternal;
  auto tap = link(3, "br-ex");
  tap.kind = "tun";
  tap.details = netlink::TunDetails{.mode = netlink::TunDetails::Mode::Tap};
  auto vm = tap;
  vm.index = {4};
  vm.name = "vnet0";
  observeKernel({.links = {tap, vm}}, state);
  EXPECT_EQ(typeOf(state.config.links.at(InterfaceName("br-ex")).kind),
            InterfaceType::OvsInterface);
  EXPECT_EQ(typeOf(state.config.links.at(InterfaceName("vnet0")).kind), InterfaceType::Tun);
}

TEST(ObserveKernel, HidesWhatOpenVSwitchKeepsForItself) {
  ObservedState state;
  observeKernel(
      {.links = {link(2, "ovs-system"), link(3, "ovs-netdev"), link(4, "genev_sys_6081")}}, state);
  EXPECT_THAT(state.config.links, IsEmpty());
}

TEST(ObserveKernel, DoesNotTakeOvsSystemForAController) {
  auto port = link(3, "eth0");
  port.master = netlink::IfIndex{2};
  port.portKind = "openvswitch";
  ObservedState state;
  observeKernel({.links = {link(2, "ovs-system"), port}}, state);
  EXPECT_EQ(state.config.links.at(InterfaceName("eth0")).controller, std::nullopt);
}

TEST(ObserveKernel, ReadsTheVlanFilterOfABridgePort) {
  auto bridge = link(2, "br0");
  bridge.kind = "bridge";
  bridge.details = netlink::BridgeDetails{
      {{"vlan_filtering", "1"}, {"vlan_default_pvid", "1"}, {"stp_state", "0"}}};
  auto port = link(3, "eth0");
  port.master = netlink::IfIndex{2};
  port.portKind = "bridge";
  port.bridgeVlans = {{.first = 5, .last = 5, .pvid = true, .untagged = true},
                      {.first = 10, .last = 12}};
  auto plain = port;
  plain.index = {4};
  plain.name = "eth1";
  plain.bridgeVlans = {{.first = 1, .last = 1, .pvid = true, .untagged = true}};
  ObservedState state;
  observeKernel({.links = {bridge, port, plain}}, state);
  const auto& filtered = state.config.links.at(InterfaceName("eth0")).bridgePort->vlan;
  ASSERT_TRUE(filtered.has_value());
  EXPECT_TRUE(filtered->trunk);
  EXPECT_EQ(filtered->tag, VlanId{5});
  EXPECT_EQ(strCat(filtered->trunks), "10-12");
  EXPECT_EQ(state.config.links.at(InterfaceName("eth1")).bridgePort->vlan, std::nullopt);
}

TEST(ObserveRoutes, KeepsConfigurationApartFromWhatRunsAndFromRoutingDaemons) {
  const auto route = [](const char* destination, std::uint8_t protocol) {
    netlink::Route made{.destination = IpPrefix::parse(destination).value(), .protocol = protocol};
    made.nextHops = {{.link = netlink::IfIndex{2}}};
    return made;
  };
  constexpr std::uint8_t kBird = 12;
  ObservedState state;
  observeRoutes(
      {route("0.0.0.0/0", kRouteProtocolStatic), route("192.0.2.0/24", kRouteProtocolKernel),
       route("203.0.113.0/24", kBird)},
      [](netlink::IfIndex) { return std::optional(InterfaceName("eth0")); }, state);
  ASSERT_EQ(state.config.routes.size(), 1U);
  EXPECT_EQ(strCat(*state.config.routes.begin()), "default dev eth0");
  ASSERT_EQ(state.facts.runningRoutes.size(), 1U);
  EXPECT_EQ(strCat(state.facts.runningRoutes[0]), "192.0.2.0/24 dev eth0");
}

TEST(ObserveRoutes, SplitsAMultipathRouteIntoWeightedHops) {
  netlink::Route seen{.destination = IpPrefix::parse("0.0.0.0/0").value()};
  seen.nextHops = {{.link = netlink::IfIndex{2}, .weight = 3},
                   {.link = netlink::IfIndex{3}, .weight = 1}};
  ObservedState state;
  observeRoutes(
      {seen},
      [](netlink::IfIndex index) {
        return std::optional(InterfaceName(strCat("eth", index.number)));
      },
      state);
  std::vector<std::string> texts;
  for (const auto& route : state.config.routes) texts.push_back(strCat(route));
  EXPECT_THAT(texts, ElementsAre("default dev eth2 weight 3", "default dev eth3 weight 1"));
}

TEST(ObserveRules, LeavesOutTheKernelsOwnAndWhatTheModelCannotSay) {
  ObservedState state;
  observeRules(
      {{.priority = 0, .protocol = kRouteProtocolKernel},
       {.priority = 100, .invert = true},
       {.priority = 30000, .source = IpPrefix::parse("192.0.2.0/24").value(), .table = 100}},
      state);
  ASSERT_EQ(state.config.rules.size(), 1U);
  EXPECT_EQ(strCat(*state.config.rules.begin()), "30000: from 192.0.2.0/24 lookup 100");
}

TEST(BridgeOptions, ChangeUnitsAndComeBack) {
  const netlink::Options kernel = {{"ageing_time", "30000"},
                                   {"forward_delay", "1499"},
                                   {"mcast_router", "1"},
                                   {"stp_state", "1"},
                                   {"unknown", "7"}};
  const StringMap document = toDocumentOptions(kernel);
  EXPECT_EQ(document.at("mac-ageing-time"), "300");
  EXPECT_EQ(document.at("stp.forward-delay"), "15");
  EXPECT_EQ(document.at("multicast-router"), "auto");
  EXPECT_EQ(document.at("stp.enabled"), "1");
  EXPECT_EQ(document.size(), 4U);
  EXPECT_EQ(toKernelOptions(document).at("forward_delay"), "1500");
  EXPECT_EQ(toKernelOptions(document).at("stp_state"), "1");
}

TEST(ResolvConf, ReadsServersSearchAndOptionsPastComments) {
  const auto resolver = parseResolvConf(
      "# made by hand\nnameserver 192.0.2.53\nsearch a.example\n;x\nsearch b.example c.example\n"
      "options ndots:2 rotate\r\nnameserver 2001:db8::53\nnameserver\n");
  EXPECT_THAT(resolver.servers, ElementsAre("192.0.2.53", "2001:db8::53"));
  EXPECT_THAT(resolver.search, ElementsAre("b.example", "c.example"));
  EXPECT_THAT(resolver.options, ElementsAre("ndots:2", "rotate"));
}

TEST(StaticHostname, IsTheFirstWordThatIsNoComment) {
  EXPECT_EQ(parseStaticHostname("# c\n\n  node-1.example \n"), "node-1.example");
  EXPECT_EQ(parseStaticHostname(""), "");
}

}  // namespace
}  // namespace pointsman::host
