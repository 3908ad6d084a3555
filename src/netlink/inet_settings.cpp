// SPDX-License-Identifier: Apache-2.0
#include "netlink/inet_settings.h"

#include <linux/if_link.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pointsman::netlink {

namespace {

// One of the 32-bit numbers of a devconf array; arrays grow at their end with the kernel.
std::optional<std::int32_t> numberAt(Bytes array, std::size_t index) {
  if (array.size() < (index + 1) * sizeof(std::int32_t)) return std::nullopt;
  std::int32_t number = 0;
  std::memcpy(&number, array.data() + index * sizeof number, sizeof number);
  return number;
}

std::optional<bool> flagAt(Bytes array, std::size_t index) {
  const auto number = numberAt(array, index);
  if (!number) return std::nullopt;
  return *number != 0;
}

Result<> readAddrGenMode(const Attribute& attribute, Inet6Settings& inet6) {
  constexpr std::array<std::string_view, 4> kModes = {"eui64", "none", "stable-privacy", "random"};
  std::uint8_t mode = 0;
  CHECK_OK(attribute.into(mode));
  if (mode < kModes.size()) inet6.addrGenMode = kModes.at(mode);
  return ok();
}

Result<> readToken(const Attribute& attribute, Inet6Settings& inet6) {
  IpAddress token;
  CHECK_OK(attribute.into(token));
  if (!token.isUnspecified()) inet6.token = token;
  return ok();
}

Result<> readInet6(const Attribute& attribute, Inet6Settings& inet6) {
  switch (attribute.type()) {
    case IFLA_INET6_CONF:
      inet6.disabled = flagAt(attribute.payload(), DEVCONF_DISABLE_IPV6).value_or(false);
      inet6.forwarding = flagAt(attribute.payload(), DEVCONF_FORWARDING);
      inet6.acceptsRouters = flagAt(attribute.payload(), DEVCONF_ACCEPT_RA).value_or(false);
      return ok();
    case IFLA_INET6_ADDR_GEN_MODE:
      return readAddrGenMode(attribute, inet6);
    case IFLA_INET6_TOKEN:
      return readToken(attribute, inet6);
    default:
      return ok();
  }
}

Result<> readInet(const Attribute& attribute, InetSettings& inet) {
  // These are numbered from 1, unlike those of IPv6.
  if (attribute.type() == IFLA_INET_CONF) {
    inet.forwarding = flagAt(attribute.payload(), IPV4_DEVCONF_FORWARDING - 1);
  }
  return ok();
}

}  // namespace

Result<> decodeFamilies(Bytes families, InetSettings& inet, Inet6Settings& inet6) {
  return forEachAttribute(families, [&](const Attribute& family) -> Result<> {
    if (family.type() == AF_INET) {
      return forEachAttribute(
          family.payload(), [&](const Attribute& attribute) { return readInet(attribute, inet); });
    }
    if (family.type() == AF_INET6) {
      return forEachAttribute(family.payload(), [&](const Attribute& attribute) {
        return readInet6(attribute, inet6);
      });
    }
    return ok();
  });
}

}  // namespace pointsman::netlink
