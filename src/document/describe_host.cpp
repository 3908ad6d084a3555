// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "document/describe_parts.h"
#include "document/host_section.h"

namespace pointsman::document {

bool isExpressible(const Route& route) {
  const IpFamily family = route.destination.address.family();
  const auto sameFamily = [&](const std::optional<IpAddress>& address) {
    return !address || address->family() == family;
  };
  if (!sameFamily(route.gateway) || !sameFamily(route.source)) return false;
  if (route.type != RouteType::Unicast) return true;
  const bool nowhere = route.destination.address == IpAddress() && route.destination.length >= 8;
  return route.device.has_value() && !nowhere;
}

DesiredRoute describeRoute(const Route& route) {
  DesiredRoute desired{.destination = route.destination};
  if (route.type == RouteType::Unicast) {
    desired.device = route.device;
    if (route.gateway) desired.gateway = *route.gateway;
  } else {
    desired.type = route.type;
  }
  desired.metric = route.metric;
  desired.table = route.table;
  desired.source = route.source;
  if (route.destination.address.family() == IpFamily::V4) desired.weight = route.weight;
  desired.cwnd = route.cwnd;
  desired.advmss = route.advmss;
  return desired;
}

DesiredRule describeRule(const Rule& rule) {
  DesiredRule desired{.family = rule.family, .priority = rule.priority};
  if (rule.from) desired.from = *rule.from;
  if (rule.to) desired.to = *rule.to;
  if (rule.action == RuleAction::Lookup) {
    if (rule.table != 0) desired.table = rule.table;
  } else {
    desired.action = rule.action;
  }
  desired.fwmark = rule.fwmark;
  if (rule.fwmark) desired.fwmask = rule.fwmask;
  desired.incoming = rule.incoming;
  desired.suppressPrefixLength = rule.suppressPrefixLength;
  return desired;
}

DesiredResolver describeResolver(const ResolverConfig& resolver) {
  DesiredResolver desired{.servers = std::vector<std::string>(),
                          .search = resolver.search,
                          .options = std::set<std::string>()};
  std::ranges::copy_if(resolver.servers, std::back_inserter(*desired.servers), isNameServer);
  for (const std::string& option : resolver.options) {
    if (isResolverOption(option)) desired.options->insert(option);
  }
  return desired;
}

DesiredHostname describeHostname(const HostConfig& host) {
  DesiredHostname desired;
  if (isHostname(host.hostname)) desired.running = host.hostname;
  if (isHostname(host.staticHostname)) desired.config = host.staticHostname;
  return desired;
}

}  // namespace pointsman::document
