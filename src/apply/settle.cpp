// SPDX-License-Identifier: Apache-2.0
#include "apply/settle.h"

#include <algorithm>
#include <set>
#include <utility>

#include "apply/settle_rows.h"
#include "plan/plan.h"

namespace pointsman::apply {

namespace {

// ---- Links.

LinkConfig* findLink(ObservedState& host, const InterfaceName& name) {
  const auto found = host.config.links.find(name);
  return found == host.config.links.end() ? nullptr : &found->second;
}

LinkConfig born(const LinkKind& kind, const std::optional<MacAddress>& mac, std::uint32_t mtu) {
  LinkConfig link{.kind = kind, .mac = mac, .mtu = mtu};
  link.ipv4 = plan::freshIp(IpFamily::V4);
  link.ipv6 = plan::freshIp(IpFamily::V6);
  return link;
}

const std::optional<InterfaceName>* peerOf(const LinkKind& kind) {
  const auto* veth = std::get_if<VethLink>(&kind);
  return veth == nullptr ? nullptr : &veth->peer;
}

// Also where a link of that name is there: whatever is set on it afterwards has steps of its own.
void settleStep(ObservedState& host, const plan::CreateLink& step) {
  const plan::Birth& birth = step.birth;
  host.config.links.insert_or_assign(step.link, born(birth.kind, birth.mac, birth.mtu));
  if (const auto* peer = peerOf(birth.kind); peer != nullptr && *peer) {
    host.config.links.insert_or_assign(**peer,
                                       born(VethLink{step.link}, birth.peerMac, birth.peerMtu));
  }
}

void settleStep(ObservedState& host, const plan::DeleteLink& step) {
  loseLink(host, step.link);
  if (const auto* peer = peerOf(step.birth.kind); peer != nullptr && *peer) loseLink(host, **peer);
}

void settleStep(ObservedState& host, const plan::ChangeLinkKind& step) {
  if (LinkConfig* link = findLink(host, step.link)) link->kind = step.after;
}

void settleStep(ObservedState& host, const plan::SetLinkUp& step) {
  if (LinkConfig* link = findLink(host, step.link)) link->up = step.after;
}

void settleStep(ObservedState& host, const plan::SetLinkMtu& step) {
  if (LinkConfig* link = findLink(host, step.link)) link->mtu = step.after;
}

void settleStep(ObservedState& host, const plan::SetLinkMac& step) {
  LinkConfig* link = findLink(host, step.link);
  // Empty: any will do.
  if (link != nullptr && step.after) link->mac = step.after;
}

void settleStep(ObservedState& host, const plan::SetLinkController& step) {
  LinkConfig* link = findLink(host, step.link);
  if (link == nullptr) return;
  link->controller = step.after.controller;
  link->bridgePort = step.after.bridgePort;
  link->bondPort = step.after.bondPort;
}

void settleStep(ObservedState& host, const plan::SetAltNames& step) {
  if (LinkConfig* link = findLink(host, step.link)) link->altNames = step.after;
}

void settleStep(ObservedState& host, const plan::SetAcceptAllMac& step) {
  if (LinkConfig* link = findLink(host, step.link)) link->acceptAllMac = step.after;
}

// ---- Layer 3. An address with a lifetime is a lease and stands among the facts.

using Addresses = std::vector<Address>;

bool isLease(const Address& address) { return address.validSeconds.has_value(); }

Addresses::iterator findPrefix(Addresses& addresses, const IpPrefix& prefix) {
  return std::ranges::find(addresses, prefix, &Address::prefix);
}

Addresses* leasesOf(ObservedState& host, const InterfaceName& name) {
  const auto found = host.facts.links.find(name);
  return found == host.facts.links.end() ? nullptr : &found->second.dynamicAddresses;
}

void erasePrefix(Addresses& addresses, const IpPrefix& prefix) {
  std::erase_if(addresses, [&](const Address& address) { return address.prefix == prefix; });
}

void noteIpv4InUse(LinkConfig& link) {
  link.ipv4.enabled = link.ipv4.dhcp || !link.ipv4.addresses.empty();
}

void settleStep(ObservedState& host, const plan::AddAddress& step) {
  LinkConfig* link = findLink(host, step.link);
  if (link == nullptr) return;
  const IpPrefix& prefix = step.address.prefix;
  Addresses& configured = link->ip(prefix.address.family()).addresses;
  if (isLease(step.address)) {
    // Lifetimes run down, so a lease is the same while its prefix is.
    Addresses& leases = host.facts.links[step.link].dynamicAddresses;
    const bool there = findPrefix(leases, prefix) != leases.end() ||
                       findPrefix(configured, prefix) != configured.end();
    if (!there) leases.push_back(step.address);
    return;
  }
  if (findPrefix(configured, prefix) != configured.end()) return;
  configured.push_back(step.address);
  noteIpv4InUse(*link);
}

void settleStep(ObservedState& host, const plan::RemoveAddress& step) {
  LinkConfig* link = findLink(host, step.link);
  if (link == nullptr) return;
  const IpPrefix& prefix = step.address.prefix;
  if (isLease(step.address)) {
    if (Addresses* leases = leasesOf(host, step.link)) erasePrefix(*leases, prefix);
    return;
  }
  Addresses& configured = link->ip(prefix.address.family()).addresses;
  if (findPrefix(configured, prefix) == configured.end()) return;
  erasePrefix(configured, prefix);
  noteIpv4InUse(*link);
}

void settleStep(ObservedState& host, const plan::ChangeAddress& step) {
  LinkConfig* link = findLink(host, step.link);
  if (link == nullptr) return;
  if (isLease(step.before) == isLease(step.after)) {
    Addresses& addresses = link->ip(step.after.prefix.address.family()).addresses;
    const auto found = findPrefix(addresses, step.after.prefix);
    if (found != addresses.end()) *found = step.after;
    return;
  }
  settleStep(host, plan::RemoveAddress{step.link, step.before});
  settleStep(host, plan::AddAddress{step.link, step.after});
}

void settleStep(ObservedState& host, const plan::SetIpMethod& step) {
  LinkConfig* link = findLink(host, step.link);
  if (link == nullptr) return;
  IpConfig& ip = link->ip(step.family);
  if (plan::methodOf(ip, step.family) == step.after) return;
  Addresses addresses = std::move(ip.addresses);
  ip = step.after;
  ip.addresses = std::move(addresses);
  if (step.family == IpFamily::V4) noteIpv4InUse(*link);
}

bool isConfiguration(const Route& route) {
  return route.protocol == kRouteProtocolStatic || route.protocol == kRouteProtocolBoot;
}

bool canLeave(const ObservedState& host, const Route& route) {
  return !route.device || host.config.links.contains(*route.device);
}

void settleStep(ObservedState& host, const plan::AddRoute& step) {
  if (!canLeave(host, step.route)) return;
  if (isConfiguration(step.route)) {
    host.config.routes.insert(step.route);
    return;
  }
  auto& running = host.facts.runningRoutes;
  if (std::ranges::find(running, step.route) == running.end()) running.push_back(step.route);
}

void settleStep(ObservedState& host, const plan::RemoveRoute& step) {
  host.config.routes.erase(step.route);
  std::erase(host.facts.runningRoutes, step.route);
}

void settleStep(ObservedState& host, const plan::ReplaceRoute& step) {
  settleStep(host, plan::RemoveRoute{step.before});
  settleStep(host, plan::AddRoute{step.after});
}

void settleStep(ObservedState& host, const plan::AddRule& step) {
  host.config.rules.insert(step.rule);
}

void settleStep(ObservedState& host, const plan::RemoveRule& step) {
  host.config.rules.erase(step.rule);
}

// ---- The rest.

void settleStep(ObservedState& host, const plan::SetResolver& step) {
  host.config.resolver = step.after;
}

void settleStep(ObservedState& host, const plan::SetHostname& step) {
  host.config.hostname = step.after.running;
  host.config.staticHostname = step.after.fixed;
}

// A link that goes and comes again on the way is without what the kernel or OVS chooses; whatever
// was chosen for the one that is there will do.
void keepChosenMacs(const ObservedState& original, ObservedState& host) {
  for (auto& [name, link] : host.config.links) {
    const auto found = original.config.links.find(name);
    if (!link.mac && found != original.config.links.end()) link.mac = found->second.mac;
  }
}

// Leases and running routes, in which neither order nor remaining lifetime is anybody's setting.
using Running = std::pair<std::set<std::pair<InterfaceName, IpPrefix>>, std::set<Route>>;
Running runningOf(const HostFacts& facts) {
  Running running;
  for (const auto& [name, link] : facts.links) {
    for (const Address& address : link.dynamicAddresses) {
      running.first.emplace(name, address.prefix);
    }
  }
  running.second.insert(facts.runningRoutes.begin(), facts.runningRoutes.end());
  return running;
}

}  // namespace

ObservedState settle(ObservedState state, std::span<const plan::Step> steps) {
  const ObservedState original = state;
  for (const plan::Step& step : steps) {
    std::visit([&](const auto& body) { settleStep(state, body); }, step);
  }
  keepChosenMacs(original, state);
  return state;
}

bool isAsWanted(const ObservedState& now, const ObservedState& wanted) {
  if (runningOf(now.facts) != runningOf(wanted.facts)) return false;
  return now.config == wanted.config ||
         plan::planSteps(now.config, wanted.config, now.facts).empty();
}

bool isSettled(const ObservedState& state, std::span<const plan::Step> steps) {
  return isAsWanted(state, settle(state, steps));
}

}  // namespace pointsman::apply
