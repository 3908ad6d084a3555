// SPDX-License-Identifier: Apache-2.0
// ICMP echo requests and replies as bytes: RFC 792 for IPv4, RFC 4443 for IPv6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/ip_address.h"

namespace pointsman::probe {

// Headers of both families, IPv4 options and the data sent fit in this.
inline constexpr std::size_t kMostEchoBytes = 256;

struct Echo {
  std::uint16_t id = 0;
  std::uint16_t sequence = 0;
  bool operator==(const Echo&) const = default;
};

// With a checksum for IPv4; for IPv6 the kernel puts it in (RFC 3542, 3.1).
[[nodiscard]] std::vector<std::uint8_t> encodeEchoRequest(IpFamily family, const Echo& echo);

// Empty for whatever is no echo reply.
[[nodiscard]] std::optional<Echo> decodeEchoReply(IpFamily family,
                                                  std::span<const std::uint8_t> message);

// What a raw IPv4 socket gives has the IP header before the message. Empty when there is no more
// than a header, or less.
[[nodiscard]] std::span<const std::uint8_t> skipIpv4Header(std::span<const std::uint8_t> packet);

}  // namespace pointsman::probe
