// SPDX-License-Identifier: Apache-2.0
#include "document/report.h"

#include <algorithm>
#include <vector>

#include "base/str_cat.h"
#include "document/print.h"
#include "document/source_text.h"

namespace pointsman::document {

namespace {

// What fits beside each other on a terminal; longer lines are cut around the column.
constexpr std::size_t kWidth = 100;
constexpr std::string_view kCut = "…";

constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kYellow = "\x1b[1;33m";
constexpr std::string_view kCyan = "\x1b[36m";
constexpr std::string_view kPlain = "\x1b[0m";

class Painter {
 public:
  explicit Painter(Colour colour) : on_(colour == Colour::Always) {}
  [[nodiscard]] std::string paint(std::string_view style, std::string_view text) const {
    return on_ ? strCat(style, text, kPlain) : std::string(text);
  }

 private:
  bool on_;
};

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

// One string a character. A tab is a blank, so that the caret below stands right on any terminal;
// what could move the cursor is shown as '?'.
std::vector<std::string> charactersOf(std::string_view line) {
  std::vector<std::string> characters;
  while (!line.empty()) {
    const std::size_t length = std::max<std::size_t>(characterLength(line), 1);
    const std::string_view character = line.substr(0, length);
    const auto first = static_cast<unsigned char>(character.front());
    const bool broken = length == 1 && first >= 0x7F;
    const bool c1Control =
        length == 2 && first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
    if (first == '\t') {
      characters.emplace_back(" ");
    } else {
      characters.emplace_back(first < 0x20 || broken || c1Control ? "?" : character);
    }
    line.remove_prefix(length);
  }
  return characters;
}

void appendSnippet(std::string& out, std::string_view line, unsigned column,
                   const Painter& painter) {
  const std::vector<std::string> characters = charactersOf(line);
  const std::size_t caret = std::min<std::size_t>(column == 0 ? 0 : column - 1, characters.size());
  const std::size_t from = caret > kWidth * 2 / 3 ? caret - kWidth / 2 : 0;
  const std::size_t to = std::min(characters.size(), from + kWidth);
  out += "    ";
  std::size_t shift = caret - from;
  if (from > 0) {
    out += kCut;
    ++shift;
  }
  for (std::size_t i = from; i < to; ++i) out += characters[i];
  if (to < characters.size()) out += kCut;
  strAppend(out, "\n    ", std::string(shift, ' '), painter.paint(kRed, "^"), "\n");
}

std::string placeOf(const Diagnostic& diagnostic) {
  if (diagnostic.where) {
    return strCat(diagnostic.where->file, ":", diagnostic.where->line, ":",
                  diagnostic.where->column, ": ");
  }
  return diagnostic.path.empty() ? std::string() : strCat(diagnostic.path, ": ");
}

}  // namespace

std::string printForPeople(const Diagnostics& diagnostics, const SourceText& source,
                           Colour colour) {
  const Painter painter(colour);
  const std::vector<std::string_view> lines = linesOf(source.text);
  std::string out;
  for (const Diagnostic& diagnostic : diagnostics) {
    const bool isError = diagnostic.severity == Severity::Error;
    strAppend(out, painter.paint(kBold, placeOf(diagnostic)),
              isError ? painter.paint(kRed, "error:") : painter.paint(kYellow, "warning:"), " ",
              diagnostic.message, "\n");
    const auto& where = diagnostic.where;
    if (where && where->file == source.file && where->line >= 1 && where->line <= lines.size()) {
      appendSnippet(out, lines[where->line - 1], where->column, painter);
    }
    if (!diagnostic.hint.empty()) {
      strAppend(out, "    ", painter.paint(kCyan, "hint:"), " ", diagnostic.hint, "\n");
    }
  }
  return out;
}

std::string printAsJson(const Diagnostics& diagnostics) {
  Node list = Node::sequence();
  for (const Diagnostic& diagnostic : diagnostics) {
    Node& node = list.items.emplace_back(Node::mapping());
    node.add("severity",
             Node::ofText(diagnostic.severity == Severity::Error ? "error" : "warning"));
    if (!diagnostic.path.empty()) node.add("path", Node::ofText(diagnostic.path));
    node.add("message", Node::ofText(diagnostic.message));
    if (!diagnostic.hint.empty()) node.add("hint", Node::ofText(diagnostic.hint));
    if (!diagnostic.where) continue;
    node.add("file", Node::ofText(diagnostic.where->file));
    node.add("line", Node::of(diagnostic.where->line));
    node.add("column", Node::of(diagnostic.where->column));
  }
  return printJson(list);
}

}  // namespace pointsman::document
