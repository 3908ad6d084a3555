// SPDX-License-Identifier: Apache-2.0
#include "base/mac_address.h"

#include <optional>

#include "base/str_cat.h"

namespace pointsman {

namespace {

std::optional<std::uint8_t> hexDigit(char c) {
  if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
  return std::nullopt;
}

std::string print(const MacAddress& mac, std::string_view digits) {
  std::string text;
  for (const std::uint8_t byte : mac.bytes()) {
    if (!text.empty()) text += ':';
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

}  // namespace

Result<MacAddress> MacAddress::parse(std::string_view text) {
  const Error wrong{ErrorKind::InvalidInput,
                    strCat("'", text, "' is not a MAC address such as 52:54:00:12:34:56")};
  if (text.size() != 17) return wrong;
  std::array<std::uint8_t, 6> bytes = {};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto high = hexDigit(text[i * 3]);
    const auto low = hexDigit(text[i * 3 + 1]);
    if (!high || !low) return wrong;
    if (i < 5 && text[i * 3 + 2] != ':' && text[i * 3 + 2] != '-') return wrong;
    bytes[i] = static_cast<std::uint8_t>(*high << 4U | *low);
  }
  return MacAddress{bytes};
}

std::string toString(const MacAddress& mac) { return print(mac, "0123456789ABCDEF"); }
std::string toLowerString(const MacAddress& mac) { return print(mac, "0123456789abcdef"); }

}  // namespace pointsman
