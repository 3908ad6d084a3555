// SPDX-License-Identifier: Apache-2.0
// Least squares leaves small steps in lines that could be straight. This takes them out one by one,
// moving a box together with whatever must move with it.
#include <cstdlib>
#include <vector>

#include "picture/layered_graph.h"

namespace pointsman::picture {
namespace {

// Larger steps read as a turn that is meant.
constexpr int kSmallStep = 16;

class Straightener {
 public:
  explicit Straightener(LayeredGraph& graph)
      : graph_(graph), incident_(graph.vertices.size()), rank_(graph.vertices.size()) {
    for (std::size_t s = 0; s < graph.segments.size(); ++s) {
      incident_[graph.segments[s].from].push_back(s);
      incident_[graph.segments[s].to].push_back(s);
    }
    for (const auto& column : graph.columns) {
      for (std::size_t i = 0; i < column.size(); ++i) rank_[column[i]] = i;
    }
  }

  // A shift never bends a line that was straight, so every success is progress.
  void run() {
    for (bool progress = true; progress;) {
      progress = false;
      for (const Segment& segment : graph_.segments) {
        const int step = stepOf(segment);
        if (step == 0 || std::abs(step) > kSmallStep) continue;
        if (shift(segment.from, segment.to, step) || shift(segment.to, segment.from, -step)) {
          progress = true;
        }
      }
    }
  }

 private:
  // How far below its left end the right end is.
  [[nodiscard]] int stepOf(const Segment& segment) const {
    return graph_.vertices[segment.to].y + segment.toOffset - graph_.vertices[segment.from].y -
           segment.fromOffset;
  }

  // The vertex that is in the way when 'vertex' moves by 'delta', or the vertex itself.
  [[nodiscard]] std::size_t obstacle(std::size_t vertex, int delta) const {
    const auto& column = graph_.columns[graph_.vertices[vertex].column];
    const std::size_t rank = rank_[vertex];
    if (delta < 0 ? rank == 0 : rank + 1 == column.size()) return vertex;
    const std::size_t next = column[delta < 0 ? rank - 1 : rank + 1];
    const Vertex& above = graph_.vertices[delta < 0 ? next : vertex];
    const Vertex& below = graph_.vertices[delta < 0 ? vertex : next];
    const int room = below.y - above.y - above.height - gapBetween(above, below);
    return std::abs(delta) > room ? next : vertex;
  }

  // Moves 'start' with all it is straightly joined to and all that is in the way; not at all when
  // 'fixed' would have to move too.
  bool shift(std::size_t start, std::size_t fixed, int delta) {
    std::vector<std::size_t> moving{start};
    std::vector<bool> joined(graph_.vertices.size(), false);
    joined[start] = true;
    const auto join = [&](std::size_t vertex) {
      if (!joined[vertex]) moving.push_back(vertex);
      joined[vertex] = true;
    };
    for (std::size_t i = 0; i < moving.size(); ++i) {
      if (moving[i] == fixed) return false;
      join(obstacle(moving[i], delta));
      for (const std::size_t s : incident_[moving[i]]) {
        const Segment& segment = graph_.segments[s];
        if (stepOf(segment) != 0) continue;
        join(segment.from);
        join(segment.to);
      }
    }
    for (const std::size_t vertex : moving) graph_.vertices[vertex].y += delta;
    return true;
  }

  LayeredGraph& graph_;
  std::vector<std::vector<std::size_t>> incident_;  // segments at each vertex
  std::vector<std::size_t> rank_;                   // place of each vertex in its column
};

}  // namespace

void straightenLines(LayeredGraph& graph) { Straightener(graph).run(); }

}  // namespace pointsman::picture
