// SPDX-License-Identifier: Apache-2.0
// The sheet: headline, notices, one panel or two, legend.
#include <algorithm>
#include <string>
#include <vector>

#include "base/str_cat.h"
#include "picture/build_diagram.h"
#include "picture/compare.h"
#include "picture/legend.h"
#include "picture/panel.h"
#include "picture/picture.h"
#include "picture/svg_writer.h"
#include "picture/text.h"
#include "picture/theme.h"

namespace pointsman::picture {
namespace {

constexpr int kMargin = 26;
constexpr int kSectionGap = 22;
constexpr int kNarrowest = 560;
// Two panels stand side by side while they fit this width, else one above the other.
constexpr int kWidestSideBySide = 1500;
constexpr int kPanelGap = 48;
constexpr int kNoticeHeight = 30;

// Headline, version and notices of one host.
class Heading {
 public:
  Heading(const Diagram& diagram, std::string_view prefix)
      : diagram_(diagram), title_(strCat(prefix, diagram.title)) {}

  [[nodiscard]] int height() const {
    const auto notices = static_cast<int>(diagram_.notices.size());
    return kHeadlineFont + (hasLead() ? 20 : 0) + notices * (kNoticeHeight + 8) + kSectionGap;
  }
  [[nodiscard]] int width() const {
    int width = textWidth(title_, kHeadlineFont, Weight::Bold);
    width = std::max(width, textWidth(diagram_.subtitle, 12, Weight::Regular) + 120);
    for (const Notice& notice : diagram_.notices) {
      width = std::max(width, textWidth(notice.text, 12, Weight::Bold) + 52);
    }
    return width;
  }

  void paint(SvgWriter& svg, Point at) const {
    svg.text({at.x, at.y + kHeadlineFont - 3}, title_, "headline");
    int y = at.y + kHeadlineFont;
    if (hasLead()) {
      paintLead(svg, {at.x, y + 17});
      y += 20;
    }
    for (const Notice& notice : diagram_.notices) {
      const int boxWidth = textWidth(notice.text, 12, Weight::Bold) + 44;
      svg.beginGroup("notice-group", "");
      svg.rect({at.x, y + 8, boxWidth, kNoticeHeight}, 6, "notice");
      paintFaultSign(svg, {at.x + 18, y + 24});
      svg.text({at.x + 34, y + 28}, notice.text, "notice-text");
      svg.endGroup();
      y += kNoticeHeight + 8;
    }
  }

 private:
  [[nodiscard]] bool hasLead() const { return !diagram_.subtitle.empty() || diagram_.faults > 0; }

  void paintLead(SvgWriter& svg, Point at) const {
    svg.text(at, diagram_.subtitle, "lead");
    if (diagram_.faults == 0) return;
    const int lead = textWidth(diagram_.subtitle, 12, Weight::Regular);
    const int x = at.x + (lead > 0 ? lead + 14 : 0);
    const std::string text = strCat(diagram_.faults, diagram_.faults == 1 ? " fault" : " faults");
    const int width = textWidth(text, kBodyFont, Weight::Bold) + 16;
    svg.rect({x, at.y - 13, width, 18}, 9, "fault-chip");
    svg.text({x + 8, at.y}, text, "fault-chip-text");
  }

  const Diagram& diagram_;
  std::string title_;
};

// What a screen reader says: the boxes by name.
std::string describe(const Diagram& diagram) {
  std::string text = strCat(diagram.title, ".");
  if (!diagram.subtitle.empty()) strAppend(text, " ", diagram.subtitle, ".");
  for (const Notice& notice : diagram.notices) strAppend(text, " ", notice.text, ".");
  constexpr std::size_t kMostNamed = 40;
  for (std::size_t i = 0; i < diagram.nodes.size() && i < kMostNamed; ++i) {
    const Node& node = diagram.nodes[i];
    strAppend(text, " ", node.title, node.subtitle.empty() ? "" : ", ", node.subtitle, ";");
  }
  return text;
}

struct Placed {
  Point heading = {};
  Point panel = {};
};

struct Sheet {
  int width = 0;
  int height = 0;  // without the legend
  std::vector<Placed> places = {};
};

Sheet arrange(const std::vector<Heading>& headings, const std::vector<Panel>& panels) {
  int sum = 0;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    sum += std::max(panels[i].width(), headings[i].width());
  }
  const bool sideBySide = panels.size() > 1 && sum <= kWidestSideBySide;
  Sheet sheet;
  Point at{kMargin, kMargin};
  for (std::size_t i = 0; i < panels.size(); ++i) {
    sheet.places.push_back({at, {at.x, at.y + headings[i].height()}});
    const int width = std::max(panels[i].width(), headings[i].width());
    const int height = headings[i].height() + panels[i].height();
    sheet.width = std::max(sheet.width, at.x + width);
    sheet.height = std::max(sheet.height, at.y + height);
    if (sideBySide) {
      at.x += width + kPanelGap;
    } else {
      at.y += height + kPanelGap;
    }
  }
  sheet.width = std::max(sheet.width, kNarrowest) + kMargin;
  return sheet;
}

std::string drawSheet(const std::vector<Heading>& headings, const std::vector<Panel>& panels) {
  const Sheet sheet = arrange(headings, panels);
  std::vector<const Diagram*> diagrams;
  std::string description;
  for (const Panel& panel : panels) {
    diagrams.push_back(&panel.diagram());
    strAppend(description, description.empty() ? "" : " ", describe(panel.diagram()));
  }
  const Legend legend(diagrams);
  const Rect legendRect{kMargin, sheet.height + kSectionGap, sheet.width - 2 * kMargin,
                        legend.height(sheet.width - 2 * kMargin)};
  const int height = legendRect.y + legendRect.height + kMargin;
  SvgWriter svg(sheet.width, height, diagrams.front()->title, description, kStyle);
  svg.rect({0, 0, sheet.width, height}, 0, "sheet");
  for (std::size_t i = 0; i < panels.size(); ++i) {
    headings[i].paint(svg, sheet.places[i].heading);
    panels[i].paint(svg, sheet.places[i].panel);
  }
  legend.paint(svg, legendRect);
  return svg.finish();
}

}  // namespace

std::string drawSvg(const ObservedState& state, const DrawOptions& options) {
  const Diagram diagram = buildDiagram(state, options);
  return drawSheet({Heading(diagram, "")}, {Panel(diagram)});
}

std::string drawComparison(const ObservedState& before, const ObservedState& after,
                           const DrawOptions& options) {
  Diagram first = buildDiagram(before, options);
  Diagram second = buildDiagram(after, options);
  markChanges(first, second);
  return drawSheet({Heading(first, "Before: "), Heading(second, "After: ")},
                   {Panel(first), Panel(second)});
}

}  // namespace pointsman::picture
