// SPDX-License-Identifier: Apache-2.0
// Where boxes and lines stand: columns from left to right, lines at right angles in the channels
// between them. Knows sizes only, nothing of what is drawn. Whole pixels and no randomness, so that
// the same input gives the same picture everywhere.
//
// The method is the usual one for layered graphs (Sugiyama, Tagawa, Toda 1981): columns by longest
// path, order within a column by barycentres, heights by least squares under that order.
#pragma once

#include <cstddef>
#include <vector>

namespace pointsman::picture {

struct Point {
  int x = 0;
  int y = 0;
  bool operator==(const Point&) const = default;
};

struct LayoutBox {
  int width = 0;
  int height = 0;
  int firstColumn = 0;  // the leftmost column it may stand in
};

// Leaves 'from' at its right edge and arrives at the left edge of 'to'. A line that would have to
// run backwards is drawn the other way round; between two boxes of one column it bends at the
// right.
struct LayoutLine {
  std::size_t from = 0;
  std::size_t to = 0;
  int fromOffset = 0;  // below the top of the box
  int toOffset = 0;
};

struct Layout {
  std::vector<Point> boxes = {};               // top left corners
  std::vector<std::vector<Point>> lines = {};  // corners, ends included
  int width = 0;
  int height = 0;
};

[[nodiscard]] Layout layOut(const std::vector<LayoutBox>& boxes,
                            const std::vector<LayoutLine>& lines);

}  // namespace pointsman::picture
