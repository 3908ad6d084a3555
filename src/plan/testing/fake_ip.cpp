// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/str_cat.h"
#include "plan/testing/fake_kernel.h"

namespace pointsman::plan {

namespace {

Error conflict(std::string message) { return {ErrorKind::Conflict, std::move(message)}; }

IpFamily familyOf(const Route& route) { return route.destination.address.family(); }

// An address with a lifetime is a lease, and no configuration.
bool isLease(const Address& address) { return address.validSeconds.has_value(); }

std::vector<Address>& leasesOf(ObservedState& host, const InterfaceName& name) {
  return host.facts.links[name].dynamicAddresses;
}

// IPv4 is on when there is an address or a DHCP client; nobody switches it.
void deriveIpv4(LinkConfig& link) {
  link.ipv4.enabled = link.ipv4.dhcp || !link.ipv4.addresses.empty();
}

Result<> takeAddress(ObservedState& host, LinkConfig& link, const InterfaceName& name,
                     const Address& address) {
  auto& addresses =
      isLease(address) ? leasesOf(host, name) : link.ip(address.prefix.address.family()).addresses;
  const auto found = std::ranges::find(addresses, address);
  if (found == addresses.end()) {
    return Error{ErrorKind::NotFound, strCat("no address ", address.prefix, " on ", name)};
  }
  addresses.erase(found);
  return ok();
}

// Without promote_secondaries, the kernel's default, a primary address takes the later addresses
// of its network along (net/ipv4/devinet.c, __inet_del_ifa()).
void loseSecondaries(LinkConfig& link, const Address& primary, std::size_t position) {
  auto& addresses = link.ipv4.addresses;
  const IpPrefix network = primary.prefix.network();
  const auto first = addresses.begin() + static_cast<std::ptrdiff_t>(position);
  const bool wasPrimary = std::none_of(addresses.begin(), first, [&](const Address& address) {
    return address.prefix.network() == network;
  });
  if (!wasPrimary) return;
  addresses.erase(
      std::remove_if(first, addresses.end(),
                     [&](const Address& address) { return address.prefix.network() == network; }),
      addresses.end());
}

// Once no link has the address (net/ipv4/fib_frontend.c, fib_del_ifaddr()).
void loseRoutesFrom(ObservedState& host, const IpAddress& source) {
  for (const auto& [name, link] : host.config.links) {
    const auto& addresses = link.ip(source.family()).addresses;
    const bool held = std::ranges::any_of(
        addresses, [&](const Address& address) { return address.prefix.address == source; });
    if (held) return;
  }
  std::erase_if(host.config.routes, [&](const Route& route) { return route.source == source; });
}

Result<> checkRoute(ObservedState& host, const Route& route) {
  if (!route.device) {
    return route.type == RouteType::Unicast ? Result<>(conflict("a route without device")) : ok();
  }
  TRY(const LinkConfig* link, findLink(host, *route.device));
  if (!link->up) return conflict(strCat("link ", *route.device, " is down"));
  const IpConfig& ip = link->ip(familyOf(route));
  if (familyOf(route) == IpFamily::V6 && !ip.enabled) return conflict("IPv6 is off");
  if (!route.gateway || route.onLink || ip.automatic() || route.gateway->isLinkLocal()) return ok();
  const auto covers = [&](const Address& address) {
    return address.prefix.contains(*route.gateway);
  };
  if (std::ranges::any_of(ip.addresses, covers)) return ok();
  if (std::ranges::any_of(leasesOf(host, *route.device), covers)) return ok();
  const bool byRoute = std::ranges::any_of(host.config.routes, [&](const Route& other) {
    return other.device == route.device && !other.gateway &&
           other.destination.contains(*route.gateway);
  });
  return byRoute ? ok() : Result<>(conflict(strCat("no way to gateway ", *route.gateway)));
}

bool isConfiguration(const Route& route) {
  return route.protocol == kRouteProtocolStatic || route.protocol == kRouteProtocolBoot;
}

}  // namespace

void loseRoutes(ObservedState& host, const InterfaceName& name) {
  std::erase_if(host.config.routes, [&](const Route& route) { return route.device == name; });
  std::erase_if(host.facts.runningRoutes, [&](const Route& route) { return route.device == name; });
}

void loseRoutes(ObservedState& host, const InterfaceName& name, IpFamily family) {
  const auto lost = [&](const Route& route) {
    return route.device == name && familyOf(route) == family;
  };
  std::erase_if(host.config.routes, lost);
  std::erase_if(host.facts.runningRoutes, lost);
}

Result<> execute(ObservedState& host, const AddAddress& step) {
  TRY(LinkConfig * link, findLink(host, step.link));
  const IpFamily family = step.address.prefix.address.family();
  if (family == IpFamily::V6 && !link->ipv6.enabled) return conflict("IPv6 is off");
  const auto same = [&](const Address& address) { return address.prefix == step.address.prefix; };
  if (std::ranges::any_of(link->ip(family).addresses, same) ||
      std::ranges::any_of(leasesOf(host, step.link), same)) {
    return conflict(strCat("address ", step.address.prefix, " is there"));
  }
  if (isLease(step.address)) {
    leasesOf(host, step.link).push_back(step.address);
  } else {
    link->ip(family).addresses.push_back(step.address);
  }
  deriveIpv4(*link);
  return ok();
}

Result<> execute(ObservedState& host, const RemoveAddress& step) {
  TRY(LinkConfig * link, findLink(host, step.link));
  const IpFamily family = step.address.prefix.address.family();
  const auto& addresses = link->ip(family).addresses;
  const auto position = static_cast<std::size_t>(
      std::ranges::distance(addresses.begin(), std::ranges::find(addresses, step.address)));
  CHECK_OK(takeAddress(host, *link, step.link, step.address));
  if (family == IpFamily::V4 && !isLease(step.address)) {
    loseSecondaries(*link, step.address, position);
  }
  loseRoutesFrom(host, step.address.prefix.address);
  const bool leased = std::ranges::any_of(leasesOf(host, step.link), [](const Address& address) {
    return address.prefix.address.family() == IpFamily::V4;
  });
  if (family == IpFamily::V4 && addresses.empty() && !leased) {
    loseRoutes(host, step.link, IpFamily::V4);
  }
  deriveIpv4(*link);
  return ok();
}

Result<> execute(ObservedState& host, const ChangeAddress& step) {
  TRY(LinkConfig * link, findLink(host, step.link));
  if (step.before.prefix != step.after.prefix) return conflict("that is another address");
  const IpFamily family = step.before.prefix.address.family();
  if (!isLease(step.before) && !isLease(step.after)) {
    auto& addresses = link->ip(family).addresses;
    const auto found = std::ranges::find(addresses, step.before);
    if (found == addresses.end()) return conflict(strCat("no address ", step.before.prefix));
    *found = step.after;
    return ok();
  }
  CHECK_OK(takeAddress(host, *link, step.link, step.before));
  if (isLease(step.after)) {
    leasesOf(host, step.link).push_back(step.after);
  } else {
    link->ip(family).addresses.push_back(step.after);
  }
  deriveIpv4(*link);
  return ok();
}

Result<> execute(ObservedState& host, const SetIpMethod& step) {
  TRY(LinkConfig * link, findLink(host, step.link));
  IpConfig& ip = link->ip(step.family);
  if (methodOf(ip, step.family) != step.before) {
    return conflict(strCat("how ", step.link, " gets addresses has changed"));
  }
  if (step.family == IpFamily::V6 && !step.after.enabled) {
    ip.addresses.clear();
    std::erase_if(leasesOf(host, step.link), [](const Address& address) {
      return address.prefix.address.family() == IpFamily::V6;
    });
    loseRoutes(host, step.link, IpFamily::V6);
  }
  auto addresses = std::move(ip.addresses);
  ip = step.after;
  ip.addresses = std::move(addresses);
  deriveIpv4(*link);
  return ok();
}

Result<> execute(ObservedState& host, const AddRoute& step) {
  CHECK_OK(checkRoute(host, step.route));
  if (isConfiguration(step.route)) {
    if (!host.config.routes.insert(step.route).second) return conflict("the route is there");
  } else {
    host.facts.runningRoutes.push_back(step.route);
  }
  return ok();
}

Result<> execute(ObservedState& host, const RemoveRoute& step) {
  const std::size_t removed = isConfiguration(step.route)
                                  ? host.config.routes.erase(step.route)
                                  : std::erase(host.facts.runningRoutes, step.route);
  if (removed == 0) return Error{ErrorKind::NotFound, "no such route"};
  return ok();
}

Result<> execute(ObservedState& host, const ReplaceRoute& step) {
  if (!host.config.routes.contains(step.before)) {
    return Error{ErrorKind::NotFound, "no such route"};
  }
  CHECK_OK(execute(host, AddRoute{step.after}));
  return execute(host, RemoveRoute{step.before});
}

Result<> execute(ObservedState& host, const AddRule& step) {
  if (!host.config.rules.insert(step.rule).second) return conflict("the rule is there");
  return ok();
}

Result<> execute(ObservedState& host, const RemoveRule& step) {
  if (host.config.rules.erase(step.rule) == 0) return Error{ErrorKind::NotFound, "no such rule"};
  return ok();
}

Result<> execute(ObservedState& host, const SetResolver& step) {
  if (host.config.resolver != step.before) return conflict("the resolver has changed");
  host.config.resolver = step.after;
  return ok();
}

Result<> execute(ObservedState& host, const SetHostname& step) {
  if (Hostname{host.config.hostname, host.config.staticHostname} != step.before) {
    return conflict("the host name has changed");
  }
  host.config.hostname = step.after.running;
  host.config.staticHostname = step.after.fixed;
  return ok();
}

}  // namespace pointsman::plan
