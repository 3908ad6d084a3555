// SPDX-License-Identifier: Apache-2.0
// Random values of anything that has a table of fields. For tests.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "journal/fields_record.h"
#include "journal/json_codec.h"

namespace pointsman::journal {

class RandomValue {
 public:
  explicit RandomValue(std::uint32_t seed) : random_(seed) {}

  template <typename T>
  T make() {
    T value = {};
    fill(value);
    return value;
  }
  // One alternative of a variant.
  template <typename Variant, std::size_t Index>
  Variant makeAlternative() {
    return Variant(std::in_place_index<Index>, make<std::variant_alternative_t<Index, Variant>>());
  }

  // As a visitor of fields.
  template <typename T>
  void operator()(std::string_view, T& member) {
    fill(member);
  }

  unsigned below(unsigned limit) {
    return std::uniform_int_distribution<unsigned>(0, limit - 1)(random_);
  }

 private:
  void fill(bool& value) { value = below(2) == 0; }
  template <std::integral T>
  void fill(T& value) {
    // Often at the ends of the range.
    const std::uint64_t bits = (std::uint64_t{random_()} << 32U) | random_();
    value = below(4) == 0   ? std::numeric_limits<T>::max()
            : below(4) == 0 ? std::numeric_limits<T>::min()
                            : static_cast<T>(bits);
  }
  // Any bytes: quotes, newlines, zeroes, broken UTF-8.
  void fill(std::string& text) {
    text.clear();
    for (unsigned i = below(8); i > 0; --i) text += static_cast<char>(below(256));
  }
  template <typename Tag>
  void fill(Name<Tag>& name) {
    fill(name.text);
  }
  void fill(MacAddress& mac) {
    std::array<std::uint8_t, 6> bytes = {};
    for (auto& byte : bytes) fill(byte);
    mac = MacAddress(bytes);
  }
  void fill(IpAddress& address) {
    std::vector<std::uint8_t> bytes(below(2) == 0 ? 4 : 16);
    for (auto& byte : bytes) byte = below(2) == 0 ? std::uint8_t{0} : make<std::uint8_t>();
    address = *IpAddress::fromBytes(bytes);
  }
  void fill(IpPrefix& prefix) {
    fill(prefix.address);
    prefix.length = static_cast<std::uint8_t>(below(bitsOf(prefix.address.family()) + 1));
  }
  void fill(VlanSet& set) {
    for (unsigned i = below(4); i > 0; --i) set.add(static_cast<VlanId>(below(4096)));
    if (below(4) == 0) set.add(VlanRange{0, kHighestVlanField});
  }
  template <typename E>
  void fill(E& value) requires std::is_enum_v<E> {
    value = kValues<E>[below(static_cast<unsigned>(kValues<E>.size()))];
  }
  template <typename T>
  void fill(std::optional<T>& value) {
    if (below(2) == 0) fill(value.emplace());
  }
  template <typename T>
  void fill(std::vector<T>& values) {
    for (unsigned i = below(3); i > 0; --i) values.push_back(make<T>());
  }
  template <typename T>
  void fill(std::set<T>& values) {
    for (unsigned i = below(3); i > 0; --i) values.insert(make<T>());
  }
  template <typename K, typename T>
  void fill(std::map<K, T>& values) {
    for (unsigned i = below(3); i > 0; --i) values.insert_or_assign(make<K>(), make<T>());
  }
  template <typename... Ts>
  void fill(std::variant<Ts...>& value) {
    unsigned chosen = below(sizeof...(Ts));
    (void)((chosen-- == 0 && (fill(value.template emplace<Ts>()), true)) || ...);
  }
  template <typename T>
  requires requires(RandomValue& visitor, T& value) { fields(visitor, value); }
  void fill(T& value) { fields(*this, value); }

  std::mt19937 random_;
};

}  // namespace pointsman::journal
