// SPDX-License-Identifier: Apache-2.0
#include "picture/node_box.h"

#include <algorithm>

#include "base/str_cat.h"
#include "picture/pieces.h"
#include "picture/text.h"
#include "picture/theme.h"

namespace pointsman::picture {
namespace {

constexpr int kHeadHeight = 27;
constexpr int kBodyPadding = 5;
constexpr int kSidePadding = 12;
constexpr int kRadius = 7;
constexpr int kSmallestWidth = 130;
constexpr int kDetailHeight = 18;
constexpr int kPortHeight = 23;
constexpr int kMemberHeight = 21;
constexpr int kCellHeight = 18;
constexpr int kCellGap = 3;
constexpr int kCloudSidePadding = 38;
constexpr int kCloudFoot = 12;
constexpr int kCloudTitleHeight = 16;

// Whether the row is a port or many; a rule sets it off from what stands above.
bool startsEntry(const Row& row) {
  return row.kind == RowKind::Port || (row.kind == RowKind::Grid && !row.pieces.empty());
}

// Room left of a row's text for the owner's dot or the bond's branch.
int indentOf(const Row& row) {
  if (row.owner == Owner::None && startsEntry(row)) return kSidePadding;
  switch (row.kind) {
    case RowKind::Detail:
      return kSidePadding;
    case RowKind::Remark:
    case RowKind::Port:
    case RowKind::Grid:
      return kSidePadding + 13;
    case RowKind::Member:
      return kSidePadding + 33;
  }
  return kSidePadding;
}

int rowLineHeight(const Row& row) {
  switch (row.kind) {
    case RowKind::Detail:
    case RowKind::Remark:
      return kDetailHeight;
    case RowKind::Port:
      return kPortHeight;
    case RowKind::Member:
      return kMemberHeight;
    case RowKind::Grid:
      return row.pieces.empty() ? 4 : kPortHeight;
  }
  return kDetailHeight;
}

std::string leftOutText(const Row& row) { return strCat("+ ", row.cellsLeftOut, " more"); }

struct Grid {
  int columns = 0;
  int cellWidth = 0;
  int lines = 0;
};

Grid measureGrid(const Row& row, int gridWidth) {
  if (row.kind != RowKind::Grid) return {};
  Grid grid;
  for (const Cell& cell : row.cells) {
    grid.cellWidth =
        std::max(grid.cellWidth, textWidth(cell.text, kSmallFont, Weight::Regular) + 12);
  }
  auto count = static_cast<int>(row.cells.size());
  if (row.cellsLeftOut > 0) ++count;
  grid.columns = std::clamp(gridWidth / (grid.cellWidth + kCellGap), 1, std::max(count, 1));
  grid.lines = (count + grid.columns - 1) / grid.columns;
  return grid;
}

int rowWidth(const Row& row, const Grid& grid) {
  int width = indentOf(row) + piecesWidth(row.pieces) + kSidePadding;
  if (!row.trailing.empty()) width += piecesWidth(row.trailing) + 18;
  return std::max(width, 2 * kSidePadding + grid.columns * (grid.cellWidth + kCellGap) - kCellGap);
}

// Where the text of a cloud ends up above its rows: the upper two fifths are bumps, and a cloud
// grows as a whole.
int cloudHead(const Node& node) {
  const int text =
      kCloudTitleHeight + static_cast<int>(node.rows.size()) * kDetailHeight + kCloudFoot;
  return text * 2 / 3 + kCloudTitleHeight;
}

// Room before the title for the sign of a fault.
int signWidth(const Node& node) { return node.faulty ? 22 : 0; }

int headWidth(const Node& node) {
  const int kind = textWidth(node.subtitle, kSmallFont, Weight::Regular);
  return textWidth(node.title, kTitleFont, Weight::Bold) + signWidth(node) + kind +
         2 * kSidePadding + 22;
}

std::string_view kindClass(NodeKind kind) {
  switch (kind) {
    case NodeKind::Gateway:
      return "gateway";
    case NodeKind::Nic:
      return "nic";
    case NodeKind::Kernel:
      return "kernel";
    case NodeKind::LinuxBridge:
      return "linux-bridge";
    case NodeKind::OvsBridge:
      return "ovs-bridge";
    case NodeKind::Interface:
      return "interface";
    case NodeKind::Loose:
      return "loose";
  }
  return "kernel";
}

std::string nodeClass(const Node& node) {
  std::string text = strCat("node ", kindClass(node.kind));
  if (node.owner == Owner::Ours) text += " ours";
  if (node.owner == Owner::Foreign) text += " foreign";
  if (node.missing) text += " missing";
  if (node.faulty) text += " fault";
  if (node.change != Change::None) strAppend(text, " ", changeClass(node.change));
  return text;
}

// A cloud with a flat foot that fills 'rect'; its right side is nearly upright at the middle, so a
// line can end there.
void paintCloud(SvgWriter& svg, const Rect& rect) {
  const auto across = [&](int percent) { return rect.width * percent / 100; };
  const auto down = [&](int percent) { return rect.height * percent / 100; };
  const auto arc = [](int rx, int ry, int dx, int dy) {
    return strCat("a", rx, " ", ry, " 0 0 1 ", dx, " ", dy);
  };
  // Half ellipses at both sides: twice their height is what they rise or fall. The last one takes
  // what rounding left over, so that it ends at the edge exactly.
  const int sideRadius = across(17);
  const int lastRadius = rect.width - sideRadius - across(44) - across(22);
  svg.path(strCat("M", rect.x + sideRadius, " ", rect.y + rect.height,
                  arc(sideRadius, down(30), 0, -down(60)),
                  arc(across(24), down(40), across(44), -down(9)),
                  arc(across(18), down(26), across(22), down(9)),
                  arc(lastRadius, down(30), 0, down(60)), "z"),
           "box");
}

void paintHead(SvgWriter& svg, const Node& node, const NodeBox& box, Point at) {
  const int right = at.x + box.width;
  const int bottom = at.y + kHeadHeight;
  svg.rect({at.x, at.y, box.width, box.height}, kRadius, "box");
  svg.path(strCat("M", at.x + 1, " ", bottom, "V", at.y + kRadius, "Q", at.x + 1, " ", at.y + 1,
                  " ", at.x + kRadius, " ", at.y + 1, "H", right - kRadius, "Q", right - 1, " ",
                  at.y + 1, " ", right - 1, " ", at.y + kRadius, "V", bottom, "z"),
           "head");
  if (node.faulty) paintFaultSign(svg, {at.x + kSidePadding + 7, at.y + 15});
  svg.text({at.x + kSidePadding + signWidth(node), at.y + 18}, node.title, "title");
  svg.textEndingAt({right - kSidePadding, at.y + 18}, node.subtitle, "kind");
}

std::string_view changeSign(Change change) {
  switch (change) {
    case Change::None:
      return "";
    case Change::Added:
      return "+";
    case Change::Removed:
      return "\xE2\x88\x92";
    case Change::Changed:
      return "~";
  }
  return "";
}

std::string_view rowBackground(const Row& row) {
  switch (row.change) {
    case Change::Added:
      return "row-added";
    case Change::Removed:
      return "row-removed";
    case Change::Changed:
      return "row-changed";
    case Change::None:
      return row.faulty ? "row-fault" : "";
  }
  return "";
}

void paintCells(SvgWriter& svg, const Row& row, const NodeBox& box, std::size_t index, Point at) {
  const int columns = std::max(box.cellColumns[index], 1);
  const int cellWidth = box.cellWidths[index];
  const auto place = [&](std::size_t i) {
    const auto n = static_cast<int>(i);
    return Rect{at.x + n % columns * (cellWidth + kCellGap),
                at.y + n / columns * (kCellHeight + kCellGap), cellWidth, kCellHeight};
  };
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const Rect rect = place(i);
    const std::string_view change = changeClass(row.cells[i].change);
    svg.rect(rect, 3, change.empty() ? "cell" : strCat("cell row-", change));
    svg.text({rect.x + 6, rect.y + 13}, row.cells[i].text, "small");
  }
  if (row.cellsLeftOut == 0) return;
  const Rect rect = place(row.cells.size());
  svg.text({rect.x + 6, rect.y + 13}, leftOutText(row), "small strong");
}

void paintRow(SvgWriter& svg, const Node& node, const NodeBox& box, std::size_t index, Point at) {
  const Row& row = node.rows[index];
  const int top = at.y + box.rowTops[index];
  const int lineHeight = rowLineHeight(row);
  const int baseline = top + lineHeight / 2 + 4;
  const std::string_view background = rowBackground(row);
  svg.beginGroup(row.faulty ? "row fault" : "row", row.tooltip);
  if (!background.empty()) {
    svg.rect({at.x + 1, top, box.width - 2, box.rowHeights[index]}, 0, background);
  }
  if (row.change != Change::None) {
    svg.textCentredAt({at.x + 6, baseline}, changeSign(row.change),
                      strCat("sign-", changeClass(row.change)));
  }
  if (index > 0 && startsEntry(row)) {
    svg.path(strCat("M", at.x + 1, " ", top, "h", box.width - 2), "rule");
  }
  if (row.owner != Owner::None) {
    svg.circle({at.x + kSidePadding + 4, top + lineHeight / 2}, 4,
               row.owner == Owner::Ours ? "dot ours" : "dot foreign");
  }
  if (row.kind == RowKind::Member) {
    // From the name of the bond, or from the branch of the member above.
    const int rise = node.rows[index - 1].kind == RowKind::Member ? lineHeight / 2 : 4;
    svg.path(
        strCat("M", at.x + kSidePadding + 17, " ", top - rise, "v", lineHeight / 2 + rise, "h11"),
        "branch");
  }
  paintPieces(svg, row.pieces, {at.x + indentOf(row), baseline});
  paintPieces(svg, row.trailing,
              {at.x + box.width - kSidePadding - piecesWidth(row.trailing), baseline});
  if (row.kind == RowKind::Grid) {
    paintCells(svg, row, box, index, {at.x + kSidePadding, top + lineHeight});
  }
  svg.endGroup();
}

void paintGateway(SvgWriter& svg, const Node& node, const NodeBox& box, Point at) {
  paintCloud(svg, {at.x, at.y, box.width, box.height});
  const int middle = at.x + box.width / 2;
  svg.textCentredAt({middle, at.y + cloudHead(node) - 4}, node.title, "kind");
  for (std::size_t i = 0; i < node.rows.size(); ++i) {
    const Row& row = node.rows[i];
    const int baseline = at.y + box.rowTops[i] + kDetailHeight / 2 + 4;
    for (const Piece& piece : row.pieces) {
      svg.textCentredAt({middle, baseline}, piece.text, "route");
    }
  }
}

}  // namespace

