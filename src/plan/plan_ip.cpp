// SPDX-License-Identifier: Apache-2.0
// The phases of a plan that work on addresses, routes and rules.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "plan/address_list.h"
#include "plan/planner.h"

namespace pointsman::plan {

namespace {

constexpr std::array kFamilies = {IpFamily::V4, IpFamily::V6};

IpFamily familyOf(const Route& route) { return route.destination.address.family(); }

// Routes without a gateway first: a gateway may be reachable by one of them. The default route
// last: when it points to the new link, everything else is in place.
int rankOf(const Route& route) {
  if (route.destination.isDefault()) return 2;
  return route.gateway ? 1 : 0;
}

std::vector<Route> inOrderOfAdding(std::vector<Route> routes) {
  std::ranges::stable_sort(routes, {}, rankOf);
  return routes;
}

// The reverse, so that the inverse of a plan adds in the right order too.
std::vector<Route> inOrderOfRemoval(std::vector<Route> routes) {
  routes = inOrderOfAdding(std::move(routes));
  std::ranges::reverse(routes);
  return routes;
}

IpConfig withoutAutomation(IpConfig ip) {
  ip.dhcp = false;
  ip.autoconf = false;
  return ip;
}

// Towards 'wanted', which has no automation. A client that is stopped leaves what it obtained; the
// steps that follow remove that. IPv6 is switched off only after that.
void stopAutomation(Planner& planner, const InterfaceName& name, IpFamily family,
                    const IpConfig& wanted) {
  const IpConfig& ip = planner.writer.link(name).ip(family);
  if (!ip.automatic()) return;
  planner.writer.setMethod(name, family, family == IpFamily::V4 ? wanted : withoutAutomation(ip));
}

bool holds(const LinkConfig& link, const IpAddress& wanted) {
  return std::ranges::any_of(kFamilies, [&](IpFamily family) {
    return std::ranges::any_of(link.ip(family).addresses, [&](const Address& address) {
      return address.prefix.address == wanted;
    });
  });
}

// Those that leave by the link, and those that leave from its addresses.
void removeRoutesOf(Planner& planner, const InterfaceName& name) {
  std::vector<Route> routes;
  for (const Route& route : planner.writer.now().routes) {
    const bool fromHere = route.source && holds(planner.writer.link(name), *route.source);
    if (route.device == name || fromHere) routes.push_back(route);
  }
  for (const Route& route : inOrderOfRemoval(routes)) planner.writer.removeRoute(route);
}

void removeLeasedRoutesOf(Planner& planner, const InterfaceName& name, IpFamily family) {
  for (const Route& route : inOrderOfRemoval(planner.writer.leasedRoutes(name, family))) {
    planner.writer.removeLeasedRoute(route);
  }
}

// Last one first: removing a primary IPv4 address would take its secondaries along.
void removeAddressesOf(Planner& planner, const InterfaceName& name, IpFamily family) {
  std::vector<Address> addresses = planner.writer.link(name).ip(family).addresses;
  std::ranges::reverse(addresses);
  for (const Address& address : addresses) planner.writer.removeAddress(name, address);
  std::vector<Address> leases = planner.writer.leases(name, family);
  std::ranges::reverse(leases);
  for (const Address& lease : leases) planner.writer.removeLease(name, lease);
}

// The addresses that 'after' has on one link and family, and how to get there.
struct AddressChange {
  std::vector<Address> removed = {};
  std::vector<Address> removedLeases = {};
  std::vector<std::pair<Address, Address>> changed = {};
  std::vector<Address> added = {};
  bool noneStays = false;  // the kernel then drops the routes of that family on the link
};

AddressChange diffAddresses(const Planner& planner, const InterfaceName& name, IpFamily family) {
  const IpConfig& present = planner.writer.link(name).ip(family);
  const IpConfig& wanted = planner.after.links.at(name).ip(family);
  AddressChange change;
  const auto rebuilt = rebuiltNetworks(present.addresses, wanted.addresses);
  std::set<IpPrefix> staying;
  for (const Address& address : present.addresses) {
    const auto kept = std::ranges::find(wanted.addresses, address.prefix, &Address::prefix);
    if (kept == wanted.addresses.end() || rebuilt.contains(address.prefix.network())) {
      change.removed.push_back(address);
      continue;
    }
    staying.insert(address.prefix);
    if (*kept != address) change.changed.emplace_back(address, *kept);
  }
  std::ranges::copy_if(wanted.addresses, std::back_inserter(change.added),
                       [&](const Address& address) { return !staying.contains(address.prefix); });
  const IpConfig& old =
      planner.before.links.contains(name) ? planner.before.links.at(name).ip(family) : present;
  const bool losesLeases =
      !wanted.automatic() && (old.automatic() || (old.enabled && !wanted.enabled));
  for (const Address& lease : planner.writer.leases(name, family)) {
    const bool adopted =
        std::ranges::find(change.added, lease.prefix, &Address::prefix) != change.added.end();
    if (losesLeases && !adopted) change.removedLeases.push_back(lease);
  }
  std::ranges::reverse(change.removed);
  std::ranges::reverse(change.removedLeases);
  change.noneStays = staying.empty() && !(change.removed.empty() && change.removedLeases.empty());
  return change;
}

using AddressChanges = std::map<std::pair<InterfaceName, IpFamily>, AddressChange>;

AddressChanges diffAllAddresses(const Planner& planner) {
  AddressChanges changes;
  for (const auto& [name, wanted] : planner.after.links) {
    if (!planner.writer.hasLink(name)) continue;
    for (const IpFamily family : kFamilies) {
      changes.emplace(std::pair(name, family), diffAddresses(planner, name, family));
    }
  }
  return changes;
}

// Whether the kernel would drop the route, or its source, while addresses change.
bool isShaken(const Route& route, const AddressChanges& changes) {
  for (const auto& [where, change] : changes) {
    const bool mine = route.device == where.first && familyOf(route) == where.second;
    if (mine && change.noneStays) return true;
    if (!route.source) continue;
    const auto hasSource = [&](const Address& address) {
      return address.prefix.address == *route.source;
    };
    if (std::ranges::any_of(change.removed, hasSource)) return true;
    if (std::ranges::any_of(change.removedLeases, hasSource)) return true;
  }
  return false;
}

using RouteKey = std::tuple<IpPrefix, std::uint32_t, std::uint32_t>;
RouteKey keyOf(const Route& route) { return {route.destination, route.table, route.metric}; }

// Whether the link of the route keeps all its addresses. Otherwise its gateway may be out of reach
// when the plan is taken back.
bool standsFirm(const Route& route, const AddressChanges& changes) {
  const auto found = changes.find({*route.device, familyOf(route)});
  return found != changes.end() && found->second.removed.empty() &&
         found->second.removedLeases.empty() && !isShaken(route, changes);
}

// Whether the gateway is on the link's own network, not behind another route that may come and go.
bool isNextDoor(const HostConfig& config, const Route& route) {
  if (!route.device || !route.gateway) return false;
  const auto link = config.links.find(*route.device);
  return link != config.links.end() &&
         std::ranges::any_of(
             link->second.ip(familyOf(route)).addresses,
             [&](const Address& address) { return address.prefix.contains(*route.gateway); });
}

// Routes that can be swapped in place: alone under their key on both sides, and the old one stands
// until then.
std::map<Route, Route> findReplacements(const Planner& planner, const AddressChanges& changes) {
  std::map<RouteKey, std::vector<Route>> present;
  std::map<RouteKey, std::vector<Route>> wanted;
  for (const Route& route : planner.writer.now().routes) present[keyOf(route)].push_back(route);
  for (const Route& route : planner.after.routes) wanted[keyOf(route)].push_back(route);
  std::map<Route, Route> replacements;
  for (const auto& [key, old] : present) {
    const auto found = wanted.find(key);
    if (found == wanted.end() || old.size() != 1 || found->second.size() != 1) continue;
    const Route& before = old.front();
    const Route& after = found->second.front();
    if (before == after || !isNextDoor(planner.before, before)) continue;
    if (isNextDoor(planner.after, after) && standsFirm(before, changes)) {
      replacements.emplace(before, after);
    }
  }
  return replacements;
}

void removeRoutes(Planner& planner, const AddressChanges& changes,
                  const std::map<Route, Route>& replacements) {
  std::vector<Route> doomed;
  for (const Route& route : planner.writer.now().routes) {
    if (replacements.contains(route)) continue;
    if (!planner.after.routes.contains(route) || isShaken(route, changes)) doomed.push_back(route);
  }
  for (const Route& route : inOrderOfRemoval(doomed)) planner.writer.removeRoute(route);
}

void addRoutes(Planner& planner, const std::map<Route, Route>& replacements) {
  std::map<Route, Route> origin;
  for (const auto& [before, after] : replacements) origin.emplace(after, before);
  std::vector<Route> missing;
  std::ranges::set_difference(planner.after.routes, planner.writer.now().routes,
                              std::back_inserter(missing));
  for (const Route& route : inOrderOfAdding(missing)) {
    if (const auto found = origin.find(route); found != origin.end()) {
      planner.writer.replaceRoute(found->second, route);
    } else {
      planner.writer.addRoute(route);
    }
  }
}

void stopUnwantedAutomation(Planner& planner, const AddressChanges& changes) {
  for (const auto& [where, change] : changes) {
    const auto& [name, family] = where;
    const IpConfig& wanted = planner.after.links.at(name).ip(family);
    if (!wanted.automatic()) stopAutomation(planner, name, family, wanted);
    if (!change.removedLeases.empty()) removeLeasedRoutesOf(planner, name, family);
  }
}

void removeAddresses(Planner& planner, const AddressChanges& changes) {
  for (const auto& [where, change] : changes) {
    const auto& [name, family] = where;
    for (const Address& address : change.removed) planner.writer.removeAddress(name, address);
    for (const Address& lease : change.removedLeases) planner.writer.removeLease(name, lease);
    // Disabling IPv6 drops every address, so it follows their removal.
    const IpConfig& wanted = planner.after.links.at(name).ip(family);
    if (!wanted.enabled) planner.writer.setMethod(name, family, wanted);
  }
}

void addAddresses(Planner& planner, const AddressChanges& changes) {
  for (const auto& [where, change] : changes) {
    const auto& [name, family] = where;
    const IpConfig& wanted = planner.after.links.at(name).ip(family);
    // IPv6 takes no address while it is off.
    const bool wasOff = family == IpFamily::V6 && !planner.writer.link(name).ipv6.enabled;
    if (wasOff && wanted.enabled) {
      planner.writer.setMethod(name, family, withoutAutomation(wanted));
    }
    for (const auto& [before, after] : change.changed) {
      planner.writer.changeAddress(name, before, after);
    }
    const std::vector<Address> leases = planner.writer.leases(name, family);
    for (const Address& address : change.added) {
      const auto lease = std::ranges::find(leases, address.prefix, &Address::prefix);
      if (lease != leases.end()) {
        planner.writer.adoptLease(name, *lease, address);
      } else {
        planner.writer.addAddress(name, address);
      }
    }
    planner.writer.setMethod(name, family, wanted);
  }
}

}  // namespace

void stripVanishing(Planner& planner) {
  for (const auto& [name, link] : planner.before.links) {
    const bool vanishes = planner.fates.vanishes(name);
    if (!vanishes && !planner.fates.goesDown.contains(name)) continue;
    removeRoutesOf(planner, name);
    for (const IpFamily family : kFamilies) {
      removeLeasedRoutesOf(planner, name, family);
      if (vanishes) stopAutomation(planner, name, family, freshIp(family));
      // IPv4 addresses stay on a link that is down.
      if (vanishes || family == IpFamily::V6) removeAddressesOf(planner, name, family);
      if (vanishes) planner.writer.setMethod(name, family, freshIp(family));
    }
  }
}

void changeIp(Planner& planner) {
  const AddressChanges changes = diffAllAddresses(planner);
  const auto replacements = findReplacements(planner, changes);
  stopUnwantedAutomation(planner, changes);
  for (const Rule& rule : planner.before.rules) {
    if (!planner.after.rules.contains(rule)) planner.writer.removeRule(rule);
  }
  removeRoutes(planner, changes, replacements);
  removeAddresses(planner, changes);
  addAddresses(planner, changes);
  addRoutes(planner, replacements);
  for (const Rule& rule : planner.after.rules) {
    if (!planner.before.rules.contains(rule)) planner.writer.addRule(rule);
  }
}

}  // namespace pointsman::plan
