// SPDX-License-Identifier: Apache-2.0
// Sections ipv4 and ipv6, routes, rules, the resolver.
#include <algorithm>
#include <array>

#include "base/str_cat.h"
#include "plan/check.h"

namespace pointsman::plan {

namespace {

// Whether the family is on once the document is applied, as far as the entry and the host tell.
bool isEnabled(const Merge& merge, const Subject& subject, IpFamily family) {
  const auto& wish = subject.entry->ip(family);
  if (wish && wish->enabled) return *wish->enabled;
  const auto link = merge.observed.config.links.find(subject.name);
  return link != merge.observed.config.links.end() && link->second.ip(family).enabled;
}

void checkAddresses(Merge& merge, const Subject& subject, IpFamily family) {
  const auto& addresses = *subject.entry->ip(family)->addresses;
  for (std::size_t index = 0; index < addresses.size(); ++index) {
    const IpAddress& address = addresses[index].address;
    const std::string path = subject.path(strCat(family, ".address[", index, "]"));
    const std::string who = strCat("interface ", subject.name, ": ", addresses[index]);
    if (address.family() != family) {
      merge.findings.error(path, strCat(who, " is no ", family, " address"),
                           strCat("move it to the section ", address.family()));
    } else if (family == IpFamily::V6 && address.isLinkLocal()) {
      merge.findings.warn(path, strCat(who, " is link-local and left to the kernel"), "remove it");
    } else if (address.isMulticast() || address.isUnspecified() || addresses[index].length == 0) {
      merge.findings.error(path, strCat(who, " cannot be the address of a host"), "correct it");
    }
  }
}

void checkToken(Merge& merge, const Subject& subject, const DesiredIp& ip) {
  const auto* token = wishedValue(ip.token);
  if (token == nullptr) return;
  const auto bytes = token->bytes();
  const bool fits = token->family() == IpFamily::V6 &&
                    std::all_of(bytes.begin(), bytes.begin() + 8, [](auto b) { return b == 0; });
  if (!fits) {
    merge.findings.error(subject.path("ipv6.token"),
                         strCat("interface ", subject.name, ": token ", *token,
                                " has something in its first 64 bits"),
                         "write it as ::x");
  }
  if (ip.autoconf == false) {
    merge.findings.error(subject.path("ipv6.token"),
                         strCat("interface ", subject.name, ": a token needs autoconf"),
                         "set autoconf: true, or remove the token");
  }
}

void checkFamily(Merge& merge, const Subject& subject, IpFamily family) {
  const auto& ip = subject.entry->ip(family);
  if (!ip || subject.type == InterfaceType::OvsBridge) return;
  const std::string who = strCat("interface ", subject.name, ": ", family);
  const bool asks = ip->dhcp.value_or(false) || ip->autoconf.value_or(false) ||
                    (ip->addresses && !ip->addresses->empty());
  if (!ip->enabled && asks && !isEnabled(merge, subject, family)) {
    merge.findings.warn(subject.path(toString(family)),
                        strCat(who, " is off on the host and stays so"), "add enabled: true");
  }
  if (family == IpFamily::V4 && ip->autoconf.value_or(false)) {
    merge.findings.error(subject.path("ipv4.autoconf"), strCat(who, " has no autoconf"),
                         "use dhcp");
  }
  if (ip->dhcpClientId && ip->dhcp == false) {
    merge.findings.warn(subject.path("ipv4.dhcp-client-id"),
                        strCat(who, ": dhcp-client-id without dhcp is ignored"),
                        "set dhcp: true, or remove it");
  }
  const bool loopback = subject.type == InterfaceType::Loopback;
  if (loopback &&
      (ip->enabled == false || ip->dhcp.value_or(false) || ip->autoconf.value_or(false))) {
    merge.findings.error(subject.path(toString(family)),
                         strCat(who, " cannot be off or automatic on the loopback"),
                         "give it static addresses, or leave it out");
  }
  if (family == IpFamily::V6) checkToken(merge, subject, *ip);
  if (ip->addresses) checkAddresses(merge, subject, family);
}

void checkWaitIp(Merge& merge, const Subject& subject) {
  if (!subject.entry->waitIp) return;
  const bool four = isEnabled(merge, subject, IpFamily::V4);
  const bool six = isEnabled(merge, subject, IpFamily::V6);
  const WaitIp wish = *subject.entry->waitIp;
  std::string missing;
  if ((wish == WaitIp::Ipv4 || wish == WaitIp::Both) && !four) missing = "ipv4";
  if ((wish == WaitIp::Ipv6 || wish == WaitIp::Both) && !six) missing = "ipv6";
  if (wish == WaitIp::Any && !four && !six) missing = "ipv4 and ipv6";
  if (missing.empty()) return;
  merge.findings.error(
      subject.path("wait-ip"),
      strCat("interface ", subject.name, " is to wait for an address, but ", missing, " is off"),
      strCat("enable ", missing, ", or remove wait-ip"));
}

void checkNextHop(Merge& merge, std::size_t index, const DesiredRoute& route) {
  const IpFamily family = route.destination->address.family();
  const auto* gateway = wishedValue(route.gateway);
  const bool unicast = route.type.value_or(RouteType::Unicast) == RouteType::Unicast;
  const std::string who = strCat("route to ", *route.destination);
  if (unicast && !route.device) {
    merge.findings.error(routePath(index, "next-hop-interface"), strCat(who, " names no interface"),
                         "add next-hop-interface");
  }
  if (!unicast && (gateway != nullptr || (route.device && route.device->text != "lo"))) {
    merge.findings.error(routePath(index, "route-type"),
                         strCat(who, ": a ", *route.type, " route has no next hop"),
                         "remove next-hop-address and next-hop-interface");
  }
  if (gateway != nullptr && gateway->family() != family) {
    merge.findings.error(routePath(index, "next-hop-address"),
                         strCat(who, ": gateway ", *gateway, " is of another family"),
                         "use an address of the destination's family");
  }
  if (route.source && route.source->family() != family) {
    merge.findings.error(routePath(index, "source"),
                         strCat(who, ": source ", *route.source, " is of another family"),
                         "use an address of the destination's family");
  }
  // The kernel takes 0.0.0.0/8 and longer for itself (RFC 1122, 3.2.1.3).
  const bool thisNetwork = family == IpFamily::V4 && route.destination->length >= 8 &&
                           route.destination->address.bytes()[0] == 0;
  if (unicast && thisNetwork) {
    merge.findings.error(routePath(index, "destination"), strCat(who, " cannot be routed"),
                         "0.0.0.0/0 is the default route");
  }
}

void checkAddedRoute(Merge& merge, std::size_t index, const DesiredRoute& route) {
  if (!route.destination) {
    merge.findings.error(routePath(index, "destination"), "a route has no destination",
                         "add destination, for example 0.0.0.0/0");
    return;
  }
  checkNextHop(merge, index, route);
  const IpFamily family = route.destination->address.family();
  if (route.weight && (*route.weight < 1 || *route.weight > 256 || family == IpFamily::V6)) {
    merge.findings.error(routePath(index, "weight"),
                         strCat("route to ", *route.destination, ": weight ", *route.weight),
                         "weights are 1 to 256, on IPv4 routes");
  }
  if (route.cwnd && *route.cwnd == 0) {
    merge.findings.error(routePath(index, "cwnd"),
                         strCat("route to ", *route.destination, ": cwnd 0"), "use 1 or more");
  }
}

void checkRule(Merge& merge, std::size_t index, const DesiredRule& rule) {
  const auto* from = wishedValue(rule.from);
  const auto* to = wishedValue(rule.to);
  if (!rule.absent && from == nullptr && to == nullptr && !rule.family) {
    merge.findings.error(rulePath(index), "a rule says neither ip-from nor ip-to nor family",
                         "add one of them");
  }
  const auto clash = [&](IpFamily left, IpFamily right, std::string_view key) {
    if (left == right) return;
    merge.findings.error(rulePath(index, key), strCat("a rule mixes ", left, " and ", right),
                         "use one family");
  };
  if (rule.family && from != nullptr) clash(*rule.family, from->address.family(), "ip-from");
  if (rule.family && to != nullptr) clash(*rule.family, to->address.family(), "ip-to");
  if (from != nullptr && to != nullptr)
    clash(from->address.family(), to->address.family(), "ip-to");
  if (rule.fwmask && !rule.fwmark) {
    merge.findings.error(rulePath(index, "fwmask"), "a rule has fwmask without fwmark",
                         "add fwmark");
  }
  constexpr std::uint32_t kFirstKernelPriority = 32766;
  if (!rule.absent && rule.priority &&
      (*rule.priority == 0 || *rule.priority >= kFirstKernelPriority)) {
    merge.findings.warn(rulePath(index, "priority"),
                        strCat("a rule of priority ", *rule.priority,
                               " stands before or behind all of the kernel's own"),
                        "use 1 to 32765");
  }
}

bool isServer(std::string_view text) {
  const auto zone = text.find('%');
  const auto address = IpAddress::parse(text.substr(0, zone));
  if (!address) return false;
  return zone == std::string_view::npos || (address->isLinkLocal() && zone + 1 < text.size());
}

// resolv.conf(5)
bool isResolverOption(const std::string& option) {
  constexpr std::array<std::string_view, 15> kPlain = {
      "debug",        "rotate",        "no-check-names", "inet6",          "ip6-bytestring",
      "ip6-dotint",   "no-ip6-dotint", "edns0",          "single-request", "single-request-reopen",
      "no-tld-query", "use-vc",        "no-reload",      "trust-ad",       "no-aaaa"};
  if (std::ranges::find(kPlain, option) != kPlain.end()) return true;
  for (const std::string_view prefix : {"ndots:", "timeout:", "attempts:"}) {
    if (!option.starts_with(prefix) || option.size() == prefix.size()) continue;
    return std::all_of(option.begin() + static_cast<std::ptrdiff_t>(prefix.size()), option.end(),
                       [](char c) { return c >= '0' && c <= '9'; });
  }
  return false;
}

}  // namespace

void checkIpSections(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.up()) continue;
    checkFamily(merge, subject, IpFamily::V4);
    checkFamily(merge, subject, IpFamily::V6);
    checkWaitIp(merge, subject);
  }
}

