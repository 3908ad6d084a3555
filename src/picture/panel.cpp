// SPDX-License-Identifier: Apache-2.0
#include "picture/panel.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/str_cat.h"

namespace pointsman::picture {
namespace {

constexpr int kPortGridWidth = 520;
constexpr int kLooseGap = 26;
constexpr int kNarrowestLoose = 560;

// Gateways stand before the NICs, bridges and what hangs on them behind, even where no line says
// so.
int firstColumn(NodeKind kind) {
  switch (kind) {
    case NodeKind::Gateway:
      return 0;
    case NodeKind::Nic:
    case NodeKind::Kernel:
    case NodeKind::Loose:
      return 1;
    case NodeKind::LinuxBridge:
    case NodeKind::OvsBridge:
      return 2;
    case NodeKind::Interface:
      return 3;
  }
  return 1;
}

std::string_view lineKind(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::Membership:
    case EdgeKind::Stacking:
      return "plain";
    case EdgeKind::Patch:
      return "patch";
    case EdgeKind::VethPair:
      return "veth";
    case EdgeKind::Gateway:
      return "gateway";
  }
  return "plain";
}

std::vector<Point> moved(std::vector<Point> points, Point by) {
  for (Point& point : points) {
    point.x += by.x;
    point.y += by.y;
  }
  return points;
}

// Edges that share an end, directly or through others, in one group each.
std::vector<std::vector<std::size_t>> bundles(const std::vector<Edge>& edges) {
  std::map<std::pair<bool, End>, std::size_t> byEnd;
  std::vector<std::size_t> parent(edges.size());
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (std::size_t i = 0; i < edges.size(); ++i) {
    parent[i] = i;
    for (const auto& key : {std::pair(false, edges[i].lower), std::pair(true, edges[i].upper)}) {
      parent[root(i)] = root(byEnd.emplace(key, i).first->second);
    }
  }
  std::map<std::size_t, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < edges.size(); ++i) groups[root(i)].push_back(i);
  std::vector<std::vector<std::size_t>> found;
  for (auto& [first, group] : groups) found.push_back(std::move(group));
  return found;
}

// Boxes of these kinds stand in a column of their own; one width looks calmer.
void equaliseWidths(const std::vector<Node>& nodes, std::vector<NodeBox>& boxes) {
  const auto isShared = [](const Node& node) {
    return !node.rows.empty() && node.rows.front().kind == RowKind::Grid;
  };
  for (const NodeKind kind : {NodeKind::Nic, NodeKind::Interface}) {
    std::vector<std::size_t> alike;
    int widest = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].kind != kind || isShared(nodes[i])) continue;
      alike.push_back(i);
      widest = std::max(widest, boxes[i].width);
    }
    for (const std::size_t i : alike) boxes[i].width = widest;
  }
}

}  // namespace

Panel::Panel(const Diagram& diagram) : diagram_(&diagram), places_(diagram.nodes.size()) {
  for (const Node& node : diagram.nodes) boxes_.push_back(measureNode(node, kPortGridWidth));
  equaliseWidths(diagram.nodes, boxes_);
  // Loose links take no part in the layout: they fill a strip below it.
  std::vector<std::size_t> laidOut;
  std::vector<std::size_t> indexOf(diagram.nodes.size(), 0);
  std::vector<LayoutBox> layoutBoxes;
  for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
    const Node& node = diagram.nodes[i];
    if (node.kind == NodeKind::Loose) continue;
    indexOf[i] = laidOut.size();
    laidOut.push_back(i);
    layoutBoxes.push_back({boxes_[i].width, boxes_[i].height, firstColumn(node.kind)});
  }
  std::vector<LayoutLine> layoutLines;
  for (const Edge& edge : diagram.edges) {
    layoutLines.push_back({indexOf[edge.lower.node], indexOf[edge.upper.node],
                           boxes_[edge.lower.node].anchor(edge.lower.row),
                           boxes_[edge.upper.node].anchor(edge.upper.row)});
  }
  Layout layout = layOut(layoutBoxes, layoutLines);
  for (std::size_t i = 0; i < laidOut.size(); ++i) places_[laidOut[i]] = layout.boxes[i];
  lines_ = std::move(layout.lines);
  width_ = layout.width;
  height_ = layout.height;
  for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
    if (diagram.nodes[i].kind != NodeKind::Loose) continue;
    boxes_[i] = measureNode(diagram.nodes[i], std::max(width_ - 24, kNarrowestLoose));
    places_[i] = {0, height_ == 0 ? 0 : height_ + kLooseGap};
    width_ = std::max(width_, boxes_[i].width);
    height_ = places_[i].y + boxes_[i].height;
  }
}

void Panel::paintLine(SvgWriter& svg, std::size_t index, Point at) const {
  const Edge& edge = diagram_->edges[index];
  const std::vector<Point> points = moved(lines_[index], at);
  std::string cssClass = strCat("line ", lineKind(edge.kind));
  if (edge.faulty) cssClass += " fault";
  if (edge.change != Change::None) strAppend(cssClass, " ", changeClass(edge.change));
  svg.polyline(points, cssClass);
}

void Panel::paint(SvgWriter& svg, Point at) const {
  for (const std::vector<std::size_t>& bundle : bundles(diagram_->edges)) {
    // The halo sets a line off from those it crosses, not from those it joins.
    for (const std::size_t i : bundle) svg.polyline(moved(lines_[i], at), "halo");
    for (const std::size_t i : bundle) paintLine(svg, i, at);
  }
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (diagram_->edges[i].count < 2) continue;
    const Point start = lines_[i].front();
    svg.text({at.x + start.x + 4, at.y + start.y - 4}, strCat("\xC3\x97", diagram_->edges[i].count),
             "count");
  }
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    paintNode(svg, diagram_->nodes[i], boxes_[i], {at.x + places_[i].x, at.y + places_[i].y});
  }
}

}  // namespace pointsman::picture
