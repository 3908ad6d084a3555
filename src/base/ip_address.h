// SPDX-License-Identifier: Apache-2.0
// An IPv4 or IPv6 address, and an address with a prefix length. In base, not in model: protocol
// directories speak of them too.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace pointsman {

enum class IpFamily : std::uint8_t { V4, V6 };

std::string_view toString(IpFamily family);  // "ipv4", "ipv6"
// 32 or 128.
constexpr unsigned bitsOf(IpFamily family) { return family == IpFamily::V4 ? 32 : 128; }

class IpAddress {
 public:
  // 0.0.0.0
  IpAddress() = default;

  // Dotted quad or RFC 4291 text; no zone.
  static Result<IpAddress> parse(std::string_view text);
  // From 4 or 16 bytes in network order; anything else is Protocol.
  static Result<IpAddress> fromBytes(std::span<const std::uint8_t> bytes);
  // 0.0.0.0 or ::
  static IpAddress any(IpFamily family);

  [[nodiscard]] IpFamily family() const { return family_; }
  // 4 or 16 bytes in network order.
  [[nodiscard]] std::span<const std::uint8_t> bytes() const {
    return {bytes_.data(), bitsOf(family_) / 8};
  }
  [[nodiscard]] bool isLinkLocal() const;  // 169.254/16, fe80::/10
  [[nodiscard]] bool isLoopback() const;
  [[nodiscard]] bool isMulticast() const;
  [[nodiscard]] bool isUnspecified() const { return *this == any(family_); }
  // The network that 'length' leading bits name; the rest cleared.
  [[nodiscard]] IpAddress masked(unsigned length) const;

  auto operator<=>(const IpAddress&) const = default;

 private:
  IpFamily family_ = IpFamily::V4;
  std::array<std::uint8_t, 16> bytes_ = {};
};

std::string toString(const IpAddress& address);

// An address on a network: host bits may be set. network() clears them.
struct IpPrefix {
  IpAddress address = {};
  std::uint8_t length = 0;

  // "192.0.2.0/24"; without a length a host, /32 or /128.
  static Result<IpPrefix> parse(std::string_view text);
  [[nodiscard]] IpPrefix network() const { return {address.masked(length), length}; }
  [[nodiscard]] bool contains(const IpAddress& other) const;
  [[nodiscard]] bool isDefault() const { return length == 0 && address.isUnspecified(); }

  auto operator<=>(const IpPrefix&) const = default;
};

std::string toString(const IpPrefix& prefix);

}  // namespace pointsman
