// SPDX-License-Identifier: Apache-2.0
// As much of RFC 1035 as it takes to ask a resolver for the addresses of a name: a question built
// as bytes, and what an answer holds. No I/O; the answer comes from outside and is not trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ip_address.h"
#include "base/result.h"

namespace pointsman::probe {

// RFC 1035, 4.2.1: what a UDP answer holds at most.
inline constexpr std::size_t kMostDnsBytes = 512;

struct DnsQuestion {
  std::uint16_t id = 0;
  std::string name = {};
  IpFamily family = IpFamily::V4;  // asks for A or AAAA
  bool operator==(const DnsQuestion&) const = default;
};

// Labels of letters, digits, '-' and '_' within the bounds of RFC 1035, 2.3.4; a dot at the end is
// allowed.
[[nodiscard]] bool isHostName(std::string_view text);

// InvalidInput when the name is none.
Result<std::vector<std::uint8_t>> encodeQuestion(const DnsQuestion& question);

struct DnsAnswer {
  std::uint8_t responseCode = 0;
  bool truncated = false;
  std::vector<IpAddress> addresses = {};  // of the family asked for, whatever name they came under
  bool operator==(const DnsAnswer&) const = default;
};

// Protocol when the bytes are no answer to 'question'.
Result<DnsAnswer> decodeAnswer(std::span<const std::uint8_t> bytes, const DnsQuestion& question);

// "no such name" for 3, …
std::string explainResponseCode(std::uint8_t code);

}  // namespace pointsman::probe
