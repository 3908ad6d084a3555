// SPDX-License-Identifier: Apache-2.0
// Complete layer-3 configuration: addresses of a link, routes, rules, the resolver. Complete means
// that every member is the value in force, unlike the partial wishes of desired_ip.h.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/ip_address.h"
#include "model/names.h"

namespace pointsman {

// One address of a link. A configured address has no lifetimes; one from DHCP or a router has.
struct Address {
  IpPrefix prefix = {};
  std::optional<std::uint32_t> validSeconds = {};  // empty: forever
  std::optional<std::uint32_t> preferredSeconds = {};
  bool noPrefixRoute = false;  // the kernel makes no connected route for it
  bool operator==(const Address&) const = default;
};

struct IpConfig {
  bool enabled = false;
  bool dhcp = false;
  bool autoconf = false;                // IPv6 router advertisements
  std::vector<Address> addresses = {};  // configured ones, in order: the first is primary
  // What follows matters only while dhcp or autoconf is on.
  bool autoDns = true;
  bool autoGateway = true;
  bool autoRoutes = true;
  std::optional<std::uint32_t> autoRouteTable = {};
  std::optional<std::uint32_t> autoRouteMetric = {};
  std::optional<std::string> dhcpClientId = {};
  std::optional<std::string> dhcpDuid = {};
  bool dhcpSendHostname = true;
  std::optional<std::string> dhcpCustomHostname = {};
  std::optional<std::string> addrGenMode = {};  // IPv6: eui64, stable-privacy; empty: the kernel's
  std::optional<IpAddress> token = {};          // IPv6
  std::optional<bool> forwarding = {};          // empty: not looked at
  bool operator==(const IpConfig&) const = default;

  [[nodiscard]] bool automatic() const { return dhcp || autoconf; }
};

enum class RouteType : std::uint8_t { Unicast, Blackhole, Unreachable, Prohibit };
inline constexpr std::uint32_t kMainTable = 254;
// What the kernel gives an IPv6 route that names no metric (net/ipv6/route.c, IP6_RT_PRIO_USER).
inline constexpr std::uint32_t kDefaultIpv6Metric = 1024;
// rtm_protocol values (linux/rtnetlink.h).
inline constexpr std::uint8_t kRouteProtocolKernel = 2;
inline constexpr std::uint8_t kRouteProtocolBoot = 3;
inline constexpr std::uint8_t kRouteProtocolStatic = 4;

// One next hop of one route: a multipath route is several of these with weights.
struct Route {
  IpPrefix destination = {};  // host bits clear
  RouteType type = RouteType::Unicast;
  std::optional<InterfaceName> device = {};  // empty only for the types that have no next hop
  std::optional<IpAddress> gateway = {};     // empty: on link
  std::uint32_t metric = 0;
  std::uint32_t table = kMainTable;
  std::uint8_t protocol = kRouteProtocolStatic;
  std::optional<IpAddress> source = {};
  std::optional<std::uint16_t> weight = {};  // 1..256, of a multipath route
  std::optional<std::uint32_t> cwnd = {};
  std::optional<std::uint32_t> advmss = {};
  bool onLink = false;  // the gateway is reachable although no connected route says so
  auto operator<=>(const Route&) const = default;
};

enum class RuleAction : std::uint8_t { Lookup, Blackhole, Unreachable, Prohibit };

struct Rule {
  IpFamily family = IpFamily::V4;
  std::uint32_t priority = 0;
  std::optional<IpPrefix> from = {};
  std::optional<IpPrefix> to = {};
  std::uint32_t table = kMainTable;
  RuleAction action = RuleAction::Lookup;
  std::optional<std::uint32_t> fwmark = {};
  std::optional<std::uint32_t> fwmask = {};
  std::optional<InterfaceName> incoming = {};
  std::optional<std::uint32_t> suppressPrefixLength = {};
  auto operator<=>(const Rule&) const = default;
};

struct ResolverConfig {
  std::vector<std::string> servers = {};
  std::vector<std::string> search = {};
  std::set<std::string> options = {};
  bool operator==(const ResolverConfig&) const = default;
};

std::string_view toString(RouteType type);
std::string_view toString(RuleAction action);
// As `ip route` would say it: "default via 192.0.2.1 dev br-ex metric 48".
std::string toString(const Route& route);
// As `ip rule` would say it.
std::string toString(const Rule& rule);

}  // namespace pointsman
