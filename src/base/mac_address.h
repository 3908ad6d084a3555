// SPDX-License-Identifier: Apache-2.0
// A 48-bit link-layer address. In base, not in model: protocol directories speak of it too.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace pointsman {

class MacAddress {
 public:
  MacAddress() = default;
  explicit MacAddress(std::array<std::uint8_t, 6> bytes) : bytes_(bytes) {}

  // Six pairs of hexadecimal digits in any case, separated by ':' or '-'.
  static Result<MacAddress> parse(std::string_view text);

  [[nodiscard]] const std::array<std::uint8_t, 6>& bytes() const { return bytes_; }
  [[nodiscard]] bool isZero() const { return *this == MacAddress{}; }
  [[nodiscard]] bool isMulticast() const { return (bytes_[0] & 1U) != 0; }

  auto operator<=>(const MacAddress&) const = default;

 private:
  std::array<std::uint8_t, 6> bytes_ = {};
};

// Upper case with colons, as nmstate prints it.
std::string toString(const MacAddress& mac);
// Lower case with colons, as Open vSwitch and iproute2 write it.
std::string toLowerString(const MacAddress& mac);

}  // namespace pointsman
