// SPDX-License-Identifier: Apache-2.0
#include "propose/default_routes.h"

#include <algorithm>
#include <tuple>

namespace pointsman::propose {

namespace {

bool leadsOut(const Route& route) {
  return route.destination.isDefault() && route.type == RouteType::Unicast &&
         route.table == kMainTable && route.device.has_value();
}

auto rank(const Route& route) {
  return std::tuple(route.metric, route.destination.address.family(),
                    -int{route.weight.value_or(1)}, *route.device, route.gateway);
}

}  // namespace

std::vector<Route> defaultRoutes(const ObservedState& host) {
  std::vector<Route> found;
  std::ranges::copy_if(host.config.routes, std::back_inserter(found), leadsOut);
  std::ranges::copy_if(host.facts.runningRoutes, std::back_inserter(found), leadsOut);
  std::ranges::sort(found, {}, rank);
  return found;
}

bool hasDefaultRoute(const ObservedState& host, const InterfaceName& device) {
  return std::ranges::any_of(defaultRoutes(host),
                             [&](const Route& route) { return route.device == device; });
}

}  // namespace pointsman::propose
