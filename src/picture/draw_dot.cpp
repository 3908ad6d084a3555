// SPDX-License-Identifier: Apache-2.0
// The diagram as Graphviz text: a table for each node, with a port for each row that a line meets.
#include <string>
#include <string_view>

#include "base/str_cat.h"
#include "picture/build_diagram.h"
#include "picture/picture.h"
#include "picture/text.h"

namespace pointsman::picture {
namespace {

constexpr std::size_t kCellsALine = 6;
// Plain spaces between two FONT elements would collapse.
constexpr std::string_view kSpace = "&#160;&#160;";

// Graphviz replaces \N, \G and the like within HTML labels, even when the backslash is an entity,
// and reads two backslashes as one.
std::string escapeLabel(std::string_view text) {
  std::string out;
  for (const char c : escapeXml(text)) {
    if (c == '\\') {
      out += "&#92;&#92;";
    } else {
      out += c;
    }
  }
  return out;
}

struct Look {
  std::string_view border;
  std::string_view head;
};

Look lookOf(const Node& node) {
  const Look plain = [&]() -> Look {
    switch (node.kind) {
      case NodeKind::Gateway:
        return {"#0b5394", "#f3f8fd"};
      case NodeKind::Nic:
        return {"#475569", "#e2e8f0"};
      case NodeKind::Kernel:
      case NodeKind::LinuxBridge:
        return {"#0f6b66", "#d9f0ee"};
      case NodeKind::OvsBridge:
        return {"#1d4f91", "#dbe8f8"};
      case NodeKind::Interface:
        return {"#5b3fa0", "#e8e1f7"};
      case NodeKind::Loose:
        return {"#94a3b8", "#ffffff"};
    }
    return {"#475569", "#ffffff"};
  }();
  return {node.faulty ? "#b42318" : plain.border, plain.head};
}

std::string styled(const Piece& piece) {
  const std::string text = escapeLabel(piece.text);
  switch (piece.tone) {
    case Tone::Plain:
      return text;
    case Tone::Muted:
      return strCat("<FONT COLOR=\"#4b5563\">", text, "</FONT>");
    case Tone::Strong:
      return strCat("<B>", text, "</B>");
    case Tone::Address:
      return strCat("<FONT COLOR=\"#3b1f8f\"><B>", text, "</B></FONT>");
    case Tone::Route:
      return strCat("<FONT COLOR=\"#0b5394\"><B>", text, "</B></FONT>");
    case Tone::Vlan:
      return strCat("<FONT COLOR=\"#6b4a00\">[", text, "]</FONT>");
    case Tone::Fault:
      return strCat("<FONT COLOR=\"#b42318\"><B>! ", text, "</B></FONT>");
  }
  return text;
}

std::string rowText(const Row& row) {
  std::string text;
  if (row.kind == RowKind::Member) text += "&#160;&#160;&#160;";
  if (row.owner == Owner::Ours) text += "&#9679; ";
  if (row.owner == Owner::Foreign) text += "&#9675; ";
  for (const auto* pieces : {&row.pieces, &row.trailing}) {
    for (const Piece& piece : *pieces) strAppend(text, styled(piece), kSpace);
  }
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    if (i % kCellsALine == 0 && !(i == 0 && row.pieces.empty())) text += "<BR ALIGN=\"LEFT\"/>";
    strAppend(text, escapeLabel(row.cells[i].text), kSpace);
  }
  if (row.cellsLeftOut > 0) strAppend(text, "<BR ALIGN=\"LEFT\"/>+ ", row.cellsLeftOut, " more");
  return strCat(text, "<BR ALIGN=\"LEFT\"/>");
}

std::string nodeLabel(const Node& node) {
  const Look look = lookOf(node);
  std::string label =
      strCat("<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"4\" ",
             "STYLE=\"", node.missing ? "rounded,dashed" : "rounded", "\" COLOR=\"", look.border,
             "\" BGCOLOR=\"white\"><TR><TD PORT=\"title\" BGCOLOR=\"", look.head, "\"><B>",
             escapeLabel(node.title), "</B>");
  if (!node.subtitle.empty()) {
    strAppend(label, "&#160; <FONT POINT-SIZE=\"9\">", escapeLabel(node.subtitle),
              node.owner == Owner::Ours ? ", made by pointsman" : "", "</FONT>");
  }
  label += "</TD></TR>";
  for (std::size_t i = 0; i < node.rows.size(); ++i) {
    const Row& row = node.rows[i];
    strAppend(label, "<TR><TD PORT=\"r", i, "\" ALIGN=\"LEFT\" BALIGN=\"LEFT\"",
              row.faulty ? " BGCOLOR=\"#fdecea\"" : "", ">", rowText(row), "</TD></TR>");
  }
  return strCat(label, "</TABLE>");
}

std::string endText(const End& end, std::string_view side) {
  const std::string row = end.row ? strCat("r", *end.row) : "title";
  return strCat("n", end.node, ":", row, ":", side);
}

std::string edgeLook(const Edge& edge) {
  if (edge.faulty) return "color=\"#b42318\", style=dashed";
  switch (edge.kind) {
    case EdgeKind::Membership:
    case EdgeKind::Stacking:
      return "color=\"#475569\"";
    case EdgeKind::Patch:
      return "color=\"#8e24aa\", style=dashed";
    case EdgeKind::VethPair:
      return "color=\"#0f6b66\", style=dotted";
    case EdgeKind::Gateway:
      return "color=\"#0b5394\", penwidth=2";
  }
  return "";
}

std::string graphLabel(const Diagram& diagram) {
  constexpr std::string_view kBreak = "<BR ALIGN=\"LEFT\"/>";
  std::string label = strCat("<<B>", escapeLabel(diagram.title), "</B>", kBreak);
  if (!diagram.subtitle.empty()) strAppend(label, escapeLabel(diagram.subtitle), kBreak);
  if (diagram.faults > 0) {
    strAppend(label, "<FONT COLOR=\"#b42318\"><B>", diagram.faults,
              diagram.faults == 1 ? " fault" : " faults", "</B></FONT>", kBreak);
  }
  for (const Notice& notice : diagram.notices) {
    strAppend(label, "<FONT COLOR=\"#5c4000\"><B>", escapeLabel(notice.text), "</B></FONT>",
              kBreak);
  }
  return strCat(label, ">");
}

}  // namespace

std::string drawDot(const ObservedState& state, const DrawOptions& options) {
  const Diagram diagram = buildDiagram(state, options);
  std::string out = strCat(
      "graph host {\n"
      "  graph [rankdir=LR, splines=spline, nodesep=0.4, ranksep=0.9, labelloc=t, labeljust=l,\n"
      "         fontname=\"DejaVu Sans\", label=",
      graphLabel(diagram),
      "];\n"
      "  node [shape=plain, fontname=\"DejaVu Sans\", fontsize=10];\n"
      "  edge [fontname=\"DejaVu Sans\", fontsize=9];\n");
  for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
    strAppend(out, "  n", i, " [label=<", nodeLabel(diagram.nodes[i]), ">];\n");
  }
  for (const Edge& edge : diagram.edges) {
    strAppend(out, "  ", endText(edge.lower, "e"), " -- ", endText(edge.upper, "w"), " [",
              edgeLook(edge));
    if (edge.count > 1) strAppend(out, ", xlabel=\"x", edge.count, "\"");
    out += "];\n";
  }
  out += "}\n";
  return out;
}

}  // namespace pointsman::picture
