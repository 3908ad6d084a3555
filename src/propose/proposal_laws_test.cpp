// SPDX-License-Identifier: Apache-2.0
// What holds for every proposal: it is a document that can be printed, read and carried out, and
// once it is carried out there is nothing left to propose.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/str_cat.h"
#include "document/document.h"
#include "document/print.h"
#include "picture/testing/host_sketch.h"
#include "plan/ovn_profile.h"
#include "plan/plan.h"
#include "plan/print.h"
#include "plan/resolve.h"
#include "propose/propose.h"

namespace pointsman::propose {
namespace {

using picture::HostSketch;
using testing::IsEmpty;

IpPrefix prefix(std::string_view text) { return IpPrefix::parse(text).value(); }

void enslave(HostSketch& host, std::string_view port, std::string_view controller) {
  LinkConfig& link = host.state().config.links[InterfaceName(port)];
  link.controller = InterfaceName(controller);
  link.mac = host.state().config.links[InterfaceName(controller)].mac;
}

struct Sample {
  std::string name;
  std::function<void(HostSketch&)> arrange;  // with a default route through what is to be chosen
};

class ProposalLaws : public testing::TestWithParam<Sample> {
 protected:
  static ObservedState hostOf(const Sample& sample) {
    HostSketch host("node");
    for (const char* nic : {"eth0", "eth1"}) host.link(nic, PhysicalLink{});
    sample.arrange(host);
    return host.state();
  }
};

std::string messages(const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& one : diagnostics) {
    if (one.severity == Severity::Error) strAppend(all, one.path, ": ", one.message, "\n");
  }
  return all;
}

// What is still to be done towards 'target'; empty: nothing.
std::string steps(const ObservedState& from, const HostConfig& target) {
  const auto planned = plan::planSteps(from.config, target, from.facts);
  return planned.empty() ? "" : plan::printPlan(planned, {}, plan::PlanFormat::Text);
}

TEST_P(ProposalLaws, IsADocument) {
  const Proposal proposal = proposeBridge(hostOf(GetParam()), {});
  ASSERT_EQ(messages(proposal.diagnostics), "");
  const std::string text = document::printYaml(document::toTree(proposal.desired));
  const auto parsed = document::parseDocument(text, "proposal.yml");
  ASSERT_TRUE(parsed) << text << messages(parsed.error());
  EXPECT_TRUE(parsed->desired == proposal.desired) << text;
}

TEST_P(ProposalLaws, CanBeCarriedOutOnce) {
  const ObservedState host = hostOf(GetParam());
  const Proposal proposal = proposeBridge(host, {});
  const plan::Resolution first = plan::resolve(proposal.desired, host);
  ASSERT_EQ(messages(first.diagnostics), "");
  EXPECT_NE(steps(host, first.target), "");

  ObservedState after = host;
  after.config = first.target;
  const plan::Resolution again = plan::resolve(proposal.desired, after);
  ASSERT_EQ(messages(again.diagnostics), "");
  EXPECT_EQ(steps(after, again.target), "");
}

TEST_P(ProposalLaws, IsInPlaceAfterwards) {
  const ObservedState host = hostOf(GetParam());
  const Proposal proposal = proposeBridge(host, {});
  ObservedState after = host;
  after.config = plan::resolve(proposal.desired, host).target;
  // Leases and their routes follow the client to the bridge.
  for (Route& route : after.facts.runningRoutes) route.device = InterfaceName("br-ex");
  after.facts.links[InterfaceName("br-ex")].dynamicAddresses =
      std::exchange(after.facts.links[*proposal.uplink].dynamicAddresses, {});

  const Proposal again = proposeBridge(after, {});
  EXPECT_TRUE(again.inPlace) << strJoin(again.explanation, "\n") << messages(again.diagnostics);
  EXPECT_EQ(again.uplink, proposal.uplink);
  const plan::Resolution resolved = plan::resolve(again.desired, after);
  ASSERT_EQ(messages(resolved.diagnostics), "");
  EXPECT_EQ(steps(after, resolved.target), "");
}

TEST_P(ProposalLaws, IsWhatOvnKubernetesNeeds) {
  const ObservedState host = hostOf(GetParam());
  const Proposal proposal = proposeBridge(host, {});
  const plan::Resolution resolved = plan::resolve(proposal.desired, host);
  HostFacts facts = host.facts;
  for (Route& route : facts.runningRoutes) route.device = InterfaceName("br-ex");
  EXPECT_EQ(messages(plan::checkOvnKubernetes(resolved.target, facts, {})), "");
}

const Sample kSamples[] = {
    {"StaticAddress",
     [](HostSketch& host) {
       host.address("eth0", "192.0.2.10/24");
       host.defaultRoute("eth0", "192.0.2.1", 0);
     }},
    {"DualStack",
     [](HostSketch& host) {
       host.address("eth0", "192.0.2.10/24");
       host.address("eth0", "2001:db8::10/64");
       host.defaultRoute("eth0", "192.0.2.1", 100);
       host.defaultRoute("eth0", "2001:db8::1", 1024);
     }},
    {"JumboFrames",
     [](HostSketch& host) {
       host.state().config.links[InterfaceName("eth0")].mtu = 9000;
       host.address("eth0", "192.0.2.10/24");
       host.defaultRoute("eth0", "192.0.2.1", 0);
     }},
    {"RoutesAndRules",
     [](HostSketch& host) {
       host.address("eth0", "192.0.2.10/24");
       host.defaultRoute("eth0", "192.0.2.1", 0);
       host.defaultRoute("eth0", "192.0.2.2", 500);
       auto& config = host.state().config;
       config.routes.insert({.destination = prefix("10.0.0.0/8"),
                             .device = InterfaceName("eth0"),
                             .gateway = IpAddress::parse("192.0.2.3").value(),
                             .metric = 7,
                             .table = 200});
       config.rules = {{.priority = 100, .from = prefix("192.0.2.10/32"), .table = 200},
                       {.priority = 101, .table = 200, .incoming = InterfaceName("eth0")}};
       config.resolver.servers = {"192.0.2.53"};
     }},
    {"OnLinkDefault",
     [](HostSketch& host) {
       host.address("eth0", "192.0.2.10/24");
       host.state().config.routes.insert(
           {.destination = prefix("0.0.0.0/0"), .device = InterfaceName("eth0")});
     }},
    {"Dhcp",
     [](HostSketch& host) {
       host.lease("eth0", "192.0.2.77/24");
       host.state().facts.runningRoutes = {{.destination = prefix("0.0.0.0/0"),
                                            .device = InterfaceName("eth0"),
                                            .gateway = IpAddress::parse("192.0.2.1").value(),
                                            .metric = 100,
                                            .protocol = 16}};
     }},
    {"Bond",
     [](HostSketch& host) {
       host.link("bond0", BondLink{"802.3ad", {{"miimon", "100"}, {"lacp_rate", "fast"}}});
       enslave(host, "eth0", "bond0");
       enslave(host, "eth1", "bond0");
       host.address("bond0", "192.0.2.10/24");
       host.defaultRoute("bond0", "192.0.2.1", 0);
     }},
    {"VlanOnBond",
     [](HostSketch& host) {
       const auto& bond = host.link("bond0", BondLink{"active-backup", {{"miimon", "100"}}});
       const auto mac = bond.mac;
       enslave(host, "eth0", "bond0");
       enslave(host, "eth1", "bond0");
       host.link("bond0.7", VlanLink{.base = InterfaceName("bond0"), .id = 7}).mac = mac;
       host.address("bond0.7", "192.0.2.10/24");
       host.defaultRoute("bond0.7", "192.0.2.1", 0);
     }},
    {"LinuxBridge",
     [](HostSketch& host) {
       host.link("virbr", LinuxBridgeLink{});
       enslave(host, "eth0", "virbr");
       host.address("virbr", "192.0.2.10/24");
       host.defaultRoute("virbr", "192.0.2.1", 0);
     }},
    {"HalfAVethPair",
     [](HostSketch& host) {
       host.link("veth0", VethLink{});
       host.address("veth0", "192.0.2.10/24");
       host.defaultRoute("veth0", "192.0.2.1", 0);
     }},
    {"BridgeOfOvnWithoutItsUplink",
     [](HostSketch& host) {
       host.address("eth0", "192.0.2.10/24");
       host.defaultRoute("eth0", "192.0.2.1", 0);
       host.internalPort("br-ex", "br-ex");
       host.internalPort("br-ex", "storage").vlan.tag = 20;
       host.patchPair("br-ex", "patch-br-ex_n", "br-int", "patch-br-int_n");
     }},
};
INSTANTIATE_TEST_SUITE_P(All, ProposalLaws, testing::ValuesIn(kSamples),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace pointsman::propose
