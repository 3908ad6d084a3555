// SPDX-License-Identifier: Apache-2.0
// What pictures say, before they are drawn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/str_cat.h"
#include "picture/build_diagram.h"
#include "picture/testing/host_sketch.h"
#include "picture/testing/sample_states.h"

namespace pointsman::picture {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::string textOf(const Row& row) {
  std::vector<std::string> words;
  for (const auto* pieces : {&row.pieces, &row.trailing}) {
    for (const Piece& piece : *pieces) words.push_back(piece.text);
  }
  return strJoin(words, " ");
}

const Node* findNode(const Diagram& diagram, std::string_view key) {
  for (const Node& node : diagram.nodes) {
    if (node.key == key) return &node;
  }
  return nullptr;
}

std::vector<std::string> rowsOf(const Diagram& diagram, std::string_view key) {
  std::vector<std::string> rows;
  if (const Node* node = findNode(diagram, key)) {
    for (const Row& row : node->rows) rows.push_back(textOf(row));
  }
  return rows;
}

std::string endName(const Diagram& diagram, const End& end) {
  const Node& node = diagram.nodes[end.node];
  return end.row ? strCat(node.title, "/", node.rows[*end.row].pieces.front().text) : node.title;
}

std::vector<std::string> edgesOf(const Diagram& diagram, EdgeKind kind) {
  std::vector<std::string> edges;
  for (const Edge& edge : diagram.edges) {
    if (edge.kind != kind) continue;
    edges.push_back(strCat(endName(diagram, edge.lower), " - ", endName(diagram, edge.upper)));
  }
  return edges;
}

TEST(DiagramOfOneNic, HasItsAddressRouteAndGateway) {
  const Diagram diagram = buildDiagram(sampleSingleNic(), {});
  EXPECT_THAT(rowsOf(diagram, "link eth0"),
              ElementsAre("52:54:00:12:34:02 MTU 1500", "192.0.2.10/24 DHCP",
                          "default via 192.0.2.1 metric 100"));
  EXPECT_THAT(edgesOf(diagram, EdgeKind::Gateway), ElementsAre("Default gateway - eth0"));
  ASSERT_EQ(diagram.notices.size(), 1U);
  EXPECT_EQ(diagram.notices[0].text,
            "Open vSwitch is not available: No such file or directory "
            "(unix:/run/openvswitch/db.sock)");
}

TEST(DiagramOfAnOvnNode, JoinsBridgesByTheirPatchPairAwayFromTheWire) {
  const Diagram diagram = buildDiagram(sampleOvnNode(), {});
  EXPECT_THAT(edgesOf(diagram, EdgeKind::Patch),
              ElementsAre("br-ex/patch-br-ex_worker-0-to-br-int - "
                          "br-int/patch-br-int-to-br-ex_worker-0"));
  EXPECT_THAT(edgesOf(diagram, EdgeKind::Membership),
              UnorderedElementsAre("eth0 - br-ex/eth0", "br-ex/br-ex - br-ex",
                                   "br-int/ovn-k8s-mp0 - ovn-k8s-mp0"));
  EXPECT_THAT(edgesOf(diagram, EdgeKind::Gateway), ElementsAre("Default gateway - eth0"));
  EXPECT_THAT(rowsOf(diagram, "bridge br-int"), Contains("ovn-6a1f3b-0 geneve to 192.0.2.21 #4"));
  EXPECT_THAT(rowsOf(diagram, "bridge br-int"),
              Contains("controller unix:/run/ovn/ovn-controller.sock"));
  EXPECT_THAT(rowsOf(diagram, "bridge br-ex"), Contains("OVN network physnet"));
  EXPECT_EQ(findNode(diagram, "link ovs-system"), nullptr);
  EXPECT_EQ(diagram.faults, 0U);
}

TEST(DiagramOfAnOvnNode, TellsOursFromOthers) {
  const Diagram diagram = buildDiagram(sampleOvnNode(), {});
  EXPECT_EQ(findNode(diagram, "bridge br-ex")->owner, Owner::Ours);
  EXPECT_EQ(findNode(diagram, "bridge br-int")->owner, Owner::Foreign);
  EXPECT_EQ(findNode(diagram, "link eth0")->owner, Owner::None);
}

TEST(DiagramOfAnOvsBond, ShowsMembersAndVlans) {
  const Diagram diagram = buildDiagram(sampleOvsBond(), {});
  EXPECT_THAT(rowsOf(diagram, "bridge br-ex"),
              ElementsAre("bond0 bond balance-tcp LACP active native 1 \xC2\xB7 trunk 10-20, 100",
                          "ens1f0 #1", "ens1f1 #2", "br-ex internal #65534",
                          "migrate0 internal VLAN 20 #5", "storage0 internal VLAN 10 #4"));
  EXPECT_THAT(edgesOf(diagram, EdgeKind::Gateway),
              UnorderedElementsAre("Default gateway - ens1f0", "Default gateway - ens1f1"));
  EXPECT_EQ(findNode(diagram, "loose")->rows[0].cells.size(), 2U);
}

TEST(DiagramOfAKernelStack, FollowsItFromTheNicToTheAddress) {
  const Diagram diagram = buildDiagram(sampleKernelStack(), {});
  EXPECT_THAT(edgesOf(diagram, EdgeKind::Stacking),
              UnorderedElementsAre("bond0 - bond0.100", "bond0 - bond0.200"));
  EXPECT_THAT(edgesOf(diagram, EdgeKind::Membership),
              UnorderedElementsAre("eno1 - bond0", "eno2 - bond0", "bond0.100 - br-ex/bond0.100",
                                   "bond0.200 - virbr0/bond0.200", "br-ex/br-ex - br-ex"));
  EXPECT_THAT(edgesOf(diagram, EdgeKind::VethPair).size(), 1U);
  EXPECT_THAT(rowsOf(diagram, "link virbr0"), Contains("vnet0 tap MTU 1500"));
  EXPECT_THAT(rowsOf(diagram, "link bond0"), Contains("active-backup primary eno1 miimon 100"));
}

TEST(DiagramOfAFaultyHost, SaysWhatIsWrongWhereItIs) {
  const Diagram diagram = buildDiagram(sampleFaulty(), {});
  EXPECT_THAT(rowsOf(diagram, "link eth1"), Contains("link is down: no carrier"));
  EXPECT_THAT(rowsOf(diagram, "link eth0"), Contains("MTU 1500 is below 9000 of br-ex"));
  const auto bridge = rowsOf(diagram, "bridge br-ex");
  EXPECT_THAT(bridge, Contains("could not open network device eth7 (No such device)"));
  EXPECT_THAT(bridge, Contains("eth8 no such device"));
  EXPECT_THAT(bridge, Contains("patch peer patch-from-nowhere does not exist"));
  EXPECT_THAT(bridge, Contains("link is down"));
  ASSERT_NE(findNode(diagram, "missing eth7"), nullptr);
  EXPECT_TRUE(findNode(diagram, "missing eth7")->missing);
  EXPECT_EQ(diagram.faults, 7U);
  EXPECT_THAT(diagram.notices.at(0).text, testing::HasSubstr("cur_cfg 15, next_cfg 17"));
}

TEST(DiagramOfManyPorts, GroupsTheAlikeAndKeepsTheFaultyApart) {
  const Diagram diagram = buildDiagram(sampleCrowded(200), {});
  const Node* bridge = findNode(diagram, "bridge br-int");
  std::size_t cells = 0;
  std::size_t leftOut = 0;
  for (const Row& row : bridge->rows) {
    cells += row.cells.size();
    leftOut += row.cellsLeftOut;
  }
  EXPECT_EQ(cells + leftOut, 225U);
  EXPECT_GT(leftOut, 0U);
  EXPECT_LT(bridge->rows.size(), 12U);
  EXPECT_THAT(rowsOf(diagram, "bridge br-int"), Contains("lost0 system #-1"));
  EXPECT_THAT(rowsOf(diagram, "bridge br-int"), Contains("67 \xC3\x97 tap VLAN 10"));
}

TEST(DiagramOfManyPorts, CountsLinesThatRunTogether) {
  const Diagram diagram = buildDiagram(sampleMixed(), {});
  const auto isMany = [](const Edge& edge) { return edge.count == 20; };
  EXPECT_TRUE(std::any_of(diagram.edges.begin(), diagram.edges.end(), isMany));
}

TEST(DiagramAround, KeepsOnlyWhatIsConnectedWithTheNamed) {
  const Diagram diagram =
      buildDiagram(sampleMixed(), {.around = {InterfaceName("red"), InterfaceName("nonsense")}});
  std::vector<std::string> titles;
  for (const Node& node : diagram.nodes) titles.push_back(node.title);
  EXPECT_THAT(titles, UnorderedElementsAre("Default gateway", "eth0", "mac0", "red", "vx42"));
  EXPECT_THAT(buildDiagram(sampleMixed(), {.around = {InterfaceName("nonsense")}}).nodes,
              IsEmpty());
}

// A plan is drawn with the facts of before: the lease that the target gives up must not show.
TEST(DiagramOfATarget, LeavesOutWhatWasLeasedToAFamilyThatIsOff) {
  HostSketch host("h");
  host.link("eth0", PhysicalLink{});
  host.lease("eth0", "192.0.2.10/24");
  host.state().facts.runningRoutes.push_back({.destination = {IpAddress::any(IpFamily::V4), 0},
                                              .device = InterfaceName("eth0"),
                                              .gateway = IpAddress::parse("192.0.2.1").value()});
  EXPECT_EQ(rowsOf(buildDiagram(host.state(), {}), "link eth0").size(), 3U);
  host.state().config.links[InterfaceName("eth0")].ipv4 = {};
  EXPECT_THAT(rowsOf(buildDiagram(host.state(), {}), "link eth0"), IsEmpty());
  EXPECT_NE(findNode(buildDiagram(host.state(), {}), "loose"), nullptr);
}

TEST(DiagramOfAnIdleBridge, DoesNotCallItsDownLocalPortAFault) {
  HostSketch host("h");
  host.internalPort("br0", "br0");
  host.state().config.links[InterfaceName("br0")].up = false;
  EXPECT_EQ(buildDiagram(host.state(), {}).faults, 0U);
  host.address("br0", "192.0.2.1/24");
  EXPECT_EQ(buildDiagram(host.state(), {}).faults, 1U);
}

TEST(DiagramOfAnUnusedNic, DoesNotCallItsMissingCarrierAFault) {
  HostSketch host("h");
  host.link("eth0", PhysicalLink{});
  host.factsOf("eth0").carrier = false;
  EXPECT_EQ(buildDiagram(host.state(), {}).faults, 0U);
  host.port("br0", "eth0", kOvsSystem);
  EXPECT_EQ(buildDiagram(host.state(), {}).faults, 1U);
}

struct VlanCase {
  const char* name;
  OvsPortVlan vlan;
  const char* text;
};
class PortVlanText : public testing::TestWithParam<VlanCase> {};

TEST_P(PortVlanText, SaysModeTagAndTrunks) {
  HostSketch host("h");
  host.link("tap0", TunLink{});
  host.port("br0", "tap0", kOvsSystem).vlan = GetParam().vlan;
  const Diagram diagram = buildDiagram(host.state(), {});
  EXPECT_THAT(rowsOf(diagram, "bridge br0"),
              ElementsAre(strCat("tap0 tap", GetParam().text, " MTU 1500 #1")));
}

VlanSet vlans(VlanId first, VlanId last) {
  VlanSet set;
  set.add(VlanRange{first, last});
  return set;
}

INSTANTIATE_TEST_SUITE_P(
    , PortVlanText,
    testing::Values(
        VlanCase{"EverythingTrunked", {}, ""}, VlanCase{"Access", {.tag = 5}, " VLAN 5"},
        VlanCase{"Trunk", {.trunks = vlans(2, 4)}, " trunk 2-4"},
        VlanCase{"NativeUntagged",
                 {.mode = VlanMode::NativeUntagged, .tag = 1, .trunks = vlans(7, 8)},
                 " native 1 \xC2\xB7 trunk 7-8"},
        VlanCase{"NativeTagged", {.mode = VlanMode::NativeTagged, .tag = 1}, " native 1 tagged"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace pointsman::picture
