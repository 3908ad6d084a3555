// SPDX-License-Identifier: Apache-2.0
// The phases of a plan that work on links. StepWriter leaves out what is already so; each phase
// therefore says what it wants and does not compare.
#include <algorithm>
#include <utility>
#include <vector>

#include "plan/ovs_lookup.h"
#include "plan/planner.h"

namespace pointsman::plan {

namespace {

enum class Order : std::uint8_t { BaseFirst, BaseLast };

template <typename Names>
std::vector<InterfaceName> sorted(const Names& names,
                                  const std::map<InterfaceName, LinkConfig>& links, Order order) {
  std::vector<std::pair<std::size_t, InterfaceName>> ranked;
  for (const InterfaceName& name : names) ranked.emplace_back(depthOf(links, name), name);
  std::ranges::sort(ranked, [order](const auto& left, const auto& right) {
    if (left.first == right.first) return left.second < right.second;
    return order == Order::BaseFirst ? left.first < right.first : left.first > right.first;
  });
  std::vector<InterfaceName> result;
  for (auto& [depth, name] : ranked) result.push_back(std::move(name));
  return result;
}

std::vector<InterfaceName> namesOf(const std::map<InterfaceName, LinkConfig>& links) {
  std::vector<InterfaceName> names;
  for (const auto& [name, link] : links) names.push_back(name);
  return names;
}

// The links that are in both configurations and live through the plan.
std::vector<InterfaceName> stayingLinks(const Planner& planner) {
  std::vector<InterfaceName> names;
  for (const auto& [name, link] : planner.before.links) {
    if (planner.after.links.contains(name) && !planner.fates.vanishes(name)) names.push_back(name);
  }
  return names;
}

std::vector<InterfaceName> vanishingLinks(const Planner& planner) {
  std::vector<InterfaceName> names;
  for (const auto& [name, link] : planner.before.links) {
    if (planner.fates.vanishes(name)) names.push_back(name);
  }
  return names;
}

}  // namespace

void releaseAltNames(Planner& planner) {
  for (const InterfaceName& name : vanishingLinks(planner)) planner.writer.setAltNames(name, {});
  for (const InterfaceName& name : stayingLinks(planner)) {
    std::set<std::string> kept;
    std::ranges::set_intersection(planner.before.links.at(name).altNames,
                                  planner.after.links.at(name).altNames,
                                  std::inserter(kept, kept.end()));
    planner.writer.setAltNames(name, kept);
  }
}

void takeDown(Planner& planner) {
  std::vector<InterfaceName> names = vanishingLinks(planner);
  names.insert(names.end(), planner.fates.goesDown.begin(), planner.fates.goesDown.end());
  // A base that goes down would take its VLANs along.
  for (const InterfaceName& name : sorted(names, planner.before.links, Order::BaseLast)) {
    planner.writer.setUp(name, false);
  }
}

void leaveControllers(Planner& planner) {
  for (const auto& [name, link] : planner.before.links) {
    if (!link.controller) continue;
    const auto wanted = planner.after.links.find(name);
    const bool leaves =
        planner.fates.vanishes(name) || planner.fates.vanishes(*link.controller) ||
        (wanted != planner.after.links.end() && wanted->second.controller != link.controller);
    if (leaves) planner.writer.setMembership(name, {});
  }
}

// Back to what it was at birth, so that making it again gives what deleting it took.
void undressVanishing(Planner& planner) {
  for (const InterfaceName& name : vanishingLinks(planner)) {
    planner.writer.setAcceptAllMac(name, false);
  }
}

// OVS gives a new internal port what the database orders, and no more.
void undressInternal(Planner& planner) {
  for (const InterfaceName& name : planner.fates.goneInternal) {
    if (!planner.writer.hasLink(name)) continue;
    planner.writer.setMac(name, orderedMac(planner.before.ovs, name));
    planner.writer.setMtu(name, orderedMtu(planner.before.ovs, name).value_or(1500));
  }
}

void deleteLinks(Planner& planner, Side side) {
  const Fates& fates = planner.fates;
  for (const InterfaceName& name : sorted(fates.gone, planner.before.links, Order::BaseLast)) {
    if (fates.deletedEarly.contains(name) != (side == Side::Before)) continue;
    // A veth end may have gone with its peer.
    if (planner.writer.hasLink(name)) planner.writer.deleteLink(name);
  }
}

void changeMtus(Planner& planner, Side side) {
  std::vector<InterfaceName> shrinking;
  std::vector<InterfaceName> growing;
  const auto consider = [&](const InterfaceName& name) {
    const std::uint32_t wanted = planner.after.links.at(name).mtu;
    (wanted < planner.writer.link(name).mtu ? shrinking : growing).push_back(name);
  };
  for (const InterfaceName& name : stayingLinks(planner)) {
    if (planner.fates.mtuLate.contains(name) == (side == Side::After)) consider(name);
  }
  if (side == Side::After) {
    for (const InterfaceName& name : planner.fates.madeInternal) {
      if (planner.after.links.contains(name)) consider(name);
    }
  }
  // A VLAN cannot be larger than its base.
  for (const auto& name : sorted(shrinking, planner.after.links, Order::BaseLast)) {
    planner.writer.setMtu(name, planner.after.links.at(name).mtu);
  }
  for (const auto& name : sorted(growing, planner.after.links, Order::BaseFirst)) {
    planner.writer.setMtu(name, planner.after.links.at(name).mtu);
  }
}

void createLinks(Planner& planner, Side side) {
  const Fates& fates = planner.fates;
  const auto& links = planner.after.links;
  for (const InterfaceName& name : sorted(fates.made, links, Order::BaseFirst)) {
    if (fates.createdLate.contains(name) != (side == Side::After)) continue;
    if (planner.writer.hasLink(name)) continue;  // with its veth peer
    const auto peer = vethPeer(links.at(name).kind);
    const auto peerLink = peer ? links.find(*peer) : links.end();
    planner.writer.createLink(name, links.at(name),
                              peerLink == links.end() ? nullptr : &peerLink->second);
  }
}

void changeKinds(Planner& planner) {
  for (const InterfaceName& name : stayingLinks(planner)) {
    const LinkKind& kind = planner.after.links.at(name).kind;
    if (canMake(kind)) planner.writer.setKind(name, kind);
  }
}

// The MAC address is as the MTU: see findLateMtu() in fate.cpp. Clearing what the database orders
// does not bring the old address back, so when it begins to order one, netlink goes first, and on
// the way back last.
void setMacsAboutToBeOrdered(Planner& planner) {
  for (const InterfaceName& name : stayingLinks(planner)) {
    const auto& mac = planner.after.links.at(name).mac;
    const bool begins =
        orderedMac(planner.after.ovs, name) && !orderedMac(planner.before.ovs, name);
    if (begins && mac) planner.writer.setMac(name, mac);
  }
}

void dressLinks(Planner& planner) {
  for (const auto& [name, wanted] : planner.after.links) {
    if (!planner.writer.hasLink(name)) continue;
    if (wanted.mac) planner.writer.setMac(name, wanted.mac);
    planner.writer.setMembership(name, membershipOf(wanted));
    planner.writer.setAltNames(name, wanted.altNames);
    planner.writer.setAcceptAllMac(name, wanted.acceptAllMac);
  }
}

void bringUp(Planner& planner) {
  // A VLAN cannot be up on a base that is down.
  const auto& links = planner.after.links;
  for (const InterfaceName& name : sorted(namesOf(links), links, Order::BaseFirst)) {
    if (links.at(name).up && planner.writer.hasLink(name)) planner.writer.setUp(name, true);
  }
}

}  // namespace pointsman::plan
