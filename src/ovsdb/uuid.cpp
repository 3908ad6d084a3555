// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/uuid.h"

#include <array>

namespace pointsman::ovsdb {

namespace {

constexpr std::size_t kTextLength = 36;

constexpr bool isDash(std::size_t position) {
  return position == 8 || position == 13 || position == 18 || position == 23;
}

constexpr std::uint8_t kNotHex = 0xff;

constexpr std::array<std::uint8_t, 256> makeHexTable() {
  std::array<std::uint8_t, 256> table{};
  table.fill(kNotHex);
  for (unsigned digit = 0; digit < 10; ++digit)
    table['0' + digit] = static_cast<std::uint8_t>(digit);
  for (unsigned digit = 0; digit < 6; ++digit) {
    table['a' + digit] = table['A' + digit] = static_cast<std::uint8_t>(10 + digit);
  }
  return table;
}
constexpr auto kHexTable = makeHexTable();

}  // namespace

std::optional<Uuid> Uuid::parse(std::string_view text) {
  if (text.size() != kTextLength) return std::nullopt;
  Uuid uuid;
  for (std::size_t position = 0; position < kTextLength; ++position) {
    if (isDash(position)) {
      if (text[position] != '-') return std::nullopt;
      continue;
    }
    const std::uint8_t digit = kHexTable[static_cast<unsigned char>(text[position])];
    if (digit == kNotHex) return std::nullopt;
    // 8, 4 and 4 digits make the first word; the third dash stands at 18.
    std::uint64_t& word = position < 18 ? uuid.high : uuid.low;
    word = word << 4 | digit;
  }
  return uuid;
}

std::string toString(const Uuid& uuid) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(kTextLength, '-');
  unsigned shift = 64;
  for (std::size_t position = 0; position < kTextLength; ++position) {
    if (position == 18) shift = 64;
    if (isDash(position)) continue;
    shift -= 4;
    const std::uint64_t word = position < 18 ? uuid.high : uuid.low;
    text[position] = kDigits[word >> shift & 0xf];
  }
  return text;
}

}  // namespace pointsman::ovsdb
