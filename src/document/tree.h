// SPDX-License-Identifier: Apache-2.0
// A document as a tree of plain values, before anyone asked what it means. Reading YAML or JSON
// makes one (parseTree), and so does describing a host (describe.h); print.h writes it back.
#pragma once

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/str_cat.h"
#include "model/diagnostic.h"

namespace pointsman::document {

// A value, or everything that is wrong with what it should have come from.
template <typename T>
using Parsed = tl::expected<T, Diagnostics>;

// Both count from 1, the column in characters; line 0: made by the program, not written by anyone.
struct Position {
  unsigned line = 0;
  unsigned column = 0;
  bool operator==(const Position&) const = default;
};

struct Entry;

struct Node {
  enum class Kind : std::uint8_t { Null, Scalar, Sequence, Mapping };

  Kind kind = Kind::Null;
  // Of a scalar: it is text whatever it looks like. A plain one may be read as a number or boolean.
  bool quoted = false;
  Position at = {};
  std::string text = {};       // of a scalar
  std::vector<Node> items;     // of a sequence
  std::vector<Entry> entries;  // of a mapping, in the order written; keys are unique

  // Text that stays text, even when it looks like a number.
  static Node ofText(std::string_view text);
  // A number or boolean in its usual spelling.
  static Node ofPlain(std::string_view text);
  template <typename T>
  static Node of(T number) {
    return ofPlain(strCat(number));
  }
  static Node sequence();
  static Node mapping();

  [[nodiscard]] bool isNull() const { return kind == Kind::Null; }
  [[nodiscard]] bool isScalar() const { return kind == Kind::Scalar; }
  [[nodiscard]] bool isSequence() const { return kind == Kind::Sequence; }
  [[nodiscard]] bool isMapping() const { return kind == Kind::Mapping; }

  // The value under 'key' of a mapping; null when there is none. Linear: meant for small maps.
  [[nodiscard]] const Node* find(std::string_view key) const;
  [[nodiscard]] const Entry* findEntry(std::string_view key) const;
  // Appends to a mapping that has no such key.
  Node& add(std::string_view key, Node value);
};

struct Entry {
  std::string key = {};
  Position keyAt = {};
  Node value = {};
};

// Whether both say the same, wherever they were written and however they were quoted.
[[nodiscard]] bool sameContent(const Node& a, const Node& b);
// "a map", "a list", "text", "nothing": for messages.
[[nodiscard]] std::string_view nameOfKind(const Node& node);

// What a document may cost. Aliases are expanded, so a few lines could stand for billions of nodes.
struct TreeLimits {
  std::size_t bytes = 8U << 20U;
  std::size_t nodes = 500'000;  // after expansion of aliases
  unsigned depth = 64;
};

// Reads one YAML 1.1/1.2 or JSON document with anchors, aliases and merge keys (<<) resolved. An
// empty text is a Null node. 'fileName' goes into the positions of diagnostics.
[[nodiscard]] Parsed<Node> parseTree(std::string_view text, std::string_view fileName,
                                     const TreeLimits& limits = {});

}  // namespace pointsman::document
