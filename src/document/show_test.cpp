// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "document/print.h"
#include "document/testing/expect.h"

namespace pointsman::document {
namespace {

IpPrefix prefix(const char* text) { return IpPrefix::parse(text).value(); }

// br-ex over eth0 with a lease, OVN's patch and tunnel ports, and a port whose NIC is gone.
ObservedState host() {
  ObservedState host;
  LinkConfig& eth0 = host.config.links[InterfaceName("eth0")];
  eth0.up = true;
  eth0.mac = MacAddress({0x52, 0x54, 0x00, 0x12, 0x34, 0x56});
  LinkConfig& brEx = host.config.links[InterfaceName("br-ex")];
  brEx.kind = OvsInternalLink{};
  brEx.up = true;
  brEx.ipv4 = {.enabled = true, .dhcp = true, .autoRouteMetric = 48};
  host.config.links[InterfaceName("ovs-system")] = {};
  OvsBridgeConfig& bridge = host.config.ovs.bridges[BridgeName("br-ex")];
  bridge.mcastSnooping = true;
  const auto addPort = [&](const char* name, OvsInterfaceConfig interface) {
    bridge.ports[PortName(name)].interfaces.emplace(InterfaceName(name), std::move(interface));
  };
  addPort("br-ex", {.type = "internal"});
  addPort("eth0", {.externalIds = {{"pointsman-owner", "1"}}});
  addPort("gone0", {});
  addPort("gnv0", {.type = "geneve", .options = {{"remote_ip", "192.0.2.9"}, {"key", "flow"}}});
  addPort("patch-a", {.type = "patch", .options = {{"peer", "patch-b"}}});
  bridge.ports[PortName("eth0")].vlan = {.mode = VlanMode::NativeUntagged, .tag = 5};
  host.config.ovs.externalIds = {{"system-id", "abc"}, {"ovn-bridge-mappings", "physnet:br-ex"}};
  LinkFacts& facts = host.facts.links[InterfaceName("br-ex")];
  facts.dynamicAddresses = {
      {.prefix = prefix("192.0.2.100/24"), .validSeconds = 3600, .preferredSeconds = 1800}};
  host.facts.ovs.interfaces[InterfaceName("gone0")] = {.ofport = -1, .error = "no such device"};
  host.facts.runningRoutes.push_back({.destination = prefix("0.0.0.0/0"),
                                      .device = InterfaceName("br-ex"),
                                      .gateway = IpAddress::parse("192.0.2.1").value(),
                                      .metric = 48});
  host.config.hostname = "node-1";
  host.config.resolver.servers = {"192.0.2.53"};
  return host;
}

TEST(Show, PrintsAHostAsNmstateDoes) {
  EXPECT_EQ(printYaml(toTree(host())), R"(hostname:
  running: node-1
dns-resolver:
  running:
    server:
    - 192.0.2.53
    search: []
    options: []
  config:
    server:
    - 192.0.2.53
    search: []
    options: []
route-rules:
  config: []
routes:
  running:
  - destination: 0.0.0.0/0
    next-hop-interface: br-ex
    next-hop-address: 192.0.2.1
    metric: 48
    table-id: 254
  config: []
interfaces:
- name: br-ex
  type: ovs-bridge
  state: up
  bridge:
    options:
      stp:
        enabled: false
      rstp: false
      mcast-snooping-enable: true
      fail-mode: ''
      datapath: ''
    port:
    - name: br-ex
    - name: eth0
      vlan:
        mode: trunk
        tag: 5
        enable-native: true
        trunk-tags: []
    - name: gnv0
    - name: gone0
    - name: patch-a
- name: br-ex
  type: ovs-interface
  state: up
  carrier: false
  mtu: 1500
  ipv4:
    enabled: true
    dhcp: true
    address:
    - ip: 192.0.2.100
      prefix-length: 24
      valid-life-time: 3600sec
      preferred-life-time: 1800sec
    auto-dns: true
    auto-gateway: true
    auto-routes: true
    auto-route-metric: 48
    dhcp-send-hostname: true
  ipv6:
    enabled: false
  controller: br-ex
- name: eth0
  type: ethernet
  state: up
  mac-address: '52:54:00:12:34:56'
  mtu: 1500
  ipv4:
    enabled: false
  ipv6:
    enabled: false
  controller: br-ex
- name: gnv0
  type: ovs-interface
  state: up
  controller: br-ex
  geneve:
    remote: 192.0.2.9
    id: flow
- name: gone0
  type: unknown
  state: ignore
  controller: br-ex
  ofport: -1
  ovs-error: no such device
- name: patch-a
  type: ovs-interface
  state: up
  controller: br-ex
  patch:
    peer: patch-b
ovs-db:
  external_ids:
    system-id: abc
ovn:
  bridge-mappings:
  - localnet: physnet
    bridge: br-ex
)");
}

TEST(Show, OfChosenInterfacesHasTheRoutesThroughThem) {
  const Node tree = toTree(host(), {.only = {InterfaceName("br-ex")}});
  ASSERT_EQ(tree.entries.size(), 2U);
  EXPECT_EQ(tree.find("routes")->find("running")->items.size(), 1U);
  EXPECT_EQ(tree.find("interfaces")->items.size(), 2U);
  const Node none = toTree(host(), {.only = {InterfaceName("eth9")}});
  EXPECT_TRUE(none.find("interfaces")->items.empty());
  EXPECT_TRUE(none.find("routes")->find("running")->items.empty());
}

struct VlanCase {
  const char* name;
  OvsPortVlan vlan;
  std::string_view expected;
};
class ShowVlan : public testing::TestWithParam<VlanCase> {};

TEST_P(ShowVlan, SaysWhatIsInForce) {
  ObservedState observed;
  auto& bridge = observed.config.ovs.bridges[BridgeName("br0")];
  bridge.ports[PortName("p")].vlan = GetParam().vlan;
  const Node tree = toTree(observed);
  const Node* port = &tree.find("interfaces")->items[0].find("bridge")->find("port")->items[0];
  const Node* vlan = port->find("vlan");
  EXPECT_EQ(vlan == nullptr ? "none\n" : printYaml(*vlan), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    , ShowVlan,
    testing::Values(VlanCase{"Nothing", {}, "none\n"},
                    VlanCase{"TagAlone", {.tag = 5}, "mode: access\ntag: 5\n"},
                    VlanCase{"Trunk", {.mode = VlanMode::Trunk}, "mode: trunk\ntrunk-tags: []\n"},
                    VlanCase{"TrunkWithATagThatMeansNothing",
                             {.mode = VlanMode::Trunk, .tag = 5},
                             "mode: trunk\ntrunk-tags: []\n"},
                    VlanCase{"NativeTagged",
                             {.mode = VlanMode::NativeTagged, .tag = 5},
                             "mode: native-tagged\ntag: 5\ntrunk-tags: []\n"}),
    [](const auto& tested) { return tested.param.name; });

TEST(PrintYaml, QuotesWhatWouldBeReadAsSomethingElse) {
  const auto printed = [](const char* text) { return printYaml(Node::ofText(text)); };
  EXPECT_EQ(printed("192.0.2.1"), "192.0.2.1\n");
  EXPECT_EQ(printed("192.0.2.0/24"), "192.0.2.0/24\n");
  EXPECT_EQ(printed("5E:AA:00:00:00:01"), "5E:AA:00:00:00:01\n");
  EXPECT_EQ(printed("2001:db8::1"), "2001:db8::1\n");
  EXPECT_EQ(printed("52:54:00:12:34:56"), "'52:54:00:12:34:56'\n");
  EXPECT_EQ(printed("1500"), "'1500'\n");
  EXPECT_EQ(printed("off"), "'off'\n");
  EXPECT_EQ(printed(""), "''\n");
  EXPECT_EQ(printed("it's"), "it's\n");
  EXPECT_EQ(printed("'"), "''''\n");
  EXPECT_EQ(printed("a\nb"), "\"a\\nb\"\n");
  EXPECT_EQ(printYaml(Node::of(1500)), "1500\n");
  EXPECT_EQ(printYaml(Node::of(-1)), "-1\n");
  EXPECT_EQ(printYaml(Node::of(true)), "true\n");
}

}  // namespace
}  // namespace pointsman::document
