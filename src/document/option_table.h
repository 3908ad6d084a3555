// SPDX-License-Identifier: Apache-2.0
// The many options of kernel bonds and linux bridges, which the model keeps as text by name. A
// table says how each is written; the text is canonical: numbers decimal, booleans 0 and 1,
// enumerations by name, MAC addresses in lower case, lists joined with commas.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "document/tree.h"
#include "document/value.h"
#include "model/string_map.h"

namespace pointsman::document {

enum class OptionKind : std::uint8_t { Number, Flag, Word, Mac, Name, AddressList };

struct OptionRow {
  std::string_view key = {};  // as the document writes it
  OptionKind kind = OptionKind::Number;
  std::int64_t least = 0;
  std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  // Of a word: the name of each number, from 0; the number is understood as well. Of a flag: what
  // to call 0 and 1, besides what every boolean may be called.
  std::span<const std::string_view> words = {};
  // The name in the model when it is not the key: another spelling, or a place in a sub-map.
  std::string_view name = {};

  [[nodiscard]] std::string_view modelName() const { return name.empty() ? key : name; }
};

using OptionTable = std::span<const OptionRow>;

[[nodiscard]] const OptionRow* findOption(OptionTable table, std::string_view key);
// Reads one option into 'options'; two spellings of one with different values are an error.
void readOption(const Value& value, const OptionRow& row, StringMap& options);
// Reads a whole map of options; unknown keys are errors.
void readOptions(const Value& map, OptionTable table, StringMap& options);
// Those of 'options' that the table knows and whose text it would read back as it is.
[[nodiscard]] StringMap expressible(const StringMap& options, OptionTable table);
// Appends each option of 'options' that the table knows, in the order of the table.
void writeOptions(const StringMap& options, OptionTable table, Node& map);

}  // namespace pointsman::document
