// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <utility>

#include "picture/layered_graph.h"

namespace pointsman::picture {
namespace {

constexpr int kSweeps = 12;

struct Adjacency {
  std::vector<std::vector<std::size_t>> incoming = {};  // segments by their 'to'
  std::vector<std::vector<std::size_t>> outgoing = {};
};

Adjacency adjacencyOf(const LayeredGraph& graph) {
  Adjacency adjacency{std::vector<std::vector<std::size_t>>(graph.vertices.size()),
                      std::vector<std::vector<std::size_t>>(graph.vertices.size())};
  for (std::size_t s = 0; s < graph.segments.size(); ++s) {
    adjacency.incoming[graph.segments[s].to].push_back(s);
    adjacency.outgoing[graph.segments[s].from].push_back(s);
  }
  return adjacency;
}

// Depth first from the left: what is connected starts out near each other.
void startingOrder(LayeredGraph& graph, const Adjacency& adjacency) {
  std::vector<std::size_t> seeds(graph.vertices.size());
  for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = i;
  std::stable_sort(seeds.begin(), seeds.end(), [&](std::size_t a, std::size_t b) {
    return graph.vertices[a].column < graph.vertices[b].column;
  });
  std::vector<bool> seen(graph.vertices.size(), false);
  std::vector<std::size_t> stack;
  for (const std::size_t seed : seeds) {
    stack.push_back(seed);
    while (!stack.empty()) {
      const std::size_t vertex = stack.back();
      stack.pop_back();
      if (seen[vertex]) continue;
      seen[vertex] = true;
      graph.columns[graph.vertices[vertex].column].push_back(vertex);
      const auto& out = adjacency.outgoing[vertex];
      for (auto s = out.rbegin(); s != out.rend(); ++s) stack.push_back(graph.segments[*s].to);
      const auto& in = adjacency.incoming[vertex];
      for (auto s = in.rbegin(); s != in.rend(); ++s) stack.push_back(graph.segments[*s].from);
    }
  }
}

// Stacks a column without looking at others.
void stack(LayeredGraph& graph, const std::vector<std::size_t>& column) {
  int y = 0;
  for (std::size_t i = 0; i < column.size(); ++i) {
    Vertex& vertex = graph.vertices[column[i]];
    if (i > 0) y += gapBetween(graph.vertices[column[i - 1]], vertex);
    vertex.y = y;
    y += vertex.height;
  }
}

int leftEnd(const LayeredGraph& graph, const Segment& segment) {
  return graph.vertices[segment.from].y + segment.fromOffset;
}
int rightEnd(const LayeredGraph& graph, const Segment& segment) {
  return graph.vertices[segment.to].y + segment.toOffset;
}

enum class Side : std::uint8_t { Left, Right };

// Sorts a column by where its lines to one side would like it; boxes without such lines stay.
void sortColumn(LayeredGraph& graph, const Adjacency& adjacency, std::size_t column, Side side) {
  std::vector<std::pair<long long, std::size_t>> wished;
  for (const std::size_t v : graph.columns[column]) {
    const auto& near = side == Side::Left ? adjacency.incoming[v] : adjacency.outgoing[v];
    long long sum = 0;
    for (const std::size_t s : near) {
      const Segment& segment = graph.segments[s];
      sum += side == Side::Left ? leftEnd(graph, segment) - segment.toOffset
                                : rightEnd(graph, segment) - segment.fromOffset;
    }
    const auto count = static_cast<long long>(near.size());
    wished.emplace_back(near.empty() ? graph.vertices[v].y : sum / count, v);
  }
  std::stable_sort(wished.begin(), wished.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < wished.size(); ++i) graph.columns[column][i] = wished[i].second;
  stack(graph, graph.columns[column]);
}

// Pairs out of order, by merging.
std::size_t countInversions(std::vector<int>& values, std::size_t first, std::size_t last) {
  if (last - first < 2) return 0;
  const std::size_t middle = first + (last - first) / 2;
  std::size_t count =
      countInversions(values, first, middle) + countInversions(values, middle, last);
  std::size_t left = first;
  for (std::size_t right = middle; right < last; ++right) {
    while (left < middle && values[left] <= values[right]) ++left;
    count += middle - left;
  }
  const auto at = [&](std::size_t i) { return values.begin() + static_cast<std::ptrdiff_t>(i); };
  std::inplace_merge(at(first), at(middle), at(last));
  return count;
}

std::size_t countCrossings(const LayeredGraph& graph) {
  std::vector<std::vector<std::pair<int, int>>> channels(graph.columns.size());
  for (const Segment& segment : graph.segments) {
    channels[graph.vertices[segment.from].column].emplace_back(leftEnd(graph, segment),
                                                               rightEnd(graph, segment));
  }
  std::size_t crossings = 0;
  for (auto& ends : channels) {
    std::sort(ends.begin(), ends.end());
    std::vector<int> right;
    for (const auto& end : ends) right.push_back(end.second);
    crossings += countInversions(right, 0, right.size());
  }
  return crossings;
}

}  // namespace

void orderColumns(LayeredGraph& graph) {
  const Adjacency adjacency = adjacencyOf(graph);
  startingOrder(graph, adjacency);
  for (const auto& column : graph.columns) stack(graph, column);
  auto best = graph.columns;
  std::size_t fewest = countCrossings(graph);
  for (int sweep = 0; sweep < kSweeps && fewest > 0; ++sweep) {
    const std::size_t count = graph.columns.size();
    for (std::size_t i = 1; i < count; ++i) {
      if (sweep % 2 == 0)
        sortColumn(graph, adjacency, i, Side::Left);
      else
        sortColumn(graph, adjacency, count - 1 - i, Side::Right);
    }
    if (const std::size_t crossings = countCrossings(graph); crossings < fewest) {
      fewest = crossings;
      best = graph.columns;
    }
  }
  graph.columns = std::move(best);
  for (const auto& column : graph.columns) stack(graph, column);
}

}  // namespace pointsman::picture