void checkRouteWishes(Merge& merge) {
  for (std::size_t index = 0; index < merge.desired.routes.size(); ++index) {
    const DesiredRoute& route = merge.desired.routes[index];
    if (!route.absent) checkAddedRoute(merge, index, route);
  }
}

void checkRuleWishes(Merge& merge) {
  for (std::size_t index = 0; index < merge.desired.rules.size(); ++index) {
    checkRule(merge, index, merge.desired.rules[index]);
  }
}

void checkResolver(Merge& merge) {
  if (!merge.desired.resolver) return;
  const DesiredResolver& wish = *merge.desired.resolver;
  if (wish.servers) {
    for (std::size_t index = 0; index < wish.servers->size(); ++index) {
      const std::string& server = (*wish.servers)[index];
      if (isServer(server)) continue;
      merge.findings.error(strCat("dns-resolver.config.server[", index, "]"),
                           strCat("'", server, "' is no address of a name server"),
                           "write an IP address, a link-local one as fe80::1%eth0");
    }
  }
  if (!wish.options) return;
  for (const std::string& option : *wish.options) {
    if (isResolverOption(option)) continue;
    merge.findings.error("dns-resolver.config.options",
                         strCat("the resolver has no option '", option, "'"), "see resolv.conf(5)");
  }
}

}  // namespace pointsman::plan
