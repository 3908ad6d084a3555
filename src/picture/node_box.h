// SPDX-License-Identifier: Apache-2.0
// One node as it looks in SVG: how large it is, and its strokes and text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "picture/diagram.h"
#include "picture/layout.h"
#include "picture/svg_writer.h"

namespace pointsman::picture {

struct NodeBox {
  int width = 0;
  int height = 0;
  int titleAnchor = 0;
  std::vector<int> rowTops = {};  // below the top of the box
  std::vector<int> rowHeights = {};
  std::vector<int> cellColumns = {};  // of the grid in each row; 0 for other rows
  std::vector<int> cellWidths = {};

  // Where a line to the row, or to the title, meets the box; below its top.
  [[nodiscard]] int anchor(std::optional<std::size_t> row) const;
};

// A grid is as many cells wide as fit 'gridWidth'.
[[nodiscard]] NodeBox measureNode(const Node& node, int gridWidth);
void paintNode(SvgWriter& svg, const Node& node, const NodeBox& box, Point at);

// A small disc on a corner: "+", "−" or "~" of a change, "!" of a fault.
void paintChangeMark(SvgWriter& svg, Change change, Point centre);
void paintFaultSign(SvgWriter& svg, Point centre);
// "added", "removed", "changed", or "" for none.
[[nodiscard]] std::string_view changeClass(Change change);

}  // namespace pointsman::picture
