// SPDX-License-Identifier: Apache-2.0
#include "picture/svg_writer.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/str_cat.h"
#include "picture/text.h"

namespace pointsman::picture {
namespace {

constexpr int kCornerRadius = 6;

int sign(int value) { return (value > 0) - (value < 0); }

// The point 'distance' away from 'corner' towards 'other'; the two share a row or a column.
Point towards(Point corner, Point other, int distance) {
  return {corner.x + sign(other.x - corner.x) * distance,
          corner.y + sign(other.y - corner.y) * distance};
}

int length(Point a, Point b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }

}  // namespace

SvgWriter::SvgWriter(int width, int height, std::string_view title, std::string_view description,
                     std::string_view style) {
  strAppend(out_,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pointsman\" role=\"img\" width=\"",
            width, "\" height=\"", height, "\" viewBox=\"0 0 ", width, " ", height, "\">\n<title>",
            escapeXml(title), "</title>\n<desc>", escapeXml(description), "</desc>\n<style>\n",
            style, "</style>\n");
}

void SvgWriter::element(std::string_view name, std::string_view attributes,
                        std::string_view cssClass) {
  strAppend(out_, "<", name, " ", attributes, " class=\"", cssClass, "\"/>\n");
}

void SvgWriter::rect(const Rect& rect, int radius, std::string_view cssClass) {
  element("rect",
          strCat("x=\"", rect.x, "\" y=\"", rect.y, "\" width=\"", rect.width, "\" height=\"",
                 rect.height, "\" rx=\"", radius, "\""),
          cssClass);
}

void SvgWriter::circle(Point centre, int radius, std::string_view cssClass) {
  element("circle", strCat("cx=\"", centre.x, "\" cy=\"", centre.y, "\" r=\"", radius, "\""),
          cssClass);
}

void SvgWriter::textElement(Point at, std::string_view attributes, std::string_view text,
                            std::string_view cssClass) {
  strAppend(out_, "<text x=\"", at.x, "\" y=\"", at.y, "\"", attributes, " class=\"", cssClass,
            "\">", escapeXml(text), "</text>\n");
}

void SvgWriter::text(Point at, std::string_view text, std::string_view cssClass) {
  textElement(at, "", text, cssClass);
}
void SvgWriter::textEndingAt(Point at, std::string_view text, std::string_view cssClass) {
  textElement(at, " text-anchor=\"end\"", text, cssClass);
}
void SvgWriter::textCentredAt(Point at, std::string_view text, std::string_view cssClass) {
  textElement(at, " text-anchor=\"middle\"", text, cssClass);
}

void SvgWriter::polyline(const std::vector<Point>& corners, std::string_view cssClass) {
  if (corners.size() < 2) return;
  std::string data = strCat("M", corners.front().x, " ", corners.front().y);
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const Point corner = corners[i];
    const int room = std::min(length(corners[i - 1], corner), length(corner, corners[i + 1])) / 2;
    const int radius = std::min(kCornerRadius, room);
    const Point before = towards(corner, corners[i - 1], radius);
    const Point after = towards(corner, corners[i + 1], radius);
    strAppend(data, "L", before.x, " ", before.y, "Q", corner.x, " ", corner.y, " ", after.x, " ",
              after.y);
  }
  strAppend(data, "L", corners.back().x, " ", corners.back().y);
  path(data, cssClass);
}

void SvgWriter::path(std::string_view data, std::string_view cssClass) {
  element("path", strCat("d=\"", data, "\""), cssClass);
}

void SvgWriter::beginGroup(std::string_view cssClass, std::string_view tooltip) {
  strAppend(out_, "<g class=\"", cssClass, "\">\n");
  if (!tooltip.empty()) strAppend(out_, "<title>", escapeXml(tooltip), "</title>\n");
}

void SvgWriter::endGroup() { out_ += "</g>\n"; }

std::string SvgWriter::finish() {
  out_ += "</svg>\n";
  return std::move(out_);
}

}  // namespace pointsman::picture
