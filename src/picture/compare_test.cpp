// SPDX-License-Identifier: Apache-2.0
#include "picture/compare.h"

#include <gtest/gtest.h>

#include "picture/build_diagram.h"
#include "picture/testing/host_sketch.h"
#include "picture/testing/sample_states.h"

namespace pointsman::picture {
namespace {

struct Both {
  Diagram before;
  Diagram after;
};

Both compared(const ObservedState& before, const ObservedState& after) {
  Both both{buildDiagram(before, {}), buildDiagram(after, {})};
  markChanges(both.before, both.after);
  return both;
}

const Node& nodeOf(const Diagram& diagram, std::string_view key) {
  for (const Node& node : diagram.nodes) {
    if (node.key == key) return node;
  }
  ADD_FAILURE() << "no node " << key;
  static const Node kNone;
  return kNone;
}

Change changeOf(const Node& node, std::string_view rowKey) {
  for (const Row& row : node.rows) {
    if (row.key == rowKey) return row.change;
  }
  ADD_FAILURE() << "no row " << rowKey;
  return Change::None;
}

TEST(ComparingAHostWithItself, MarksNothing) {
  for (const Sample& sample : allSamples()) {
    SCOPED_TRACE(sample.name);
    const Both both = compared(sample.state, sample.state);
    for (const auto* diagram : {&both.before, &both.after}) {
      for (const Edge& edge : diagram->edges) EXPECT_EQ(edge.change, Change::None);
      for (const Node& node : diagram->nodes) {
        EXPECT_EQ(node.change, Change::None);
        for (const Row& row : node.rows) EXPECT_EQ(row.change, Change::None) << row.key;
      }
    }
  }
}

TEST(ComparingAMovedAddress, ShowsItGoneHereAndNewThere) {
  const Both both = compared(sampleSingleNic(), sampleSingleNicMoved());
  const Node& nicBefore = nodeOf(both.before, "link eth0");
  EXPECT_EQ(nicBefore.change, Change::None);
  EXPECT_EQ(changeOf(nicBefore, "address 192.0.2.10/24"), Change::Removed);
  EXPECT_EQ(nodeOf(both.after, "bridge br-ex").change, Change::Added);
  EXPECT_EQ(nodeOf(both.after, "link br-ex").change, Change::Added);
  EXPECT_EQ(nodeOf(both.after, "gateway by eth0").change, Change::None);
}

TEST(ComparingAChangedPort, MarksItsRowOnBothSides) {
  HostSketch host("h");
  host.link("tap0", TunLink{});
  host.port("br0", "tap0", kOvsSystem);
  const ObservedState before = host.state();
  host.bridge("br0").ports[PortName("tap0")].vlan.tag = 5;
  const Both both = compared(before, host.state());
  EXPECT_EQ(changeOf(nodeOf(both.before, "bridge br0"), "port tap0"), Change::Changed);
  EXPECT_EQ(changeOf(nodeOf(both.after, "bridge br0"), "port tap0"), Change::Changed);
}

TEST(ComparingManyPorts, MarksTheCellsThatDiffer) {
  HostSketch host("h");
  for (const auto* name : {"t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7"}) {
    host.link(name, TunLink{});
    host.port("br0", name, kOvsSystem);
  }
  const ObservedState before = host.state();
  host.link("t8", TunLink{});
  host.port("br0", "t8", kOvsSystem);
  const Both both = compared(before, host.state());
  const Row& grid = nodeOf(both.after, "bridge br0").rows.at(0);
  EXPECT_EQ(grid.change, Change::None);
  EXPECT_EQ(grid.cells.at(7).change, Change::None);
  EXPECT_EQ(grid.cells.at(8).change, Change::Added);
}

}  // namespace
}  // namespace pointsman::picture
