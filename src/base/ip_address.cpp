// SPDX-License-Identifier: Apache-2.0
#include "base/ip_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "base/str_cat.h"

namespace pointsman {

namespace {

int socketFamily(IpFamily family) { return family == IpFamily::V4 ? AF_INET : AF_INET6; }

}  // namespace

std::string_view toString(IpFamily family) { return family == IpFamily::V4 ? "ipv4" : "ipv6"; }

Result<IpAddress> IpAddress::parse(std::string_view text) {
  IpAddress parsed;
  parsed.family_ = text.find(':') == std::string_view::npos ? IpFamily::V4 : IpFamily::V6;
  const std::string terminated(text);
  // An embedded zero would let inet_pton see less than we were given.
  if (terminated.find('\0') != std::string::npos ||
      inet_pton(socketFamily(parsed.family_), terminated.c_str(), parsed.bytes_.data()) != 1) {
    return Error{ErrorKind::InvalidInput, strCat("'", text, "' is not an IP address")};
  }
  return parsed;
}

Result<IpAddress> IpAddress::fromBytes(std::span<const std::uint8_t> bytes) {
  if (bytes.size() != 4 && bytes.size() != 16) {
    return Error{ErrorKind::Protocol, strCat("an IP address of ", bytes.size(), " bytes")};
  }
  IpAddress made = any(bytes.size() == 4 ? IpFamily::V4 : IpFamily::V6);
  std::ranges::copy(bytes, made.bytes_.begin());
  return made;
}

IpAddress IpAddress::any(IpFamily family) {
  IpAddress made;
  made.family_ = family;
  return made;
}

bool IpAddress::isLinkLocal() const {
  if (family_ == IpFamily::V4) return bytes_[0] == 169 && bytes_[1] == 254;
  return bytes_[0] == 0xfe && (bytes_[1] & 0xc0U) == 0x80;
}

bool IpAddress::isLoopback() const {
  if (family_ == IpFamily::V4) return bytes_[0] == 127;
  IpAddress one = any(IpFamily::V6);
  one.bytes_[15] = 1;
  return *this == one;
}

bool IpAddress::isMulticast() const {
  return family_ == IpFamily::V4 ? (bytes_[0] & 0xf0U) == 0xe0 : bytes_[0] == 0xff;
}

IpAddress IpAddress::masked(unsigned length) const {
  IpAddress network = *this;
  for (unsigned byte = 0; byte < 16; ++byte) {
    const unsigned kept = std::min(8U, length - std::min(length, byte * 8));
    network.bytes_[byte] &= static_cast<std::uint8_t>(0xff00U >> kept);
  }
  return network;
}

std::string toString(const IpAddress& address) {
  char text[INET6_ADDRSTRLEN] = {};
  inet_ntop(socketFamily(address.family()), address.bytes().data(), text, sizeof text);
  return text;
}

Result<IpPrefix> IpPrefix::parse(std::string_view text) {
  const auto slash = text.find('/');
  TRY(const IpAddress address, IpAddress::parse(text.substr(0, slash)));
  const unsigned most = bitsOf(address.family());
  if (slash == std::string_view::npos) return IpPrefix{address, static_cast<std::uint8_t>(most)};
  const std::string_view digits = text.substr(slash + 1);
  unsigned length = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), length);
  if (code != std::errc{} || end != digits.data() + digits.size() || length > most) {
    return Error{ErrorKind::InvalidInput,
                 strCat("'", text, "': the prefix length must be 0 to ", most)};
  }
  return IpPrefix{address, static_cast<std::uint8_t>(length)};
}

bool IpPrefix::contains(const IpAddress& other) const {
  return other.family() == address.family() && other.masked(length) == address.masked(length);
}

std::string toString(const IpPrefix& prefix) { return strCat(prefix.address, "/", prefix.length); }

}  // namespace pointsman
