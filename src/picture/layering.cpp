// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <utility>

#include "picture/layered_graph.h"

namespace pointsman::picture {
namespace {

// Chains longer than this fold: a bound on the work and the width that a hostile database can ask.
constexpr int kMostColumns = 40;

// Kahn's algorithm; when a cycle leaves no box free, the lowest index goes first.
std::vector<int> longestPaths(const std::vector<LayoutBox>& boxes,
                              const std::vector<LayoutLine>& lines) {
  std::vector<std::vector<std::size_t>> uppers(boxes.size());
  std::vector<std::size_t> waitingFor(boxes.size(), 0);
  for (const LayoutLine& line : lines) {
    if (line.from == line.to) continue;
    uppers[line.from].push_back(line.to);
    ++waitingFor[line.to];
  }
  std::vector<int> column(boxes.size());
  std::deque<std::size_t> ready;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    column[i] = boxes[i].firstColumn;
    if (waitingFor[i] == 0) ready.push_back(i);
  }
  std::vector<bool> done(boxes.size(), false);
  std::size_t nextForced = 0;
  for (std::size_t count = 0; count < boxes.size(); ++count) {
    if (ready.empty()) {
      while (done[nextForced]) ++nextForced;
      ready.push_back(nextForced);
    }
    const std::size_t box = ready.front();
    ready.pop_front();
    done[box] = true;
    for (const std::size_t upper : uppers[box]) {
      if (done[upper]) continue;
      column[upper] = std::min(std::max(column[upper], column[box] + 1), kMostColumns - 1);
      if (--waitingFor[upper] == 0) ready.push_back(upper);
    }
  }
  return column;
}

// The same columns without the empty ones between them.
std::size_t closeGaps(std::vector<int>& column) {
  std::vector<bool> used(kMostColumns, false);
  for (const int c : column) used[static_cast<std::size_t>(c)] = true;
  std::vector<int> renumbered(kMostColumns, 0);
  int next = 0;
  for (std::size_t c = 0; c < used.size(); ++c) {
    renumbered[c] = next;
    if (used[c]) ++next;
  }
  for (int& c : column) c = renumbered[static_cast<std::size_t>(c)];
  return static_cast<std::size_t>(next);
}

LinePath addPath(LayeredGraph& graph, const LayoutLine& line) {
  LinePath path{line.from, line.to, line.fromOffset, line.toOffset, {}};
  const auto columnOf = [&](std::size_t vertex) { return graph.vertices[vertex].column; };
  if (columnOf(path.from) > columnOf(path.to)) {
    std::swap(path.from, path.to);
    std::swap(path.fromOffset, path.toOffset);
  }
  std::size_t at = path.from;
  int offset = path.fromOffset;
  while (columnOf(at) + 1 < columnOf(path.to)) {
    const std::size_t waypoint = graph.vertices.size();
    graph.vertices.push_back({.column = columnOf(at) + 1, .height = 0, .waypoint = true});
    path.segments.push_back(graph.segments.size());
    graph.segments.push_back({at, waypoint, offset, 0});
    at = waypoint;
    offset = 0;
  }
  if (columnOf(at) < columnOf(path.to)) {
    path.segments.push_back(graph.segments.size());
    graph.segments.push_back({at, path.to, offset, path.toOffset});
  }
  return path;
}

}  // namespace

LayeredGraph makeLayers(const std::vector<LayoutBox>& boxes, const std::vector<LayoutLine>& lines) {
  std::vector<int> column = longestPaths(boxes, lines);
  LayeredGraph graph;
  graph.columns.resize(closeGaps(column));
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    graph.vertices.push_back(
        {.column = static_cast<std::size_t>(column[i]), .height = boxes[i].height});
  }
  for (const LayoutLine& line : lines) graph.paths.push_back(addPath(graph, line));
  return graph;
}

}  // namespace pointsman::picture
