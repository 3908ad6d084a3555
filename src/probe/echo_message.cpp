// SPDX-License-Identifier: Apache-2.0
#include "probe/echo_message.h"

namespace pointsman::probe {

namespace {

constexpr std::uint8_t kEchoReply4 = 0;
constexpr std::uint8_t kEchoRequest4 = 8;
constexpr std::uint8_t kEchoRequest6 = 128;
constexpr std::uint8_t kEchoReply6 = 129;
constexpr std::size_t kHeaderBytes = 8;  // type, code, checksum, id, sequence

std::uint8_t high(std::uint16_t number) { return static_cast<std::uint8_t>(number >> 8U); }
std::uint8_t low(std::uint16_t number) { return static_cast<std::uint8_t>(number & 0xffU); }

std::uint16_t word(std::span<const std::uint8_t> bytes, std::size_t at) {
  return static_cast<std::uint16_t>((bytes[at] << 8U) | bytes[at + 1]);
}

// RFC 1071. 'bytes' is of even length.
std::uint16_t checksum(std::span<const std::uint8_t> bytes) {
  std::uint32_t sum = 0;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) sum += word(bytes, at);
  while (sum > 0xffff) sum = (sum & 0xffffU) + (sum >> 16U);
  return static_cast<std::uint16_t>(~sum);
}

}  // namespace

std::vector<std::uint8_t> encodeEchoRequest(IpFamily family, const Echo& echo) {
  std::vector<std::uint8_t> message = {family == IpFamily::V4 ? kEchoRequest4 : kEchoRequest6,
                                       0,
                                       0,
                                       0,
                                       high(echo.id),
                                       low(echo.id),
                                       high(echo.sequence),
                                       low(echo.sequence)};
  if (family == IpFamily::V4) {
    const std::uint16_t sum = checksum(message);
    message[2] = high(sum);
    message[3] = low(sum);
  }
  return message;
}

std::optional<Echo> decodeEchoReply(IpFamily family, std::span<const std::uint8_t> message) {
  const std::uint8_t type = family == IpFamily::V4 ? kEchoReply4 : kEchoReply6;
  if (message.size() < kHeaderBytes || message[0] != type || message[1] != 0) return std::nullopt;
  return Echo{word(message, 4), word(message, 6)};
}

std::span<const std::uint8_t> skipIpv4Header(std::span<const std::uint8_t> packet) {
  if (packet.empty()) return {};
  const std::size_t length = std::size_t{packet[0] & 0x0fU} * 4;
  if (length < 20 || length >= packet.size()) return {};
  return packet.subspan(length);
}

}  // namespace pointsman::probe
