// SPDX-License-Identifier: Apache-2.0
#include "netlink/route.h"

#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include "base/str_cat.h"
#include "netlink/writer.h"

namespace pointsman::netlink {

namespace {

Error wrong(std::string_view what) {
  return {ErrorKind::Protocol, strCat("netlink: route: ", what)};
}

IpFamily familyOf(const rtmsg& header) {
  return header.rtm_family == AF_INET ? IpFamily::V4 : IpFamily::V6;
}

// RTA_VIA: a gateway of another family than the route.
Result<> readVia(const Attribute& attribute, NextHop& hop) {
  Bytes bytes = attribute.payload();
  TRY(const auto family, takeHeader<decltype(rtvia::rtvia_family)>(bytes));
  (void)family;  // the length of what follows says the same
  return Attribute{RTA_VIA, attribute.payload().subspan(sizeof family)}.into(hop.gateway);
}

void readHopFlags(unsigned flags, NextHop& hop) {
  hop.onLink = (flags & RTNH_F_ONLINK) != 0;
  hop.dead = (flags & RTNH_F_DEAD) != 0;
  hop.linkDown = (flags & RTNH_F_LINKDOWN) != 0;
}

Result<> readMultipath(Bytes bytes, Route& route) {
  while (!bytes.empty()) {
    rtnexthop header = {};
    if (bytes.size() < sizeof header) return truncated("next hop");
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.rtnh_len < sizeof header || header.rtnh_len > bytes.size()) {
      return truncated("next hop");
    }
    NextHop& hop = route.nextHops.emplace_back();
    if (header.rtnh_ifindex != 0) hop.link = IfIndex{header.rtnh_ifindex};
    hop.weight = static_cast<std::uint16_t>(header.rtnh_hops + 1);
    readHopFlags(header.rtnh_flags, hop);
    CHECK_OK(forEachAttribute(bytes.subspan(sizeof header, header.rtnh_len - sizeof header),
                              [&](const Attribute& attribute) -> Result<> {
                                if (attribute.type() == RTA_GATEWAY)
                                  return attribute.into(hop.gateway);
                                if (attribute.type() == RTA_VIA) return readVia(attribute, hop);
                                if (attribute.type() == RTA_ENCAP) route.encapsulated = true;
                                return ok();
                              }));
    bytes = bytes.subspan(std::min(aligned(header.rtnh_len), bytes.size()));
  }
  return ok();
}

Result<> readMetrics(Bytes bytes, RouteMetrics& metrics) {
  return forEachAttribute(bytes, [&](const Attribute& attribute) -> Result<> {
    switch (attribute.type()) {
      case RTAX_LOCK: {
        std::uint32_t locks = 0;
        CHECK_OK(attribute.into(locks));
        metrics.mtuLocked = (locks & (1U << RTAX_MTU)) != 0;
        return ok();
      }
      case RTAX_MTU:
        return attribute.into(metrics.mtu);
      case RTAX_ADVMSS:
        return attribute.into(metrics.advMss);
      case RTAX_INITCWND:
        return attribute.into(metrics.initialCwnd);
      case RTAX_INITRWND:
        return attribute.into(metrics.initialRwnd);
      default:
        return ok();
    }
  });
}

// 'only' gathers the one next hop of a route that has no RTA_MULTIPATH.
Result<> readAttribute(const Attribute& attribute, Route& route, NextHop& only) {
  switch (attribute.type()) {
    case RTA_DST:
      return attribute.into(route.destination.address);
    case RTA_SRC:
      return attribute.into(route.source.emplace().address);
    case RTA_TABLE:  // all 32 bits; the header has room for eight
      return attribute.into(route.table);
    case RTA_PRIORITY:
      return attribute.into(route.metric);
    case RTA_PREFSRC:
      return attribute.into(route.preferredSource);
    case RTA_PREF:
      return attribute.into(route.preference);
    case RTA_METRICS:
      return readMetrics(attribute.payload(), route.metrics);
    case RTA_MULTIPATH:
      return readMultipath(attribute.payload(), route);
    case RTA_OIF:
      return attribute.into(only.link.emplace().number);
    case RTA_GATEWAY:
      return attribute.into(only.gateway);
    case RTA_VIA:
      return readVia(attribute, only);
    case RTA_NH_ID:
      return attribute.into(route.nextHopObject);
    case RTA_ENCAP:
      route.encapsulated = true;
      return ok();
    default:
      return ok();
  }
}

Scope scopeOf(const Route& route) {
  if (route.scope) return *route.scope;
  // As iproute2, ip/iproute.c: IPv6 knows no scopes; an IPv4 route without gateway ends on the
  // link.
  if (route.family() == IpFamily::V6) return Scope::Universe;
  if (route.type == RouteType::Local) return Scope::Host;
  if (route.type == RouteType::Broadcast || route.type == RouteType::Multicast ||
      route.type == RouteType::Anycast) {
    return Scope::Link;
  }
  if (route.type != RouteType::Unicast) return Scope::Universe;
  const bool direct = route.nextHops.size() == 1 && !route.nextHops.front().gateway;
  return direct ? Scope::Link : Scope::Universe;
}

void putGateway(const NextHop& hop, IpFamily family, MessageWriter& message) {
  if (!hop.gateway) return;
  if (hop.gateway->family() == family) return message.put(RTA_GATEWAY, *hop.gateway);
  const std::uint16_t viaFamily = hop.gateway->family() == IpFamily::V4 ? AF_INET : AF_INET6;
  std::vector<std::byte> via(sizeof viaFamily);
  std::memcpy(via.data(), &viaFamily, sizeof viaFamily);
  const auto address = std::as_bytes(hop.gateway->bytes());
  via.insert(via.end(), address.begin(), address.end());
  message.put(RTA_VIA, Bytes(via));
}

Result<> putMultipath(const Route& route, MessageWriter& message) {
  const auto multipath = message.nest(RTA_MULTIPATH);
  for (const NextHop& hop : route.nextHops) {
    if (hop.weight < 1 || hop.weight > 256) {
      return Error{ErrorKind::InvalidInput, strCat("weight ", hop.weight, " is not 1 to 256")};
    }
    const std::size_t start = message.position();
    rtnexthop header = {};
    header.rtnh_hops = static_cast<std::uint8_t>(hop.weight - 1);
    header.rtnh_ifindex = hop.link.value_or(IfIndex{}).number;
    if (hop.onLink) header.rtnh_flags = RTNH_F_ONLINK;
    message.header(header);
    putGateway(hop, route.family(), message);
    message.setLengthSince(start);
  }
  return ok();
}

void putMetrics(const RouteMetrics& metrics, MessageWriter& message) {
  if (metrics == RouteMetrics{}) return;
  const auto nest = message.nest(RTA_METRICS);
  if (metrics.mtuLocked) message.put(RTAX_LOCK, std::uint32_t{1U << RTAX_MTU});
  if (metrics.mtu) message.put(RTAX_MTU, *metrics.mtu);
  if (metrics.advMss) message.put(RTAX_ADVMSS, *metrics.advMss);
  if (metrics.initialCwnd) message.put(RTAX_INITCWND, *metrics.initialCwnd);
  if (metrics.initialRwnd) message.put(RTAX_INITRWND, *metrics.initialRwnd);
}

rtmsg headerOf(const Route& route) {
  rtmsg header = {};
  header.rtm_family = route.family() == IpFamily::V4 ? AF_INET : AF_INET6;
  header.rtm_dst_len = route.destination.length;
  if (route.source) header.rtm_src_len = route.source->length;
  header.rtm_tos = route.tos;
  if (route.table < 256) header.rtm_table = static_cast<std::uint8_t>(route.table);
  header.rtm_protocol = route.protocol;
  header.rtm_scope = static_cast<std::uint8_t>(scopeOf(route));
  header.rtm_type = static_cast<std::uint8_t>(route.type);
  if (route.nextHops.size() == 1 && route.nextHops.front().onLink) header.rtm_flags = RTNH_F_ONLINK;
  return header;
}

}  // namespace

