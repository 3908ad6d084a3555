// SPDX-License-Identifier: Apache-2.0
// The characters of a document: checked and made plain before a parser sees them.
#pragma once

#include <string>
#include <string_view>

#include "document/tree.h"

namespace pointsman::document {

// The text as UTF-8 without byte order mark, with non-breaking spaces (U+00A0, which web pages put
// into copied examples) turned into blanks: every character keeps its line and column. Other
// control characters and broken UTF-8 are refused.
[[nodiscard]] Parsed<std::string> plainText(std::string_view text, std::string_view fileName);

// The length in bytes of the UTF-8 character that 'text' begins with; 0 when it is not one.
[[nodiscard]] std::size_t characterLength(std::string_view text);

// Turns byte columns into character columns. Positions are asked for in reading order, so each
// continues from the one before instead of counting from the start of a possibly huge line.
class ColumnCounter {
 public:
  explicit ColumnCounter(std::string_view text) : text_(text) {}

  // 'offset' is that of a byte in the text, 'column' the bytes before it in its line, from 0.
  [[nodiscard]] unsigned columnAt(std::size_t offset, std::size_t column);

 private:
  std::string_view text_;
  std::size_t lineStart_ = 0;
  std::size_t lastOffset_ = 0;
  unsigned lastColumn_ = 1;
};

}  // namespace pointsman::document
