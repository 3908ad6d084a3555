// SPDX-License-Identifier: Apache-2.0
#include "propose/move_routes.h"

#include <set>

namespace pointsman::propose {

namespace {

DesiredRoute describe(const Route& route) {
  DesiredRoute wish{.destination = route.destination,
                    .device = route.device,
                    .metric = route.metric,
                    .source = route.source,
                    .weight = route.weight,
                    .cwnd = route.cwnd,
                    .advmss = route.advmss};
  if (route.gateway) wish.gateway = *route.gateway;
  if (route.table != kMainTable) wish.table = route.table;
  return wish;
}

DesiredRule describe(const Rule& rule) {
  DesiredRule wish{.family = rule.family,
                   .priority = rule.priority,
                   .fwmark = rule.fwmark,
                   .fwmask = rule.fwmask,
                   .incoming = rule.incoming,
                   .suppressPrefixLength = rule.suppressPrefixLength};
  if (rule.from) wish.from = *rule.from;
  if (rule.to) wish.to = *rule.to;
  if (rule.action == RuleAction::Lookup) {
    wish.table = rule.table;
  } else {
    wish.action = rule.action;
  }
  return wish;
}

bool isMainDefault(const Route& route) {
  return route.destination.isDefault() && route.table == kMainTable;
}

// Where the metric of 'route' stands among the default routes of its device and family: a fallback
// stays one.
std::uint32_t placeAmongDefaults(const HostConfig& config, const Route& route) {
  std::set<std::uint32_t> better;
  for (const Route& other : config.routes) {
    const bool same = other.device == route.device &&
                      other.destination.address.family() == route.destination.address.family();
    if (same && isMainDefault(other) && other.metric < route.metric) better.insert(other.metric);
  }
  return static_cast<std::uint32_t>(better.size());
}

}  // namespace

std::vector<DesiredRoute> moveRoutes(const HostConfig& config, const InterfaceName& from,
                                     const InterfaceName& to, std::optional<std::uint32_t> metric) {
  std::vector<DesiredRoute> moved;
  for (const Route& route : config.routes) {
    if (route.device != from) continue;
    DesiredRoute& wish = moved.emplace_back(describe(route));
    wish.device = to;
    if (metric && isMainDefault(route)) wish.metric = *metric + placeAmongDefaults(config, route);
  }
  return moved;
}

std::vector<DesiredRule> moveRules(const HostConfig& config, const InterfaceName& from,
                                   const InterfaceName& to) {
  std::set<std::uint32_t> tables;
  for (const Route& route : config.routes) {
    if (route.device == from && route.table != kMainTable) tables.insert(route.table);
  }
  std::vector<DesiredRule> moved;
  for (const Rule& rule : config.rules) {
    const bool incoming = rule.incoming == from;
    if (!incoming && (rule.action != RuleAction::Lookup || !tables.contains(rule.table))) continue;
    DesiredRule wish = describe(rule);
    if (incoming && from != to) {
      DesiredRule old = wish;
      old.absent = true;
      moved.push_back(std::move(old));
      wish.incoming = to;
    }
    moved.push_back(std::move(wish));
  }
  return moved;
}

}  // namespace pointsman::propose
