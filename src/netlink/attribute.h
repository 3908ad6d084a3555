// SPDX-License-Identifier: Apache-2.0
// Reading the type-length-value attributes that netlink messages are made of (netlink(7), "struct
// nlattr"). Nothing is copied and nothing is trusted: every length is checked before use, and what
// does not fit is a Protocol error. writer.h is the other direction.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/ip_address.h"
#include "base/mac_address.h"
#include "base/result.h"

namespace pointsman::netlink {

using Bytes = std::span<const std::byte>;

// Lengths on the wire leave out the padding that brings each piece to a multiple of four.
constexpr std::size_t aligned(std::size_t length) { return (length + 3) & ~std::size_t{3}; }

Error truncated(std::string_view what);

class Attribute {
 public:
  Attribute(std::uint16_t type, Bytes payload) : type_(type), payload_(payload) {}

  // Without the "nested" and "network byte order" bits.
  [[nodiscard]] std::uint16_t type() const { return type_; }
  [[nodiscard]] Bytes payload() const { return payload_; }

  // into(x) reads the payload as whatever x is. A payload too short for that is an error; a longer
  // one is not, because attributes grow at their end from one kernel to the next.
  template <typename T>
  requires std::integral<T> &&(!std::same_as<T, bool>)Result<> into(T& out) const {
    if (payload_.size() < sizeof out) return wrongLength();
    std::memcpy(&out, payload_.data(), sizeof out);
    return ok();
  }
  template <typename T>
  requires std::is_enum_v<T> Result<> into(T& out)
  const {
    std::underlying_type_t<T> number = {};
    CHECK_OK(into(number));
    out = static_cast<T>(number);
    return ok();
  }
  template <typename T>
  Result<> into(std::optional<T>& out) const {
    T value = {};
    CHECK_OK(into(value));
    out = std::move(value);
    return ok();
  }
  Result<> into(bool& out) const;         // one byte, not zero
  Result<> into(std::string& out) const;  // up to the NUL, when there is one
  Result<> into(MacAddress& out) const;   // exactly six bytes
  Result<> into(IpAddress& out) const;    // exactly four or sixteen bytes
  Result<> intoNetworkOrder(std::uint16_t& out) const;

 private:
  [[nodiscard]] Error wrongLength() const;

  std::uint16_t type_;
  Bytes payload_;
};

// Takes the first attribute off 'bytes', with its padding.
Result<Attribute> takeAttribute(Bytes& bytes);

// Calls visit(attribute) -> Result<> for each attribute in turn, until one fails.
template <typename Visit>
Result<> forEachAttribute(Bytes bytes, Visit&& visit) {
  while (!bytes.empty()) {
    TRY(const Attribute attribute, takeAttribute(bytes));
    CHECK_OK(visit(attribute));
  }
  return ok();
}

// Takes the fixed structure that a message begins with off 'bytes', with its padding.
template <typename Header>
Result<Header> takeHeader(Bytes& bytes) {
  static_assert(std::is_trivially_copyable_v<Header>);
  if (bytes.size() < sizeof(Header)) return truncated("header");
  Header header = {};
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes = bytes.subspan(std::min(aligned(sizeof header), bytes.size()));
  return header;
}

}  // namespace pointsman::netlink
