// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "picture/layered_graph.h"

namespace pointsman::picture {
namespace {

constexpr int kRounds = 16;
// A long line should stay straight where it passes, so its waypoints insist.
constexpr long long kWaypointWeight = 6;

struct Wish {
  long long weight = 0;  // 0: no opinion
  long long weightedY = 0;
};

using Wishes = std::vector<Wish>;

// Where the lines of each vertex want its top to be; 'left' and 'right' say which lines count.
Wishes collectWishes(const LayeredGraph& graph, bool left, bool right) {
  Wishes wishes(graph.vertices.size());
  for (const Segment& segment : graph.segments) {
    const Vertex& from = graph.vertices[segment.from];
    const Vertex& to = graph.vertices[segment.to];
    const long long weight = from.waypoint || to.waypoint ? kWaypointWeight : 1;
    if (left) {
      wishes[segment.to].weight += weight;
      wishes[segment.to].weightedY += weight * (from.y + segment.fromOffset - segment.toOffset);
    }
    if (right) {
      wishes[segment.from].weight += weight;
      wishes[segment.from].weightedY += weight * (to.y + segment.toOffset - segment.fromOffset);
    }
  }
  return wishes;
}

long long floorDivide(long long dividend, long long divisor) {
  const long long quotient = dividend / divisor;
  return dividend % divisor < 0 ? quotient - 1 : quotient;
}

// Vertices that touch each other and move as one.
struct Block {
  long long weight = 0;
  long long weightedZ = 0;
  std::size_t count = 0;
  [[nodiscard]] long long z() const { return floorDivide(weightedZ, weight); }
};

// Least squares under a fixed order: the distance that must lie between neighbours is taken out,
// which leaves a monotone regression, solved by pooling adjacent violators.
void settleColumn(LayeredGraph& graph, const std::vector<std::size_t>& column,
                  const Wishes& wishes) {
  std::vector<Block> blocks;
  std::vector<long long> shift(column.size(), 0);
  for (std::size_t i = 0; i < column.size(); ++i) {
    const Vertex& vertex = graph.vertices[column[i]];
    if (i > 0) {
      const Vertex& above = graph.vertices[column[i - 1]];
      shift[i] = shift[i - 1] + above.height + gapBetween(above, vertex);
    }
    // Times ten, so that a vertex without an opinion stays where it is only until pushed.
    const Wish& wish = wishes[column[i]];
    const long long weight = wish.weight > 0 ? wish.weight * 10 : 1;
    const long long weighted = wish.weight > 0 ? wish.weightedY * 10 : vertex.y;
    blocks.push_back({weight, weighted - weight * shift[i], 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].z() > blocks.back().z()) {
      const Block last = blocks.back();
      blocks.pop_back();
      blocks.back().weight += last.weight;
      blocks.back().weightedZ += last.weightedZ;
      blocks.back().count += last.count;
    }
  }
  std::size_t i = 0;
  for (const Block& block : blocks) {
    for (std::size_t n = 0; n < block.count; ++n, ++i) {
      graph.vertices[column[i]].y = static_cast<int>(block.z() + shift[i]);
    }
  }
}

void settleAll(LayeredGraph& graph, bool left, bool right) {
  const std::size_t count = graph.columns.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t column = left ? i : count - 1 - i;
    settleColumn(graph, graph.columns[column], collectWishes(graph, left, right));
  }
}

}  // namespace

void placeVertices(LayeredGraph& graph) {
  for (int round = 0; round < kRounds; ++round) settleAll(graph, round % 2 == 0, round % 2 == 1);
  settleAll(graph, true, true);
  settleAll(graph, false, true);
}

}  // namespace pointsman::picture
