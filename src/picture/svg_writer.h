// SPDX-License-Identifier: Apache-2.0
// Writes SVG elements. Escapes every text and attribute itself, closes what it opened, and knows
// nothing of networks. Looks are given by class names, which theme.h defines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "picture/layout.h"

namespace pointsman::picture {

struct Rect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

class SvgWriter {
 public:
  // 'description' is what a screen reader says.
  SvgWriter(int width, int height, std::string_view title, std::string_view description,
            std::string_view style);

  void rect(const Rect& rect, int radius, std::string_view cssClass);
  void circle(Point centre, int radius, std::string_view cssClass);
  // 'at' is the left end of the baseline.
  void text(Point at, std::string_view text, std::string_view cssClass);
  // Right-aligned at 'at'.
  void textEndingAt(Point at, std::string_view text, std::string_view cssClass);
  void textCentredAt(Point at, std::string_view text, std::string_view cssClass);
  // Corners rounded off. Fewer than two points draw nothing.
  void polyline(const std::vector<Point>& corners, std::string_view cssClass);
  // 'data' is the path's own language; only this program's numbers may go into it.
  void path(std::string_view data, std::string_view cssClass);

  // What follows until endGroup() belongs together; 'tooltip' may be empty.
  void beginGroup(std::string_view cssClass, std::string_view tooltip);
  void endGroup();

  // The whole document. The writer is spent.
  [[nodiscard]] std::string finish();

 private:
  void element(std::string_view name, std::string_view attributes, std::string_view cssClass);
  void textElement(Point at, std::string_view attributes, std::string_view text,
                   std::string_view cssClass);
  std::string out_;
};

}  // namespace pointsman::picture