int NodeBox::anchor(std::optional<std::size_t> row) const {
  if (!row || *row >= rowTops.size()) return titleAnchor;
  return rowTops[*row] + std::min(rowHeights[*row], kPortHeight) / 2;
}

NodeBox measureNode(const Node& node, int gridWidth) {
  const bool cloud = node.kind == NodeKind::Gateway;
  NodeBox box;
  box.width = cloud ? textWidth(node.title, kSmallFont, Weight::Regular)
                    : std::max(kSmallestWidth, headWidth(node));
  const bool entryFirst = !node.rows.empty() && startsEntry(node.rows.front());
  int y = cloud ? cloudHead(node) : kHeadHeight + (entryFirst ? 0 : kBodyPadding);
  for (const Row& row : node.rows) {
    const Grid grid = measureGrid(row, gridWidth);
    const int gridHeight = grid.lines * (kCellHeight + kCellGap);
    box.rowTops.push_back(y);
    box.rowHeights.push_back(rowLineHeight(row) + gridHeight);
    box.cellColumns.push_back(grid.columns);
    box.cellWidths.push_back(grid.cellWidth);
    box.width = std::max(box.width, cloud ? piecesWidth(row.pieces) : rowWidth(row, grid));
    y += box.rowHeights.back();
  }
  box.height = y + (cloud ? kCloudFoot : node.rows.empty() ? -kBodyPadding : kBodyPadding);
  if (cloud) box.width += 2 * kCloudSidePadding;
  // A cloud is widest in its lower half.
  box.titleAnchor = cloud ? box.height * 70 / 100 : kHeadHeight / 2;
  return box;
}

