// SPDX-License-Identifier: Apache-2.0
// Parts of the picture that no line joins need not keep the distance that they got while their
// columns were settled. Each moves up as a whole until something is in its way.
#include <algorithm>
#include <numeric>
#include <vector>

#include "picture/layered_graph.h"

namespace pointsman::picture {
namespace {

// For each vertex, the lowest vertex that lines join it with.
std::vector<std::size_t> componentsOf(const LayeredGraph& graph) {
  std::vector<std::size_t> parent(graph.vertices.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  const auto join = [&](std::size_t a, std::size_t b) {
    const std::size_t one = root(a);
    const std::size_t other = root(b);
    parent[std::max(one, other)] = std::min(one, other);
  };
  for (const LinePath& path : graph.paths) join(path.from, path.to);
  for (const Segment& segment : graph.segments) join(segment.from, segment.to);
  for (std::size_t v = 0; v < parent.size(); ++v) parent[v] = root(v);
  return parent;
}

}  // namespace

void packComponents(LayeredGraph& graph) {
  if (graph.vertices.empty()) return;
  const auto topmost = std::min_element(graph.vertices.begin(), graph.vertices.end(),
                                        [](const Vertex& a, const Vertex& b) { return a.y < b.y; });
  const int top = topmost->y;
  for (Vertex& vertex : graph.vertices) vertex.y -= top;

  const std::vector<std::size_t> component = componentsOf(graph);
  std::vector<std::vector<std::size_t>> members(graph.vertices.size());
  for (std::size_t v = 0; v < graph.vertices.size(); ++v) members[component[v]].push_back(v);
  std::erase_if(members, [](const auto& group) { return group.empty(); });
  std::vector<std::size_t> above(graph.vertices.size());  // itself: the first of its column
  for (const auto& column : graph.columns) {
    for (std::size_t i = 0; i < column.size(); ++i) above[column[i]] = column[i == 0 ? 0 : i - 1];
  }
  const auto topOf = [&](const std::vector<std::size_t>& group) {
    int y = graph.vertices[group.front()].y;
    for (const std::size_t v : group) y = std::min(y, graph.vertices[v].y);
    return y;
  };
  std::stable_sort(members.begin(), members.end(),
                   [&](const auto& a, const auto& b) { return topOf(a) < topOf(b); });
  for (const auto& group : members) {
    int room = topOf(group);
    for (const std::size_t v : group) {
      const Vertex& upper = graph.vertices[above[v]];
      const Vertex& lower = graph.vertices[v];
      if (above[v] == v || component[above[v]] == component[v]) continue;
      room = std::min(room, lower.y - upper.y - upper.height - gapBetween(upper, lower));
    }
    for (const std::size_t v : group) graph.vertices[v].y -= room;
  }
}

}  // namespace pointsman::picture
