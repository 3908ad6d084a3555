// SPDX-License-Identifier: Apache-2.0
// A route: what RTM_NEWROUTE carries, decoded and encoded.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ip_address.h"
#include "base/result.h"
#include "netlink/attribute.h"
#include "netlink/if_index.h"
#include "netlink/scope.h"

namespace pointsman::netlink {

class MessageWriter;

inline constexpr std::uint32_t kMainTable = 254;
inline constexpr std::uint32_t kLocalTable = 255;

// Who made a route or a rule: RTPROT_* of linux/rtnetlink.h. Other numbers are legal.
namespace protocol {
inline constexpr std::uint8_t kKernel = 2;
inline constexpr std::uint8_t kBoot = 3;
inline constexpr std::uint8_t kStatic = 4;
inline constexpr std::uint8_t kRouterAdvertisement = 9;
inline constexpr std::uint8_t kDhcp = 16;
}  // namespace protocol

// The values are those of linux/rtnetlink.h.
enum class RouteType : std::uint8_t {
  Unicast = 1,
  Local = 2,
  Broadcast = 3,
  Anycast = 4,
  Multicast = 5,
  Blackhole = 6,
  Unreachable = 7,
  Prohibit = 8,
  Throw = 9,
};

struct NextHop {
  std::optional<IfIndex> link = {};
  std::optional<IpAddress> gateway = {};  // may be IPv6 on an IPv4 route (RFC 5549)
  std::uint16_t weight = 1;               // 1 to 256; means something among several only
  bool onLink = false;  // the gateway is reachable though no address of the link says so
  // State that the kernel keeps; not sent when writing.
  bool dead = false;
  bool linkDown = false;

  bool operator==(const NextHop&) const = default;
};

struct RouteMetrics {
  std::optional<std::uint32_t> mtu = {};
  std::optional<std::uint32_t> advMss = {};
  std::optional<std::uint32_t> initialCwnd = {};
  std::optional<std::uint32_t> initialRwnd = {};
  bool mtuLocked = false;  // no path MTU discovery below it
  bool operator==(const RouteMetrics&) const = default;
};

struct Route {
  IpPrefix destination = {};  // its family is the family of the route
  std::optional<IpPrefix> source = {};
  std::uint32_t table = kMainTable;
  RouteType type = RouteType::Unicast;
  std::uint8_t protocol = protocol::kStatic;
  // Unset when writing: as iproute2 chooses, from the type and the presence of a gateway.
  std::optional<Scope> scope = {};
  std::uint32_t metric = 0;  // IPv6: 0 when writing is the kernel's choice, 1024
  std::uint8_t tos = 0;
  std::optional<IpAddress> preferredSource = {};
  RouteMetrics metrics = {};
  std::vector<NextHop> nextHops = {};           // one for a plain route, several for multipath
  std::optional<std::uint8_t> preference = {};  // IPv6 router preference, RFC 4191

  // What can be read but not built from this structure.
  std::optional<std::uint32_t> nextHopObject = {};  // `ip nexthop` id; 'nextHops' shows its content
  bool encapsulated = false;                        // carries a lightweight tunnel
  bool cloned = false;                              // an entry of the cache, not a configured route

  [[nodiscard]] IpFamily family() const { return destination.address.family(); }
  bool operator==(const Route&) const = default;
};

// Whether 'payload', of RTM_NEWROUTE or RTM_DELROUTE, is about IPv4 or IPv6 unicast routing; dumps
// of all families bring multicast forwarding and MPLS entries too.
bool holdsIpRoute(Bytes payload);
Result<Route> decodeRoute(Bytes payload);
// Appends struct rtmsg and attributes. InvalidInput for a weight out of range.
Result<> encodeRoute(const Route& route, MessageWriter& message);

}  // namespace pointsman::netlink