void paintNode(SvgWriter& svg, const Node& node, const NodeBox& box, Point at) {
  svg.beginGroup(nodeClass(node), "");
  if (node.kind == NodeKind::Gateway) {
    paintGateway(svg, node, box, at);
  } else {
    paintHead(svg, node, box, at);
    for (std::size_t i = 0; i < node.rows.size(); ++i) paintRow(svg, node, box, i, at);
  }
  paintChangeMark(svg, node.change, {at.x + 2, at.y + 2});
  svg.endGroup();
}

void paintChangeMark(SvgWriter& svg, Change change, Point centre) {
  if (change == Change::None) return;
  svg.circle(centre, 7, strCat("mark-", changeClass(change)));
  svg.textCentredAt({centre.x, centre.y + 4}, changeSign(change), "mark-text");
}

void paintFaultSign(SvgWriter& svg, Point centre) {
  svg.path(strCat("M", centre.x, " ", centre.y - 9, "l9 16h-18z"), "fault-sign");
  svg.textCentredAt({centre.x, centre.y + 5}, "!", "fault-sign-mark");
}

std::string_view changeClass(Change change) {
  switch (change) {
    case Change::None:
      return "";
    case Change::Added:
      return "added";
    case Change::Removed:
      return "removed";
    case Change::Changed:
      return "changed";
  }
  return "";
}

}  // namespace pointsman::picture
