// SPDX-License-Identifier: Apache-2.0
// The layout while it is computed: boxes in columns, and lines cut into segments that each cross
// one channel. A line that passes a column without stopping has a waypoint there, which takes part
// in ordering and placing as a thin box does.
#pragma once

#include <cstddef>
#include <vector>

#include "picture/layout.h"

namespace pointsman::picture {

struct Vertex {
  std::size_t column = 0;
  int height = 0;
  bool waypoint = false;
  int y = 0;
};

struct Segment {
  std::size_t from = 0;  // vertices, in neighbouring columns
  std::size_t to = 0;
  int fromOffset = 0;
  int toOffset = 0;
};

// The way of one line. Forward: 'segments' in drawing order. Within one column: none, and the line
// bends.
struct LinePath {
  std::size_t from = 0;
  std::size_t to = 0;
  int fromOffset = 0;
  int toOffset = 0;
  std::vector<std::size_t> segments = {};
};

struct LayeredGraph {
  std::vector<Vertex> vertices = {};  // the boxes in their order, then the waypoints
  std::vector<Segment> segments = {};
  std::vector<LinePath> paths = {};                    // one for each line
  std::vector<std::vector<std::size_t>> columns = {};  // vertices from top to bottom
};

inline constexpr int kBoxGap = 22;      // between boxes of a column
inline constexpr int kWaypointGap = 8;  // around a passing line

[[nodiscard]] inline int gapBetween(const Vertex& above, const Vertex& below) {
  return above.waypoint || below.waypoint ? kWaypointGap : kBoxGap;
}

// Columns by longest path; cycles are cut at the box with the lowest index.
[[nodiscard]] LayeredGraph makeLayers(const std::vector<LayoutBox>& boxes,
                                      const std::vector<LayoutLine>& lines);
// Reorders each column so that few lines cross.
void orderColumns(LayeredGraph& graph);
// Sets every y, keeping the order, so that lines run straight where they can.
void placeVertices(LayeredGraph& graph);
// Moves what must move to take small steps out of lines.
void straightenLines(LayeredGraph& graph);
// Moves what is not connected as near to each other as it goes; the topmost vertex ends at 0.
void packComponents(LayeredGraph& graph);
// Sets x and the corners of the lines.
[[nodiscard]] Layout routeLines(const LayeredGraph& graph, const std::vector<LayoutBox>& boxes);

}  // namespace pointsman::picture
