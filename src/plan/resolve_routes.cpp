// SPDX-License-Identifier: Apache-2.0
// Routes and policy rules.
#include <algorithm>

#include "base/str_cat.h"
#include "plan/merge.h"

namespace pointsman::plan {

namespace {

constexpr std::uint32_t kFirstAutomaticPriority = 30000;
// The kernel's own rules for the tables main and default stand here.
constexpr std::uint32_t kFirstKernelPriority = 32766;

template <typename T>
bool agrees(const std::optional<T>& wish, const T& value) {
  return !wish || *wish == value;
}
template <typename T>
bool agrees(const std::optional<T>& wish, const std::optional<T>& value) {
  return !wish || value == *wish;
}
template <typename T>
bool agrees(const Wish<T>& wish, const std::optional<T>& value) {
  if (isKept(wish)) return true;
  const T* wanted = wishedValue(wish);
  return wanted == nullptr ? !value : value == *wanted;
}

std::optional<std::uint32_t> metricOf(const DesiredRoute& wish) {
  if (!wish.metric || !wish.destination) return wish.metric;
  // An IPv6 route without a metric has 1024 in the kernel.
  const bool unset = wish.destination->address.family() == IpFamily::V6 && *wish.metric == 0;
  return unset ? kDefaultIpv6Metric : *wish.metric;
}

// The same route to nmstate: the metric does not count, so that a route given with another metric
// replaces the one there is instead of standing beside it.
bool sameRoute(const Route& left, const Route& right) {
  return left.destination == right.destination && left.type == right.type &&
         left.device == right.device && left.gateway == right.gateway && left.table == right.table;
}

// What the document leaves open stays as it is.
Route refined(const Route& present, const DesiredRoute& wish) {
  Route route = present;
  if (const auto metric = metricOf(wish)) route.metric = *metric;
  if (wish.source) route.source = wish.source;
  if (wish.weight) route.weight = wish.weight;
  if (wish.cwnd) route.cwnd = wish.cwnd;
  if (wish.advmss) route.advmss = wish.advmss;
  return route;
}

void addRoute(Merge& merge, const DesiredRoute& wish) {
  auto& routes = merge.target.routes;
  const Route wanted = routeFrom(wish);
  std::vector<Route> same;
  std::ranges::copy_if(routes, std::back_inserter(same),
                       [&](const Route& route) { return sameRoute(route, wanted); });
  if (same.empty()) {
    routes.insert(wanted);
    return;
  }
  const bool there =
      std::ranges::any_of(same, [&](const Route& route) { return refined(route, wish) == route; });
  if (there) return;
  for (const Route& route : same) routes.erase(route);
  routes.insert(refined(same.front(), wish));
}

IpFamily familyOf(const DesiredRule& wish) {
  if (wish.family) return *wish.family;
  if (const auto* from = wishedValue(wish.from)) return from->address.family();
  if (const auto* to = wishedValue(wish.to)) return to->address.family();
  return IpFamily::V4;
}

Rule ruleFrom(const DesiredRule& wish) {
  Rule rule{.family = familyOf(wish),
            .priority = wish.priority.value_or(0),
            .table = wish.table.value_or(0) == 0 ? kMainTable : *wish.table,
            .action = wish.action.value_or(RuleAction::Lookup),
            .fwmark = wish.fwmark,
            .fwmask = wish.fwmask,
            .incoming = wish.incoming,
            .suppressPrefixLength = wish.suppressPrefixLength};
  if (const auto* from = wishedValue(wish.from)) rule.from = from->network();
  if (const auto* to = wishedValue(wish.to)) rule.to = to->network();
  return rule;
}

std::uint32_t freePriority(const std::set<Rule>& rules) {
  std::uint32_t priority = kFirstAutomaticPriority;
  for (const Rule& rule : rules) {
    if (rule.priority < kFirstKernelPriority - 1) {
      priority = std::max(priority, rule.priority + 1);
    }
  }
  return priority;
}

void addRule(Merge& merge, const DesiredRule& wish) {
  auto& rules = merge.target.rules;
  Rule wanted = ruleFrom(wish);
  if (!wish.priority) {
    // An equal rule at any priority is the one meant, else a second apply would add another.
    const bool there = std::ranges::any_of(rules, [&](Rule rule) {
      rule.priority = 0;
      return rule == wanted;
    });
    if (there) return;
    wanted.priority = freePriority(rules);
  }
  rules.insert(wanted);
}

}  // namespace

Route routeFrom(const DesiredRoute& wish) {
  Route route{.destination = wish.destination->network(),
              .type = wish.type.value_or(RouteType::Unicast),
              .device = wish.device,
              .table = wish.table.value_or(0) == 0 ? kMainTable : *wish.table,
              .source = wish.source,
              .weight = wish.weight,
              .cwnd = wish.cwnd,
              .advmss = wish.advmss};
  if (const auto* gateway = wishedValue(wish.gateway)) route.gateway = *gateway;
  const bool six = route.destination.address.family() == IpFamily::V6;
  route.metric = metricOf(wish).value_or(six ? kDefaultIpv6Metric : 0);
  return route;
}

bool matches(const DesiredRoute& wish, const Route& route) {
  const auto destination =
      wish.destination ? std::optional(wish.destination->network()) : std::nullopt;
  const auto table = wish.table.value_or(0) == 0 ? std::nullopt : wish.table;
  return agrees(destination, route.destination) && agrees(wish.type, route.type) &&
         agrees(wish.device, route.device) && agrees(wish.gateway, route.gateway) &&
         agrees(metricOf(wish), route.metric) && agrees(table, route.table) &&
         agrees(wish.source, route.source) && agrees(wish.weight, route.weight) &&
         agrees(wish.cwnd, route.cwnd) && agrees(wish.advmss, route.advmss);
}

bool matches(const DesiredRule& wish, const Rule& rule) {
  const auto network = [](const Wish<IpPrefix>& prefix) -> Wish<IpPrefix> {
    if (const auto* value = wishedValue(prefix)) return value->network();
    return prefix;
  };
  const auto table = wish.table.value_or(0) == 0 ? std::nullopt : wish.table;
  return agrees(wish.family, rule.family) && agrees(wish.priority, rule.priority) &&
         agrees(network(wish.from), rule.from) && agrees(network(wish.to), rule.to) &&
         agrees(table, rule.table) && agrees(wish.action, rule.action) &&
         agrees(wish.fwmark, rule.fwmark) && agrees(wish.fwmask, rule.fwmask) &&
         agrees(wish.incoming, rule.incoming) &&
         agrees(wish.suppressPrefixLength, rule.suppressPrefixLength);
}

void mergeRoutes(Merge& merge) {
  for (const DesiredRoute& wish : merge.desired.routes) {
    if (!wish.absent) continue;
    std::erase_if(merge.target.routes, [&](const Route& route) { return matches(wish, route); });
  }
  for (const DesiredRoute& wish : merge.desired.routes) {
    if (!wish.absent && wish.destination) addRoute(merge, wish);
  }
}

void mergeRules(Merge& merge) {
  for (const DesiredRule& wish : merge.desired.rules) {
    if (!wish.absent) continue;
    std::erase_if(merge.target.rules, [&](const Rule& rule) { return matches(wish, rule); });
  }
  for (const DesiredRule& wish : merge.desired.rules) {
    if (!wish.absent) addRule(merge, wish);
  }
}

bool reachesGateway(const HostConfig& config, const HostFacts& facts, const Route& route) {
  if (!route.gateway || !route.device || route.onLink || route.gateway->isLinkLocal()) return true;
  const auto link = config.links.find(*route.device);
  if (link == config.links.end()) return false;
  const IpConfig& ip = link->second.ip(route.gateway->family());
  if (ip.automatic()) return true;  // a lease will tell
  const auto covers = [&](const Address& address) {
    return address.prefix.contains(*route.gateway);
  };
  if (std::ranges::any_of(ip.addresses, covers)) return true;
  const auto known = facts.links.find(*route.device);
  if (known != facts.links.end() && ip.enabled &&
      std::ranges::any_of(known->second.dynamicAddresses, covers)) {
    return true;
  }
  return std::ranges::any_of(config.routes, [&](const Route& other) {
    return other.device == route.device && !other.gateway &&
           other.destination.contains(*route.gateway);
  });
}

bool holdsSource(const HostConfig& config, const Route& route) {
  if (!route.source) return true;
  const IpFamily family = route.source->family();
  return std::ranges::any_of(config.links, [&](const auto& entry) {
    const IpConfig& ip = entry.second.ip(family);
    return ip.automatic() || std::ranges::any_of(ip.addresses, [&](const Address& address) {
             return address.prefix.address == *route.source;
           });
  });
}

// Routes go with their link, and with the family on it. Links that the document leaves alone keep
// theirs, whatever they look like.
void pruneRoutes(Merge& merge) {
  std::erase_if(merge.target.routes, [&](const Route& route) {
    if (!route.device) return false;
    const LinkConfig* link = merge.findLink(*route.device);
    if (link == nullptr || !link->up) return true;
    const auto before = merge.observed.config.links.find(*route.device);
    const IpFamily family = route.destination.address.family();
    return before != merge.observed.config.links.end() && before->second.ip(family).enabled &&
           !link->ip(family).enabled;
  });
  // A route that stays while its gateway, or its source, goes is refused by the kernel when it has
  // to be added again, so it goes too. Dropping one may cut off another's gateway.
  const HostConfig& before = merge.observed.config;
  bool dropped = true;
  while (dropped) {
    const auto lost = std::ranges::find_if(merge.target.routes, [&](const Route& route) {
      const bool worked = before.routes.contains(route) &&
                          reachesGateway(before, merge.observed.facts, route) &&
                          holdsSource(before, route);
      const bool works = reachesGateway(merge.target, merge.observed.facts, route) &&
                         holdsSource(merge.target, route);
      return worked && !works;
    });
    dropped = lost != merge.target.routes.end();
    if (!dropped) break;
    merge.findings.warn("interfaces",
                        strCat("route ", *lost,
                               " goes, as the document takes away the address it "
                               "needs"),
                        "list the route as absent, or one that replaces it");
    merge.target.routes.erase(lost);
  }
}

}  // namespace pointsman::plan
