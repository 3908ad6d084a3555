// SPDX-License-Identifier: Apache-2.0
// Documents all the way: resolved, planned, carried out, verified; planned again, which gives
// nothing; and taken back, which gives the host as it was.
#include <gmock/gmock.h>

#include "base/file.h"
#include "base/str_cat.h"
#include "document/document.h"
#include "inside_host.h"
#include "plan/plan.h"
#include "plan/resolve.h"
#include "plan/verify.h"

namespace pointsman::host {
namespace {

struct DocumentCase {
  const char* name;
  std::string text;
};

// One of those that users start from.
DocumentCase example(const char* name, const char* file) {
  return {name, readFile(strCat(POINTSMAN_SOURCE_DIR, "/examples/", file), 1 << 20).value()};
}

class ExecuteDocument : public InsideHost, public testing::WithParamInterface<DocumentCase> {};

DesiredState parse(const std::string& text) {
  const auto document = document::parseDocument(text, "document.yml");
  EXPECT_TRUE(document.has_value());
  return document ? document->desired : DesiredState{};
}

std::vector<plan::Step> planFor(const DesiredState& desired, const ObservedState& observed) {
  const auto resolution = plan::resolve(desired, observed);
  for (const auto& diagnostic : resolution.diagnostics) {
    EXPECT_NE(diagnostic.severity, Severity::Error) << diagnostic.message;
  }
  return plan::planSteps(observed.config, resolution.target, observed.facts);
}

void expectVerified(const DesiredState& desired, const HostConfig& target) {
  for (const auto& mismatch : plan::verify(desired, readInside(), target)) {
    ADD_FAILURE() << toString(mismatch);
  }
}

TEST_P(ExecuteDocument, HoldsAfterwardsNeedsNoMoreAndLeadsBack) {
  inside(
      [] {
        const DesiredState desired = parse(GetParam().text);
        const ObservedState before = readInside();
        const std::string dump = dumpHost();
        const auto steps = planFor(desired, before);
        ASSERT_FALSE(steps.empty());
        const auto done = runPlan(steps);
        ASSERT_TRUE(done.has_value()) << messageOf(done);
        expectVerified(desired, plan::resolve(desired, before).target);
        EXPECT_TRUE(planFor(desired, readInside()).empty());
        const auto undone = runPlan(plan::inverseOf(steps));
        ASSERT_TRUE(undone.has_value()) << messageOf(undone);
        EXPECT_EQ(dumpHost(), dump);
        expectConfigOf(before);
      },
      {.nics = 3, .ipv6 = true});
}

INSTANTIATE_TEST_SUITE_P(, ExecuteDocument,
                         testing::Values(example("BrEx", "br-ex.yml"),
                                         example("OvsBond", "ovs-bond.yml"),
                                         example("PatchPair", "patch-pair.yml"),
                                         example("Tunnel", "tunnel.yml"),
                                         DocumentCase{"LinuxBridgeWithAVeth", R"(
interfaces:
- name: br1
  type: linux-bridge
  state: up
  mtu: 1400
  ipv4:
    enabled: true
    address: [{ip: 198.51.100.1, prefix-length: 24}]
  bridge:
    options: {stp: {enabled: true, forward-delay: 4}}
    port: [{name: eth1, stp-hairpin-mode: true}, {name: veth1}]
- {name: veth1, type: veth, state: up, veth: {peer: veth1-peer}}
- {name: eth1, type: ethernet, state: up, mtu: 1400}
)"},
                                         DocumentCase{"Overlays", R"(
interfaces:
- name: vx0
  type: vxlan
  state: up
  vxlan: {base-iface: eth1, id: 42, remote: 198.51.100.9, destination-port: 4789}
- name: mv0
  type: mac-vlan
  state: up
  mac-vlan: {base-iface: eth1, mode: bridge, promiscuous: true}
  ipv4: {enabled: true, address: [{ip: 203.0.113.65, prefix-length: 26}]}
- {name: eth1, type: ethernet, state: up}
)"},
                                         DocumentCase{"RoutesAndRules", R"(
interfaces:
- name: eth1
  type: ethernet
  state: up
  ipv4:
    enabled: true
    address: [{ip: 198.51.100.10, prefix-length: 24}, {ip: 198.51.100.11, prefix-length: 24}]
  ipv6:
    enabled: true
    address: [{ip: "2001:db8:7::10", prefix-length: 64}]
routes:
  config:
  - {destination: 203.0.113.64/26, next-hop-interface: eth1, next-hop-address: 198.51.100.1}
  - {destination: 203.0.113.128/26, next-hop-interface: eth1, next-hop-address: 198.51.100.1, weight: 2}
  - {destination: 203.0.113.128/26, next-hop-interface: eth1, next-hop-address: 198.51.100.2, weight: 5}
  - {destination: 203.0.113.192/26, route-type: blackhole}
  - {destination: "2001:db8:8::/48", next-hop-interface: eth1, next-hop-address: "2001:db8:7::1", metric: 300}
route-rules:
  config:
  - {ip-from: 198.51.100.0/24, route-table: 100, priority: 30400}
)"},
                                         DocumentCase{"UplinkWithBothFamilies", R"(
interfaces:
- name: br-ex
  type: ovs-bridge
  state: up
  bridge: {port: [{name: eth0}, {name: br-ex}]}
- {name: eth0, type: ethernet, state: up, mtu: 1400, ipv4: {enabled: false}, ipv6: {enabled: false}}
- name: br-ex
  type: ovs-interface
  state: up
  copy-mac-from: eth0
  mtu: 1400
  ipv4: {enabled: true, dhcp: false, address: [{ip: 192.0.2.10, prefix-length: 24}]}
  ipv6: {enabled: true, dhcp: false, autoconf: false, address: [{ip: "2001:db8:0:1::10", prefix-length: 64}]}
routes:
  config:
  - {destination: 0.0.0.0/0, next-hop-interface: br-ex, next-hop-address: 192.0.2.1, metric: 48}
  - {destination: "::/0", next-hop-interface: br-ex, next-hop-address: "2001:db8:0:1::1", metric: 48}
)"}),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace pointsman::host
