// SPDX-License-Identifier: Apache-2.0
#include "host/kernel_route.h"

#include <algorithm>

namespace pointsman::host {

namespace {

netlink::RouteType toKernel(RouteType type) {
  switch (type) {
    case RouteType::Unicast:
      return netlink::RouteType::Unicast;
    case RouteType::Blackhole:
      return netlink::RouteType::Blackhole;
    case RouteType::Unreachable:
      return netlink::RouteType::Unreachable;
    case RouteType::Prohibit:
      return netlink::RouteType::Prohibit;
  }
  return netlink::RouteType::Unicast;
}

netlink::RuleAction toKernel(RuleAction action) {
  switch (action) {
    case RuleAction::Lookup:
      return netlink::RuleAction::ToTable;
    case RuleAction::Blackhole:
      return netlink::RuleAction::Blackhole;
    case RuleAction::Unreachable:
      return netlink::RuleAction::Unreachable;
    case RuleAction::Prohibit:
      return netlink::RuleAction::Prohibit;
  }
  return netlink::RuleAction::ToTable;
}

// Metric 0 of an IPv6 route means the kernel's default.
std::uint32_t metricOf(const netlink::Route& route) {
  return route.metric == 0 && route.family() == IpFamily::V6 ? kDefaultIpv6Metric : route.metric;
}

// The weight is a setting of the hop, not its identity.
bool sameHop(const netlink::NextHop& a, const netlink::NextHop& b) {
  return a.link == b.link && a.gateway == b.gateway;
}

}  // namespace

netlink::Route toKernel(const Route& route, netlink::IfIndex device) {
  netlink::Route made{.destination = route.destination,
                      .table = route.table,
                      .type = toKernel(route.type),
                      .protocol = route.protocol,
                      .metric = route.metric,
                      .preferredSource = route.source};
  made.metrics.initialCwnd = route.cwnd;
  made.metrics.advMss = route.advmss;
  if (route.type == RouteType::Unicast) {
    netlink::NextHop hop{
        .gateway = route.gateway, .weight = route.weight.value_or(1), .onLink = route.onLink};
    if (device) hop.link = device;
    made.nextHops.push_back(hop);
  }
  return made;
}

netlink::Rule toKernel(const Rule& rule) {
  return {.family = rule.family,
          .priority = rule.priority,
          .source = rule.from,
          .destination = rule.to,
          .inputLink = rule.incoming ? rule.incoming->text : std::string(),
          .fwmark = rule.fwmark,
          .fwmask = rule.fwmask,
          .action = toKernel(rule.action),
          .table = rule.table,
          .suppressPrefixLength = rule.suppressPrefixLength};
}

bool sameSlot(const netlink::Route& a, const netlink::Route& b) {
  return a.destination.network() == b.destination.network() && a.table == b.table &&
         metricOf(a) == metricOf(b) && a.tos == b.tos;
}

bool hasHop(const netlink::Route& route, const netlink::Route& single) {
  if (single.nextHops.empty()) return route.type == single.type;
  if (route.type != single.type || route.protocol != single.protocol) return false;
  return std::ranges::any_of(route.nextHops, [&](const netlink::NextHop& hop) {
    return sameHop(hop, single.nextHops.front());
  });
}

netlink::Route withHop(const netlink::Route& route, const netlink::Route& single) {
  netlink::Route made = single;
  made.nextHops = route.nextHops;
  const netlink::NextHop& fresh = single.nextHops.front();
  const auto old = std::ranges::find_if(
      made.nextHops, [&](const netlink::NextHop& hop) { return sameHop(hop, fresh); });
  if (old == made.nextHops.end()) {
    made.nextHops.push_back(fresh);
  } else {
    *old = fresh;
  }
  return made;
}

std::optional<netlink::Route> withoutHop(const netlink::Route& route,
                                         const netlink::Route& single) {
  netlink::Route made = route;
  if (!single.nextHops.empty()) {
    std::erase_if(made.nextHops, [&](const netlink::NextHop& hop) {
      return sameHop(hop, single.nextHops.front());
    });
  }
  if (single.nextHops.empty() || made.nextHops.empty()) return std::nullopt;
  return made;
}

}  // namespace pointsman::host
