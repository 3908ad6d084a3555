// SPDX-License-Identifier: Apache-2.0
#include "propose/describe_ip.h"

#include <algorithm>

namespace pointsman::propose {

namespace {

// rtm_protocol values (linux/rtnetlink.h).
constexpr std::uint8_t kRouterAdvertisement = 9;
constexpr std::uint8_t kDhcp = 16;

bool isFrom(const Route& route, const InterfaceName& name, IpFamily family, std::uint8_t protocol) {
  return route.device == name && route.protocol == protocol &&
         route.destination.address.family() == family;
}

bool hasRouteFrom(const ObservedState& host, const InterfaceName& name, IpFamily family,
                  std::uint8_t protocol) {
  return std::ranges::any_of(host.facts.runningRoutes, [&](const Route& route) {
    return isFrom(route, name, family, protocol);
  });
}

// DHCP clients make their routes prefer the leased address.
bool isLeased(const ObservedState& host, const InterfaceName& name, const IpAddress& address) {
  return std::ranges::any_of(host.facts.runningRoutes, [&](const Route& route) {
    return isFrom(route, name, address.family(), kDhcp) && route.source == address;
  });
}

std::optional<std::uint32_t> automaticMetric(const ObservedState& host, const InterfaceName& name,
                                             IpFamily family) {
  for (const Route& route : host.facts.runningRoutes) {
    if (!route.destination.isDefault()) continue;
    if (isFrom(route, name, family, kDhcp)) return route.metric;
    // What the kernel itself gives is no wish.
    if (isFrom(route, name, family, kRouterAdvertisement) && route.metric != kDefaultIpv6Metric) {
      return route.metric;
    }
  }
  return std::nullopt;
}

bool hasAutomaticAddress(const ObservedState& host, const InterfaceName& name, IpFamily family) {
  if (!findAddressSources(host, name, family).automatic()) return false;
  const auto facts = host.facts.links.find(name);
  return facts != host.facts.links.end() &&
         std::ranges::any_of(facts->second.dynamicAddresses, [&](const Address& one) {
           const IpAddress& address = one.prefix.address;
           return address.family() == family && !address.isLinkLocal();
         });
}

template <typename T>
void mention(std::optional<T>& wish, const T& value, const T& usual) {
  if (value != usual) wish = value;
}

void describeAutomatic(const ObservedState& host, const InterfaceName& name, IpFamily family,
                       std::optional<std::uint32_t> metric, DesiredIp& wish) {
  const IpConfig& ip = host.config.links.at(name).ip(family);
  mention(wish.autoDns, ip.autoDns, true);
  mention(wish.autoGateway, ip.autoGateway, true);
  mention(wish.autoRoutes, ip.autoRoutes, true);
  mention(wish.dhcpSendHostname, ip.dhcpSendHostname, true);
  wish.autoRouteTable = ip.autoRouteTable;
  wish.dhcpClientId = ip.dhcpClientId;
  wish.dhcpDuid = ip.dhcpDuid;
  wish.dhcpCustomHostname = ip.dhcpCustomHostname;
  wish.autoRouteMetric = metric;
  if (!metric) wish.autoRouteMetric = ip.autoRouteMetric;
  if (!wish.autoRouteMetric) wish.autoRouteMetric = automaticMetric(host, name, family);
}

}  // namespace

AddressSources findAddressSources(const ObservedState& host, const InterfaceName& name,
                                  IpFamily family) {
  AddressSources sources;
  const auto link = host.config.links.find(name);
  if (link == host.config.links.end()) return sources;
  const IpConfig& ip = link->second.ip(family);
  sources.dhcp = ip.dhcp || hasRouteFrom(host, name, family, kDhcp);
  sources.autoconf = family == IpFamily::V6 &&
                     (ip.autoconf || hasRouteFrom(host, name, family, kRouterAdvertisement));
  for (const Address& address : ip.addresses) {
    if (!isLeased(host, name, address.prefix.address)) sources.configured.push_back(address.prefix);
  }
  return sources;
}

DesiredIp describeIp(const ObservedState& host, const InterfaceName& name, IpFamily family,
                     std::optional<std::uint32_t> metric) {
  const AddressSources sources = findAddressSources(host, name, family);
  const auto link = host.config.links.find(name);
  DesiredIp wish;
  // IPv4 is off without an address; IPv6 then still has the link-local ones.
  const bool alone6 =
      family == IpFamily::V6 && link != host.config.links.end() && link->second.ipv6.enabled;
  wish.enabled = sources.automatic() || !sources.configured.empty() || alone6;
  if (!*wish.enabled) return wish;
  wish.dhcp = sources.dhcp;
  if (family == IpFamily::V6) {
    wish.autoconf = sources.autoconf;
    // eui64 is the kernel's own, and "none" is how NetworkManager keeps the kernel's hands off.
    if (link->second.ipv6.addrGenMode == "stable-privacy") wish.addrGenMode = "stable-privacy";
    if (link->second.ipv6.token) wish.token = *link->second.ipv6.token;
  }
  if (!sources.configured.empty() || !sources.automatic()) wish.addresses = sources.configured;
  if (sources.automatic()) describeAutomatic(host, name, family, metric, wish);
  return wish;
}

std::optional<WaitIp> describeWait(const ObservedState& host, const InterfaceName& name) {
  const bool v4 = hasAutomaticAddress(host, name, IpFamily::V4);
  const bool v6 = hasAutomaticAddress(host, name, IpFamily::V6);
  if (v4 && v6) return WaitIp::Both;
  if (v4) return WaitIp::Ipv4;
  if (v6) return WaitIp::Ipv6;
  return std::nullopt;
}

DesiredIp disabledIp() { return {.enabled = false}; }

}  // namespace pointsman::propose