bool holdsIpRoute(Bytes payload) {
  const auto header = takeHeader<rtmsg>(payload);
  return header && (header->rtm_family == AF_INET || header->rtm_family == AF_INET6);
}

Result<Route> decodeRoute(Bytes payload) {
  TRY(const auto header, takeHeader<rtmsg>(payload));
  if (header.rtm_family != AF_INET && header.rtm_family != AF_INET6) return wrong("family");
  const IpFamily family = familyOf(header);
  if (header.rtm_dst_len > bitsOf(family) || header.rtm_src_len > bitsOf(family)) {
    return wrong("prefix length");
  }
  Route route;
  route.destination = {IpAddress::any(family), header.rtm_dst_len};
  route.table = header.rtm_table;
  route.type = static_cast<RouteType>(header.rtm_type);
  route.protocol = header.rtm_protocol;
  route.scope = static_cast<Scope>(header.rtm_scope);
  route.tos = header.rtm_tos;
  route.cloned = (header.rtm_flags & RTM_F_CLONED) != 0;
  NextHop only;
  CHECK_OK(forEachAttribute(
      payload, [&](const Attribute& attribute) { return readAttribute(attribute, route, only); }));
  if (route.destination.address.family() != family) return wrong("family of destination");
  if (route.source) {
    if (route.source->address.family() != family) return wrong("family of source");
    route.source->length = header.rtm_src_len;
  }
  if (route.nextHops.empty() && (only.link || only.gateway)) {
    readHopFlags(header.rtm_flags, only);
    route.nextHops.push_back(only);
  }
  return route;
}

Result<> encodeRoute(const Route& route, MessageWriter& message) {
  message.header(headerOf(route));
  if (route.destination.length > 0) message.put(RTA_DST, route.destination.address);
  if (route.source) message.put(RTA_SRC, route.source->address);
  message.put(RTA_TABLE, route.table);
  if (route.metric != 0) message.put(RTA_PRIORITY, route.metric);
  if (route.preferredSource) message.put(RTA_PREFSRC, *route.preferredSource);
  if (route.preference) message.put(RTA_PREF, *route.preference);
  putMetrics(route.metrics, message);
  if (route.nextHops.size() > 1) return putMultipath(route, message);
  if (route.nextHops.empty()) return ok();
  const NextHop& only = route.nextHops.front();
  if (only.link) message.put(RTA_OIF, *only.link);
  putGateway(only, route.family(), message);
  return ok();
}

}  // namespace pointsman::netlink
