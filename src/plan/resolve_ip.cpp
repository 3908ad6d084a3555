// SPDX-License-Identifier: Apache-2.0
// ipv4 and ipv6 sections.
#include <algorithm>

#include "base/str_cat.h"
#include "plan/address_list.h"
#include "plan/merge.h"
#include "plan/ovs_lookup.h"

namespace pointsman::plan {

namespace {

std::vector<Address> leasesOf(const Merge& merge, const InterfaceName& name, IpFamily family) {
  std::vector<Address> leases;
  const auto facts = merge.observed.facts.links.find(name);
  if (facts == merge.observed.facts.links.end()) return leases;
  for (const Address& address : facts->second.dynamicAddresses) {
    const IpAddress& ip = address.prefix.address;
    const bool madeByKernel = ip.family() == IpFamily::V6 && ip.isLinkLocal();
    if (ip.family() == family && !madeByKernel) leases.push_back({.prefix = address.prefix});
  }
  return leases;
}

// The list of the document, as the host has it when the kernel cannot tell the two apart.
std::vector<Address> mergedAddresses(const std::vector<IpPrefix>& wish,
                                     const std::vector<Address>& present) {
  std::vector<Address> addresses;
  for (const IpPrefix& prefix : wish) {
    const bool linkLocal = prefix.address.family() == IpFamily::V6 && prefix.address.isLinkLocal();
    if (linkLocal) continue;  // the kernel makes those; a rule has warned
    const bool repeated = std::ranges::find(addresses, prefix, &Address::prefix) != addresses.end();
    if (repeated) continue;
    const auto known = std::ranges::find(present, prefix, &Address::prefix);
    addresses.push_back(known == present.end() ? Address{.prefix = prefix} : *known);
  }
  return sameAddresses(addresses, present) ? present : addresses;
}

void mergeAutomation(IpConfig& ip, const DesiredIp& wish) {
  if (!ip.automatic()) {
    // Settings of DHCP mean nothing without it.
    ip = {.enabled = ip.enabled,
          .addresses = std::move(ip.addresses),
          .addrGenMode = ip.addrGenMode,
          .token = ip.token,
          .forwarding = ip.forwarding};
  } else {
    ip.autoDns = wish.autoDns.value_or(ip.autoDns);
    ip.autoGateway = wish.autoGateway.value_or(ip.autoGateway);
    ip.autoRoutes = wish.autoRoutes.value_or(ip.autoRoutes);
    if (wish.autoRouteTable) ip.autoRouteTable = wish.autoRouteTable;
    if (wish.autoRouteMetric) ip.autoRouteMetric = wish.autoRouteMetric;
    if (wish.dhcpClientId) ip.dhcpClientId = wish.dhcpClientId;
    if (wish.dhcpDuid) ip.dhcpDuid = wish.dhcpDuid;
    ip.dhcpSendHostname = wish.dhcpSendHostname.value_or(ip.dhcpSendHostname);
    if (wish.dhcpCustomHostname) ip.dhcpCustomHostname = wish.dhcpCustomHostname;
  }
  if (wish.addrGenMode) ip.addrGenMode = wish.addrGenMode;
  if (isCleared(wish.token)) ip.token.reset();
  if (const auto* token = wishedValue(wish.token)) ip.token = *token;
}

void mergeFamily(Merge& merge, const Subject& subject, LinkConfig& link, IpFamily family) {
  const DesiredIp& wish = *subject.entry->ip(family);
  IpConfig& ip = link.ip(family);
  if (wish.forwarding) ip.forwarding = wish.forwarding;
  if (!wish.enabled.value_or(ip.enabled)) {
    ip = {.forwarding = ip.forwarding};
    return;
  }
  const bool wasAutomatic = ip.automatic();
  ip.enabled = true;
  ip.dhcp = wish.dhcp.value_or(ip.dhcp);
  ip.autoconf = family == IpFamily::V6 && wish.autoconf.value_or(ip.autoconf);
  if (wish.addresses) {
    ip.addresses = mergedAddresses(*wish.addresses, ip.addresses);
  } else if (wasAutomatic && !ip.automatic()) {
    // What was leased stays, as configuration.
    for (const Address& lease : leasesOf(merge, subject.name, family)) {
      const bool there =
          std::ranges::find(ip.addresses, lease.prefix, &Address::prefix) != ip.addresses.end();
      if (!there) ip.addresses.push_back(lease);
    }
  }
  mergeAutomation(ip, wish);
  if (family == IpFamily::V6) return;
  // The kernel has no switch for IPv4: without an address or a client it reads as off. Somebody
  // else's lease counts too.
  const bool othersLease = !wasAutomatic && !leasesOf(merge, subject.name, family).empty();
  ip.enabled = ip.dhcp || !ip.addresses.empty() || othersLease;
}

}  // namespace

void mergeIp(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.up() || subject.type == InterfaceType::OvsBridge) continue;
    LinkConfig* link = merge.findLink(subject.name);
    if (link == nullptr) continue;
    for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
      if (subject.entry->ip(family)) mergeFamily(merge, subject, *link, family);
    }
  }
}

}  // namespace pointsman::plan
