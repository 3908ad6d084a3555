// SPDX-License-Identifier: Apache-2.0
#include "probe/surroundings.h"

#include <algorithm>

namespace pointsman::probe {

namespace {

bool hasGateway(const Route& route) {
  return route.destination.isDefault() && route.type == RouteType::Unicast &&
         route.table == kMainTable && route.device && route.gateway;
}

}  // namespace

Surroundings findSurroundings(const ObservedState& host) {
  std::vector<Route> routes;
  std::ranges::copy_if(host.config.routes, std::back_inserter(routes), hasGateway);
  std::ranges::copy_if(host.facts.runningRoutes, std::back_inserter(routes), hasGateway);
  std::ranges::stable_sort(routes, {}, &Route::metric);
  Surroundings found;
  for (const Route& route : routes) found.gateways.push_back({*route.gateway, route.device->text});
  for (const std::string& server : host.config.resolver.servers) {
    const auto zone = server.find('%');
    const auto address = IpAddress::parse(std::string_view(server).substr(0, zone));
    if (!address) continue;
    found.nameServers.push_back(
        {.address = *address, .device = zone == std::string::npos ? "" : server.substr(zone + 1)});
  }
  return found;
}

}  // namespace pointsman::probe
