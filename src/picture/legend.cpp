// SPDX-License-Identifier: Apache-2.0
#include "picture/legend.h"

#include <set>
#include <string_view>

#include "base/str_cat.h"
#include "picture/node_box.h"
#include "picture/text.h"
#include "picture/theme.h"

namespace pointsman::picture {
namespace {

using Sample = Legend::Sample;

constexpr int kLineHeight = 22;
constexpr int kPadding = 10;
constexpr int kSampleWidth = 26;
constexpr int kItemGap = 20;

std::string_view meaning(Sample sample) {
  switch (sample) {
    case Sample::Nic:
      return "NIC";
    case Sample::Kernel:
      return "kernel link or Linux bridge";
    case Sample::ForeignBridge:
      return "OVS bridge";
    case Sample::OurBridge:
      return "OVS bridge made by pointsman";
    case Sample::Interface:
      return "internal port, host side";
    case Sample::ForeignPort:
      return "port of others";
    case Sample::OurPort:
      return "port made by pointsman";
    case Sample::OfPort:
      return "OpenFlow port";
    case Sample::Patch:
      return "patch pair";
    case Sample::VethPair:
      return "veth pair";
    case Sample::Gateway:
      return "way to the default gateway";
    case Sample::Fault:
      return "fault";
    case Sample::Added:
      return "new";
    case Sample::Removed:
      return "gone";
    case Sample::Changed:
      return "changed";
  }
  return "";
}

int itemWidth(Sample sample) {
  return kSampleWidth + textWidth(meaning(sample), kSmallFont, Weight::Regular) + kItemGap;
}

void noteChange(std::set<Sample>& found, Change change) {
  if (change == Change::Added) found.insert(Sample::Added);
  if (change == Change::Removed) found.insert(Sample::Removed);
  if (change == Change::Changed) found.insert(Sample::Changed);
}

void noteNode(std::set<Sample>& found, const Node& node) {
  const bool ours = node.owner == Owner::Ours;
  switch (node.kind) {
    case NodeKind::Nic:
      found.insert(Sample::Nic);
      break;
    case NodeKind::Kernel:
    case NodeKind::LinuxBridge:
      found.insert(Sample::Kernel);
      break;
    case NodeKind::OvsBridge:
      found.insert(ours ? Sample::OurBridge : Sample::ForeignBridge);
      break;
    case NodeKind::Interface:
      found.insert(Sample::Interface);
      break;
    case NodeKind::Gateway:
    case NodeKind::Loose:
      break;
  }
  if (node.faulty) found.insert(Sample::Fault);
  noteChange(found, node.change);
  for (const Row& row : node.rows) {
    if (row.owner == Owner::Ours) found.insert(Sample::OurPort);
    if (row.owner == Owner::Foreign) found.insert(Sample::ForeignPort);
    if (row.faulty) found.insert(Sample::Fault);
    if (row.owner != Owner::None && !row.trailing.empty()) found.insert(Sample::OfPort);
    noteChange(found, row.change);
    for (const Cell& cell : row.cells) noteChange(found, cell.change);
  }
}

void paintLineSample(SvgWriter& svg, Point at, std::string_view kind) {
  svg.polyline({{at.x, at.y + 8}, {at.x + 20, at.y + 8}}, strCat("line ", kind));
}

void paintBoxSample(SvgWriter& svg, Point at, std::string_view kind) {
  svg.beginGroup(strCat("node ", kind), "");
  svg.rect({at.x, at.y + 2, 20, 12}, 3, "box");
  svg.rect({at.x + 1, at.y + 3, 18, 5}, 1, "head");
  svg.endGroup();
}

void paintSample(SvgWriter& svg, Sample sample, Point at) {
  switch (sample) {
    case Sample::Nic:
      return paintBoxSample(svg, at, "nic");
    case Sample::Kernel:
      return paintBoxSample(svg, at, "kernel");
    case Sample::ForeignBridge:
      return paintBoxSample(svg, at, "ovs-bridge foreign");
    case Sample::OurBridge:
      return paintBoxSample(svg, at, "ovs-bridge ours");
    case Sample::Interface:
      return paintBoxSample(svg, at, "interface");
    case Sample::ForeignPort:
      return svg.circle({at.x + 14, at.y + 8}, 4, "dot foreign");
    case Sample::OurPort:
      return svg.circle({at.x + 14, at.y + 8}, 4, "dot ours");
    case Sample::OfPort:
      return svg.text({at.x + 4, at.y + 12}, "#1", "muted");
    case Sample::Patch:
      return paintLineSample(svg, at, "patch");
    case Sample::VethPair:
      return paintLineSample(svg, at, "veth");
    case Sample::Gateway:
      return paintLineSample(svg, at, "gateway");
    case Sample::Fault:
      return paintFaultSign(svg, {at.x + 11, at.y + 9});
    case Sample::Added:
      return paintChangeMark(svg, Change::Added, {at.x + 12, at.y + 8});
    case Sample::Removed:
      return paintChangeMark(svg, Change::Removed, {at.x + 12, at.y + 8});
    case Sample::Changed:
      return svg.rect({at.x, at.y + 2, 20, 12}, 2, "row-changed");
  }
}

}  // namespace

Legend::Legend(const std::vector<const Diagram*>& diagrams) {
  std::set<Sample> found;
  for (const Diagram* diagram : diagrams) {
    for (const Node& node : diagram->nodes) noteNode(found, node);
    for (const Edge& edge : diagram->edges) {
      if (edge.kind == EdgeKind::Patch) found.insert(Sample::Patch);
      if (edge.kind == EdgeKind::VethPair) found.insert(Sample::VethPair);
      if (edge.kind == EdgeKind::Gateway) found.insert(Sample::Gateway);
    }
  }
  samples_.assign(found.begin(), found.end());
}

int Legend::height(int width) const {
  if (samples_.empty()) return 0;
  int lines = 1;
  int x = kPadding;
  for (const Sample sample : samples_) {
    if (x > kPadding && x + itemWidth(sample) > width) {
      ++lines;
      x = kPadding;
    }
    x += itemWidth(sample);
  }
  return lines * kLineHeight + kPadding;
}

void Legend::paint(SvgWriter& svg, const Rect& rect) const {
  if (samples_.empty()) return;
  svg.beginGroup("legend", "");
  svg.rect(rect, 6, "legend-frame");
  Point at{rect.x + kPadding, rect.y + kPadding - 2};
  for (const Sample sample : samples_) {
    if (at.x > rect.x + kPadding && at.x - rect.x + itemWidth(sample) > rect.width) {
      at = {rect.x + kPadding, at.y + kLineHeight};
    }
    paintSample(svg, sample, at);
    svg.text({at.x + kSampleWidth, at.y + 12}, meaning(sample), "small");
    at.x += itemWidth(sample);
  }
  svg.endGroup();
}

}  // namespace pointsman::picture
