// SPDX-License-Identifier: Apache-2.0
#include "document/policy.h"

#include <gtest/gtest.h>

#include "document/print.h"
#include "document/testing/expect.h"

namespace pointsman::document {
namespace {

constexpr std::string_view kHost = R"(
routes:
  running:
  - {destination: 0.0.0.0/0, next-hop-interface: eth1, next-hop-address: 192.0.2.1, metric: 100}
  - {destination: 192.0.2.0/24, next-hop-interface: eth1}
  config:
  - {destination: 0.0.0.0/0, next-hop-interface: eth1, next-hop-address: 192.0.2.1}
interfaces:
- {name: eth0, type: ethernet, mtu: 1500, ipv4: {enabled: false}}
- name: eth1
  type: ethernet
  mtu: 9000
  ipv4: {enabled: true, address: [{ip: 192.0.2.10, prefix-length: 24}]}
)";

std::string resolved(std::string_view policy) {
  const auto tree = resolvePolicy(mustParseTree(policy), mustParseTree(kHost), "test.yml");
  if (tree) return printYaml(*tree);
  return printForPeople(tree.error(), {"test.yml", policy});
}

TEST(Policy, FollowsTheDefaultRouteToItsInterface) {
  EXPECT_EQ(resolved(R"(
capture:
  uplink: interfaces.name == capture.gw.routes.running.0.next-hop-interface
  gw: routes.running.destination == "0.0.0.0/0"
desired:
  interfaces:
  - name: "{{ capture.uplink.interfaces.0.name }}"
    mtu: "{{ capture.uplink.interfaces.0.mtu }}"
)"),
            "interfaces:\n- name: eth1\n  mtu: 9000\n");
}

TEST(Policy, PutsWholeSubtreesInPlace) {
  EXPECT_EQ(
      resolved(R"(
capture: {eth: interfaces.name == "eth1"}
desiredState:
  interfaces: [{name: br, ipv4: "{{ capture.eth.interfaces.0.ipv4 }}"}]
)"),
      "interfaces:\n- name: br\n  ipv4:\n    enabled: true\n    address:\n    - ip: 192.0.2.10\n"
      "      prefix-length: 24\n");
}

TEST(Policy, ReplacesAndRemovesInWhatAPipeBrings) {
  EXPECT_EQ(resolved(R"(
capture:
  gw: routes.running.destination == "0.0.0.0/0"
  moved: capture.gw | routes.running.next-hop-interface := "br-ex"
  bare: capture.moved | routes.running.metric := null
desired:
  routes: {config: "{{ capture.bare.routes.running }}"}
)"),
            "routes:\n  config:\n  - destination: 0.0.0.0/0\n    next-hop-interface: br-ex\n"
            "    next-hop-address: 192.0.2.1\n");
}

TEST(Policy, FillsGapsWithinText) {
  EXPECT_EQ(resolved(R"(
capture: {eth: interfaces.mtu == 9000}
desired: {interfaces: [{name: "{{ capture.eth.interfaces.0.name }}.{{capture.eth.interfaces.0.mtu}}"}]}
)"),
            "interfaces:\n- name: eth1.9000\n");
}

TEST(Policy, MatchesAnyElementOfAListFurtherDown) {
  EXPECT_EQ(resolved(R"(
capture: {eth: interfaces.ipv4.address.ip == "192.0.2.10", off: interfaces.ipv4.enabled == false}
desired: {interfaces: [{name: "{{capture.eth.interfaces.0.name}}"}, {name: "{{capture.off.interfaces.0.name}}"}]}
)"),
            "interfaces:\n- name: eth1\n- name: eth0\n");
}

TEST(Policy, PointsAtThePartOfAnExpressionThatIsWrong) {
  EXPECT_EQ(resolved("capture:\n  a: \"interfaces.name ==\"\ndesired: {}\n"),
            "test.yml:2:25: error: a value is expected here\n"
            "      a: \"interfaces.name ==\"\n"
            "                            ^\n");
}

TEST(Policy, GivesWhatCameFromTheHostThePlaceItFills) {
  const Node policy = mustParseTree(
      "capture: {e: interfaces.name == \"eth1\"}\ndesired:\n  interfaces:\n"
      "  - \"{{ capture.e.interfaces.0 }}\"\n");
  const auto tree = resolvePolicy(policy, mustParseTree(kHost), "test.yml");
  ASSERT_TRUE(tree.has_value());
  const auto document = readDocument(*tree, "test.yml");
  ASSERT_TRUE(document.has_value());
  EXPECT_EQ(document->sources.find("interfaces[0].mtu"), (SourcePosition{"test.yml", 4, 5}));
}

TEST(Policy, DoesNotReadTheHostsTextAsATemplate) {
  const Node host = mustParseTree("interfaces: [{name: eth0, description: '{{ capture.x }}'}]");
  const Node policy = mustParseTree(
      "{capture: {e: interfaces.name == \"eth0\"}, desired: {d: \"{{ capture.e.interfaces.0 "
      "}}\"}}");
  const auto tree = resolvePolicy(policy, host, "test.yml");
  ASSERT_TRUE(tree.has_value());
  EXPECT_EQ(tree->find("d")->find("description")->text, "{{ capture.x }}");
}

TEST(Policy, BoundsWhatItIsFilledWith) {
  std::string host = "list:";
  for (int i = 0; i < 1000; ++i) host += "\n- x";
  std::string policy = "capture: {l: list}\ndesired:";
  for (int i = 0; i < 1000; ++i) policy += "\n- \"{{ capture.l.list }}\"";
  const auto tree = resolvePolicy(mustParseTree(policy), mustParseTree(host), "test.yml");
  ASSERT_FALSE(tree.has_value());
  EXPECT_EQ(tree.error()[0].message, "what fills this policy has more than 500000 values");
}

TEST(PolicyDocument, AsksForTheHostOnlyWhenItIsAPolicy) {
  int asked = 0;
  const ParseOptions options{.currentState = [&] {
    ++asked;
    return Result<Node>(mustParseTree(kHost));
  }};
  mustParse("interfaces: []", options);
  EXPECT_EQ(asked, 0);
  const Document document = mustParse(
      "{capture: {e: interfaces.mtu == 9000}, desired: {interfaces: [{name: \"{{ "
      "capture.e.interfaces.0.name }}\"}]}}",
      options);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(document.desired.interfaces[0].name, "eth1");
  EXPECT_EQ(findingsIn("desired: {}"), "1:1: this is a policy, which needs a host to fill it in");
  EXPECT_EQ(findingsIn("desired: {}",
                       {.currentState =
                            [] {
                              return Result<Node>(Error{ErrorKind::Unavailable, "no database"});
                            }}),
            "1:1: this policy needs the host's state: no database");
}

}  // namespace
}  // namespace pointsman::document
