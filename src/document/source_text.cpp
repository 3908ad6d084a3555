// SPDX-License-Identifier: Apache-2.0
#include "document/source_text.h"

#include <algorithm>

namespace pointsman::document {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kNonBreakingSpace = "\xC2\xA0";

unsigned char byteAt(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// The bytes that a character beginning with 'first' has, by RFC 3629, 3; 0 for none.
std::size_t lengthByFirstByte(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

// Overlong forms, surrogates and what lies beyond U+10FFFF show in the second byte.
bool secondByteFits(unsigned char first, unsigned char second) {
  if (first == 0xE0) return second >= 0xA0;
  if (first == 0xED) return second <= 0x9F;
  if (first == 0xF0) return second >= 0x90;
  if (first == 0xF4) return second <= 0x8F;
  return true;
}

// YAML 1.2, 5.1: of the control characters only tab and line ends may be written.
bool isForbidden(unsigned char c) {
  return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
}

}  // namespace

std::size_t characterLength(std::string_view text) {
  if (text.empty()) return 0;
  const std::size_t length = lengthByFirstByte(byteAt(text, 0));
  if (length == 0 || length > text.size()) return 0;
  if (length > 1 && !secondByteFits(byteAt(text, 0), byteAt(text, 1))) return 0;
  const bool whole =
      std::all_of(text.begin() + 1, text.begin() + static_cast<long>(length), isContinuation);
  return whole ? length : 0;
}

Parsed<std::string> plainText(std::string_view text, std::string_view fileName) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::string plain;
  plain.reserve(text.size());
  Position at{1, 1};
  const auto refuse = [&](std::string message, std::string hint) {
    return tl::unexpected(
        Diagnostics{{.message = std::move(message),
                     .hint = std::move(hint),
                     .where = SourcePosition{std::string(fileName), at.line, at.column}}});
  };
  while (!text.empty()) {
    const std::size_t length = characterLength(text);
    if (length == 0) return refuse("this is not UTF-8 text", "save the file as UTF-8");
    const unsigned char first = byteAt(text, 0);
    if (isForbidden(first)) {
      return refuse(strCat("control character ", static_cast<unsigned>(first), " in the text"),
                    "documents are plain text; was another file meant?");
    }
    if (text.starts_with(kNonBreakingSpace)) {
      plain += ' ';
    } else {
      plain += text.substr(0, length);
    }
    text.remove_prefix(length);
    at = first == '\n' ? Position{at.line + 1, 1} : Position{at.line, at.column + 1};
  }
  return plain;
}

unsigned ColumnCounter::columnAt(std::size_t offset, std::size_t column) {
  const std::size_t end = std::min(offset, text_.size());
  const std::size_t lineStart = end - std::min(column, end);
  const bool continues = lineStart == lineStart_ && end >= lastOffset_;
  const std::size_t from = continues ? lastOffset_ : lineStart;
  const auto characters =
      std::count_if(text_.begin() + static_cast<long>(from), text_.begin() + static_cast<long>(end),
                    [](char c) { return !isContinuation(c); });
  lastColumn_ = (continues ? lastColumn_ : 1) + static_cast<unsigned>(characters);
  lineStart_ = lineStart;
  lastOffset_ = end;
  return lastColumn_;
}

}  // namespace pointsman::document
