// SPDX-License-Identifier: Apache-2.0
// What the kernel's IPv4 and IPv6 say about a link, as it comes along with the link itself: the
// sysctls under net/ipv4/conf and net/ipv6/conf without a file to open for each.
#pragma once

#include <optional>
#include <string>

#include "base/ip_address.h"
#include "base/result.h"
#include "netlink/attribute.h"

namespace pointsman::netlink {

struct InetSettings {
  std::optional<bool> forwarding = {};
  bool operator==(const InetSettings&) const = default;
};

struct Inet6Settings {
  bool disabled = true;  // also when the kernel has no IPv6 at all
  std::optional<bool> forwarding = {};
  bool acceptsRouters = false;  // accept_ra
  // "eui64", "none", "stable-privacy", "random"
  std::optional<std::string> addrGenMode = {};
  std::optional<IpAddress> token = {};
  bool operator==(const Inet6Settings&) const = default;
};

// 'families' is the payload of IFLA_AF_SPEC of a link read in family AF_UNSPEC.
Result<> decodeFamilies(Bytes families, InetSettings& inet, Inet6Settings& inet6);

}  // namespace pointsman::netlink
