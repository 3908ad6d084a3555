// SPDX-License-Identifier: Apache-2.0
// One host's diagram laid out for SVG, ready to be painted anywhere on a sheet.
#pragma once

#include <vector>

#include "picture/diagram.h"
#include "picture/layout.h"
#include "picture/node_box.h"
#include "picture/svg_writer.h"

namespace pointsman::picture {

class Panel {
 public:
  // 'diagram' must outlive the panel.
  explicit Panel(const Diagram& diagram);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] const Diagram& diagram() const { return *diagram_; }
  void paint(SvgWriter& svg, Point at) const;

 private:
  void paintLine(SvgWriter& svg, std::size_t index, Point at) const;

  const Diagram* diagram_;
  std::vector<NodeBox> boxes_;
  std::vector<Point> places_;              // of all nodes
  std::vector<std::vector<Point>> lines_;  // of all edges
  int width_ = 0;
  int height_ = 0;
};

}  // namespace pointsman::picture
