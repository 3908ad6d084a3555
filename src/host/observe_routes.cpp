// SPDX-License-Identifier: Apache-2.0
#include "host/observe_routes.h"

namespace pointsman::host {

namespace {

std::optional<RouteType> typeOf(netlink::RouteType type) {
  switch (type) {
    case netlink::RouteType::Unicast:
      return RouteType::Unicast;
    case netlink::RouteType::Blackhole:
      return RouteType::Blackhole;
    case netlink::RouteType::Unreachable:
      return RouteType::Unreachable;
    case netlink::RouteType::Prohibit:
      return RouteType::Prohibit;
    default:
      return std::nullopt;
  }
}

bool isConfiguration(std::uint8_t protocol) {
  return protocol == kRouteProtocolBoot || protocol == kRouteProtocolStatic;
}

bool isRunning(std::uint8_t protocol) {
  return protocol == kRouteProtocolKernel || protocol == netlink::protocol::kRouterAdvertisement ||
         protocol == netlink::protocol::kDhcp;
}

// One next hop; without any, a route that only says no.
Route observeHop(const netlink::Route& seen, RouteType type, const netlink::NextHop* hop,
                 const LinkNameOf& nameOf) {
  Route route{.destination = seen.destination.network(),
              .type = type,
              .metric = seen.metric,
              .table = seen.table,
              .protocol = seen.protocol,
              .source = seen.preferredSource,
              .cwnd = seen.metrics.initialCwnd,
              .advmss = seen.metrics.advMss};
  // The kernel hangs an IPv6 "unreachable" on the loopback; nobody asked for that device.
  if (hop == nullptr || type != RouteType::Unicast) return route;
  if (hop->link) route.device = nameOf(*hop->link);
  route.gateway = hop->gateway;
  route.onLink = hop->onLink;
  if (seen.nextHops.size() > 1) route.weight = hop->weight;
  return route;
}

std::optional<RuleAction> actionOf(netlink::RuleAction action) {
  switch (action) {
    case netlink::RuleAction::ToTable:
      return RuleAction::Lookup;
    case netlink::RuleAction::Blackhole:
      return RuleAction::Blackhole;
    case netlink::RuleAction::Unreachable:
      return RuleAction::Unreachable;
    case netlink::RuleAction::Prohibit:
      return RuleAction::Prohibit;
    default:
      return std::nullopt;
  }
}

bool isExpressible(const netlink::Rule& rule) {
  return !rule.invert && rule.outputLink.empty() && rule.tos == 0 && !rule.ipProtocol &&
         !rule.sourcePorts && !rule.destinationPorts && !rule.users && !rule.l3mdev &&
         !rule.suppressGroup && rule.protocol != kRouteProtocolKernel;
}

}  // namespace

void observeRoutes(const std::vector<netlink::Route>& routes, const LinkNameOf& nameOf,
                   ObservedState& state) {
  for (const auto& seen : routes) {
    const auto type = typeOf(seen.type);
    const bool configured = isConfiguration(seen.protocol);
    if (!type || seen.table == netlink::kLocalTable || seen.encapsulated) continue;
    if (!configured && !isRunning(seen.protocol)) continue;
    const auto add = [&](Route route) {
      if (configured) {
        state.config.routes.insert(std::move(route));
      } else {
        state.facts.runningRoutes.push_back(std::move(route));
      }
    };
    if (seen.nextHops.empty()) add(observeHop(seen, *type, nullptr, nameOf));
    for (const auto& hop : seen.nextHops) add(observeHop(seen, *type, &hop, nameOf));
  }
}

void observeRules(const std::vector<netlink::Rule>& rules, ObservedState& state) {
  for (const auto& seen : rules) {
    const auto action = actionOf(seen.action);
    if (!action || !isExpressible(seen)) continue;
    Rule rule{.family = seen.family,
              .priority = seen.priority.value_or(0),
              .from = seen.source,
              .to = seen.destination,
              .table = seen.table,
              .action = *action,
              .fwmark = seen.fwmark,
              .fwmask = seen.fwmask,
              .suppressPrefixLength = seen.suppressPrefixLength};
    if (!seen.inputLink.empty()) rule.incoming = InterfaceName(seen.inputLink);
    state.config.rules.insert(std::move(rule));
  }
}

}  // namespace pointsman::host
