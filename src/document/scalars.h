// SPDX-License-Identifier: Apache-2.0
// Single values: text as people write it (quoted or not) to what it means, and back. A reader
// reports what is wrong with the value and returns nothing.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/ip_address.h"
#include "base/mac_address.h"
#include "document/tree.h"
#include "document/value.h"
#include "model/names.h"

namespace pointsman::document {

// true/false, yes/no, on/off, y/n, 1/0 in any case, quoted or not.
[[nodiscard]] std::optional<bool> readBool(const Value& value);
// The same question without a report.
[[nodiscard]] std::optional<bool> boolMeantBy(std::string_view text);
// Decimal, or hexadecimal after 0x; quoted or not.
[[nodiscard]] std::optional<std::int64_t> readInteger(const Value& value, std::int64_t least,
                                                      std::int64_t most);
[[nodiscard]] std::optional<std::string> readText(const Value& value);
// Text that is not empty.
[[nodiscard]] std::optional<std::string> readWord(const Value& value);
// The name of a device, port or bridge: no blanks, no '/', not '.' or '..'.
[[nodiscard]] std::optional<std::string> readName(const Value& value);
[[nodiscard]] std::optional<IpAddress> readAddress(const Value& value);
// With host bits cleared; without a length a single host.
[[nodiscard]] std::optional<IpPrefix> readNetwork(const Value& value);
[[nodiscard]] std::optional<MacAddress> readMac(const Value& value);

// One of 'words'; the index of it.
[[nodiscard]] std::optional<std::size_t> readChoice(const Value& value,
                                                    std::span<const std::string_view> words);

template <typename T>
struct Spelling {
  std::string_view word = {};
  T meaning = {};
};

template <typename T>
using Spellings = std::span<const Spelling<T>>;

// By the first row with that word. Two rows may mean the same; the first is how it is written.
template <typename T>
std::optional<T> readSpelling(const Value& value, std::type_identity_t<Spellings<T>> table) {
  std::vector<std::string_view> words;
  for (const Spelling<T>& row : table) words.push_back(row.word);
  const auto index = readChoice(value, words);
  if (!index) return std::nullopt;
  return table[*index].meaning;
}
template <typename T>
Node writeSpelling(T meaning, std::type_identity_t<Spellings<T>> table) {
  for (const Spelling<T>& row : table) {
    if (row.meaning == meaning) return Node::ofText(row.word);
  }
  return {};
}

// How values of type T are read and written where nothing more special is said.
template <typename T>
struct Codec;

template <>
struct Codec<bool> {
  static std::optional<bool> read(const Value& value) { return readBool(value); }
  static Node write(bool value) { return Node::of(value); }
};

template <typename T>
requires std::is_integral_v<T>
struct Codec<T> {
  static std::optional<T> read(const Value& value) {
    const auto number =
        readInteger(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
    if (!number) return std::nullopt;
    return static_cast<T>(*number);
  }
  static Node write(T value) { return Node::of(value); }
};

template <>
struct Codec<std::string> {
  static std::optional<std::string> read(const Value& value) { return readText(value); }
  static Node write(const std::string& value) { return Node::ofText(value); }
};

template <typename Tag>
struct Codec<Name<Tag>> {
  static std::optional<Name<Tag>> read(const Value& value) {
    auto text = readName(value);
    if (!text) return std::nullopt;
    return Name<Tag>(*text);
  }
  static Node write(const Name<Tag>& value) { return Node::ofText(value.text); }
};

template <>
struct Codec<IpAddress> {
  static std::optional<IpAddress> read(const Value& value) { return readAddress(value); }
  static Node write(const IpAddress& value) { return Node::ofText(toString(value)); }
};

template <>
struct Codec<IpPrefix> {
  static std::optional<IpPrefix> read(const Value& value) { return readNetwork(value); }
  static Node write(const IpPrefix& value) { return Node::ofText(toString(value)); }
};

template <>
struct Codec<MacAddress> {
  static std::optional<MacAddress> read(const Value& value) { return readMac(value); }
  static Node write(const MacAddress& value) { return Node::ofText(toString(value)); }
};

// A list of T as a vector or a set.
template <typename List>
struct ListCodec {
  using Element = typename List::value_type;
  static std::optional<List> read(const Value& value) {
    List list;
    const bool isList = forEachItem(value, [&](const Value& item) {
      if (auto element = Codec<Element>::read(item)) list.insert(list.end(), std::move(*element));
    });
    if (!isList) return std::nullopt;
    return list;
  }
  static Node write(const List& list) {
    Node node = Node::sequence();
    for (const Element& element : list) node.items.push_back(Codec<Element>::write(element));
    return node;
  }
};

}  // namespace pointsman::document
