// SPDX-License-Identifier: Apache-2.0
// strCat(a, b, …): one string from text, characters, integers, booleans, and anything that has a
// toString() found by argument-dependent lookup. Used instead of operator+, which trips a false
// -Wrestrict in gcc 12 (GCC PR 105329).
#pragma once

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace pointsman {

namespace detail {

template <typename T>
void appendPiece(std::string& out, const T& piece) {
  if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    out += std::string_view(piece);
  } else if constexpr (std::is_same_v<T, char>) {
    out += piece;
  } else if constexpr (std::is_same_v<T, bool>) {
    out += piece ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    char digits[24];
    const auto [end, code] = std::to_chars(digits, digits + sizeof digits, piece);
    (void)code;  // 24 characters hold every integer
    out.append(digits, static_cast<std::size_t>(end - digits));
  } else {
    out += toString(piece);
  }
}

}  // namespace detail

template <typename... Pieces>
[[nodiscard]] std::string strCat(const Pieces&... pieces) {
  std::string out;
  (detail::appendPiece(out, pieces), ...);
  return out;
}

template <typename... Pieces>
void strAppend(std::string& out, const Pieces&... pieces) {
  (detail::appendPiece(out, pieces), ...);
}

// The elements of 'range' with 'separator' between them.
template <typename Range>
[[nodiscard]] std::string strJoin(const Range& range, std::string_view separator) {
  std::string out;
  bool first = true;
  for (const auto& element : range) {
    if (!first) out += separator;
    first = false;
    detail::appendPiece(out, element);
  }
  return out;
}

}  // namespace pointsman
