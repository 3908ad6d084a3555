// SPDX-License-Identifier: Apache-2.0
// Kernel links: what they are, and what follows from one for another.
#include <algorithm>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "plan/fate.h"
#include "plan/merge.h"
#include "plan/ovs_lookup.h"
#include "plan/step_writer.h"

namespace pointsman::plan {

namespace {

template <typename Link>
Link currentKind(const LinkConfig* link) {
  if (link == nullptr) return {};
  const auto* kind = std::get_if<Link>(&link->kind);
  return kind == nullptr ? Link{} : *kind;
}

template <typename T, typename U>
void assignIf(T& value, const std::optional<U>& wish) {
  if (wish) value = *wish;
}

template <typename Section>
Section sectionOf(const Subject& subject) {
  const auto* section = std::get_if<Section>(&subject.entry->kind);
  return section == nullptr ? Section{} : *section;
}

BondLink mergedBond(const Subject& subject, const LinkConfig* link) {
  auto bond = currentKind<BondLink>(link);
  const auto wish = sectionOf<DesiredBond>(subject);
  // Options mean different things in different modes.
  if (wish.mode && *wish.mode != bond.mode) bond = {.mode = *wish.mode};
  for (const auto& [key, value] : wish.options) bond.options.insert_or_assign(key, value);
  return bond;
}

VlanLink mergedVlan(const Subject& subject, const LinkConfig* link) {
  auto vlan = currentKind<VlanLink>(link);
  const auto wish = sectionOf<DesiredVlan>(subject);
  assignIf(vlan.base, wish.base);
  assignIf(vlan.id, wish.id);
  assignIf(vlan.protocol, wish.protocol);
  assignIf(vlan.reorderHeaders, wish.reorderHeaders);
  assignIf(vlan.looseBinding, wish.looseBinding);
  assignIf(vlan.registration, wish.registration);
  return vlan;
}

LinuxBridgeLink mergedLinuxBridge(const Subject& subject, const LinkConfig* link) {
  auto bridge = currentKind<LinuxBridgeLink>(link);
  const auto wish = sectionOf<DesiredLinuxBridge>(subject);
  for (const auto& [key, value] : wish.options) bridge.options.insert_or_assign(key, value);
  return bridge;
}

VxlanLink mergedVxlan(const Subject& subject, const LinkConfig* link) {
  auto vxlan = currentKind<VxlanLink>(link);
  const auto wish = sectionOf<DesiredVxlan>(subject);
  assignIf(vxlan.base, wish.base);
  assignIf(vxlan.id, wish.id);
  assignIf(vxlan.remote, wish.remote);
  assignIf(vxlan.local, wish.local);
  assignIf(vxlan.learning, wish.learning);
  assignIf(vxlan.destinationPort, wish.destinationPort);
  return vxlan;
}

MacVlanLink mergedMacVlan(const Subject& subject, const LinkConfig* link) {
  auto macVlan = currentKind<MacVlanLink>(link);
  const auto wish = sectionOf<DesiredMacVlan>(subject);
  assignIf(macVlan.base, wish.base);
  assignIf(macVlan.mode, wish.mode);
  assignIf(macVlan.promiscuous, wish.promiscuous);
  macVlan.tap = subject.type == InterfaceType::MacVtap;
  return macVlan;
}

IpVlanLink mergedIpVlan(const Subject& subject, const LinkConfig* link) {
  auto ipVlan = currentKind<IpVlanLink>(link);
  const auto wish = sectionOf<DesiredIpVlan>(subject);
  assignIf(ipVlan.base, wish.base);
  assignIf(ipVlan.mode, wish.mode);
  assignIf(ipVlan.isPrivate, wish.isPrivate);
  assignIf(ipVlan.vepa, wish.vepa);
  return ipVlan;
}

std::optional<LinkKind> mergedKind(const Subject& subject, const LinkConfig* link) {
  switch (subject.type) {
    case InterfaceType::Dummy:
      return DummyLink{};
    case InterfaceType::Bond:
      return mergedBond(subject, link);
    case InterfaceType::Vlan:
      return mergedVlan(subject, link);
    case InterfaceType::LinuxBridge:
      return mergedLinuxBridge(subject, link);
    case InterfaceType::Vxlan:
      return mergedVxlan(subject, link);
    case InterfaceType::MacVlan:
    case InterfaceType::MacVtap:
      return mergedMacVlan(subject, link);
    case InterfaceType::IpVlan:
      return mergedIpVlan(subject, link);
    case InterfaceType::Vrf: {
      auto vrf = currentKind<VrfLink>(link);
      assignIf(vrf.table, sectionOf<DesiredVrf>(subject).table);
      return vrf;
    }
    default:
      return std::nullopt;  // nothing to merge, or nothing we make
  }
}

void bearLink(Merge& merge, const InterfaceName& name, LinkKind kind) {
  merge.target.links.insert_or_assign(name, LinkConfig{.kind = std::move(kind), .up = true});
  merge.fresh.insert(name);
}

void mergeVeth(Merge& merge, const Subject& subject) {
  const auto* wish = std::get_if<DesiredVeth>(&subject.entry->kind);
  if (wish == nullptr) return;
  const LinkConfig* link = merge.findLink(subject.name);
  const auto oldPeer = link == nullptr ? std::nullopt : vethPeer(link->kind);
  if (oldPeer == wish->peer) return;
  // The old pair goes as a whole; this end is made again with what was set on it.
  std::optional<LinkConfig> kept;
  if (link != nullptr) kept = *link;
  if (link != nullptr) removeLink(merge, subject.name);
  bearLink(merge, subject.name, VethLink{wish->peer});
  if (kept) {
    kept->kind = VethLink{wish->peer};
    merge.target.links.at(subject.name) = *kept;
    merge.fresh.erase(subject.name);
  }
  if (const LinkConfig* present = merge.findLink(wish->peer);
      present == nullptr || vethPeer(present->kind) != subject.name) {
    if (present != nullptr) removeLink(merge, wish->peer);
    bearLink(merge, wish->peer, VethLink{subject.name});
  }
}

// A device of another kind bears the name: it makes room.
void makeRoom(Merge& merge, const Subject& subject) {
  const LinkConfig* link = merge.findLink(subject.name);
  if (link == nullptr || typeOf(link->kind) == subject.type) return;
  if (canMake(link->kind)) {
    removeLink(merge, subject.name);
  } else if (std::holds_alternative<OvsInternalLink>(link->kind)) {
    removeFromOvs(merge, subject.name);
  }
}

// What the kernel or OVS gives a new link of which the document does not say how large it is.
std::uint32_t naturalMtu(const Merge& merge, const InterfaceName& name, const LinkConfig& link) {
  constexpr std::uint32_t kVxlanHeaders = 50;  // over IPv4
  if (const auto place = findPlace(merge.target.ovs, name);
      place && place->interface->type == kOvsInternal) {
    std::optional<std::uint32_t> least;
    for (const auto& [portName, port] : place->bridge->ports) {
      for (const auto& [member, interface] : port.interfaces) {
        const LinkConfig* other = merge.findLink(member);
        if (interface.type != kOvsSystem || other == nullptr) continue;
        least = std::min(least.value_or(other->mtu), other->mtu);
      }
    }
    return least.value_or(1500);
  }
  const auto base = baseOf(link.kind);
  const LinkConfig* baseLink = base ? merge.findLink(*base) : nullptr;
  if (baseLink == nullptr) return 1500;
  return std::holds_alternative<VxlanLink>(link.kind) ? baseLink->mtu - kVxlanHeaders
                                                      : baseLink->mtu;
}

bool mtuIsWished(const Merge& merge, const InterfaceName& name) {
  const Subject* subject = merge.findSubject(name);
  return subject != nullptr && subject->up() && subject->entry->mtu.has_value();
}

void settleMtu(Merge& merge, const InterfaceName& name, LinkConfig& link) {
  if (mtuIsWished(merge, name)) return;
  if (merge.fresh.contains(name)) link.mtu = naturalMtu(merge, name, link);
  // A bond gives its ports its own MTU.
  const LinkConfig* controller = link.controller ? merge.findLink(*link.controller) : nullptr;
  if (controller != nullptr && std::holds_alternative<BondLink>(controller->kind)) {
    link.mtu = controller->mtu;
  }
  const auto* vlan = std::get_if<VlanLink>(&link.kind);
  const LinkConfig* base = vlan == nullptr ? nullptr : merge.findLink(vlan->base);
  if (base != nullptr && base->mtu < link.mtu) {
    merge.findings.warn("interfaces",
                        strCat("VLAN ", name, " shrinks from MTU ", link.mtu, " to ", base->mtu,
                               " with its base ", vlan->base),
                        strCat("list ", name, " with the mtu it shall have"));
    link.mtu = base->mtu;
  }
}

// OVS gives an internal port the MAC address that its rows order.
void settleMac(Merge& merge, const InterfaceName& name, LinkConfig& link) {
  const auto mac = orderedMac(merge.target.ovs, name);
  if (mac && mac != orderedMac(merge.observed.config.ovs, name)) link.mac = mac;
}

// A VLAN is down when its base is.
void settleState(Merge& merge, const InterfaceName& name, LinkConfig& link) {
  const auto* vlan = std::get_if<VlanLink>(&link.kind);
  if (vlan == nullptr || vlan->looseBinding || !link.up) return;
  const LinkConfig* base = merge.findLink(vlan->base);
  if (base == nullptr || base->up) return;
  const Subject* baseSubject = merge.findSubject(vlan->base);
  if (baseSubject != nullptr && baseSubject->removed()) {
    merge.findings.warn(baseSubject->path("state"),
                        strCat("VLAN ", name, " goes down with its base ", vlan->base),
                        strCat("list ", name, " as down or absent to say that it is meant"));
  }
  link.up = false;
  stripIp(link);
}

}  // namespace

void mergeKinds(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.up()) continue;
    if (isKernelType(subject.type)) makeRoom(merge, subject);
    if (subject.type == InterfaceType::Veth) mergeVeth(merge, subject);
    LinkConfig* link = merge.findLink(subject.name);
    auto kind = mergedKind(subject, link);
    if (!kind) continue;
    if (link == nullptr) {
      bearLink(merge, subject.name, std::move(*kind));
    } else {
      link->kind = std::move(*kind);
    }
  }
}

void settleLinks(Merge& merge) {
  std::vector<std::pair<std::size_t, InterfaceName>> ranked;
  for (const auto& [name, link] : merge.target.links) {
    // Internal ports take their size from the bridge's other ports, so they come after those.
    const bool internal = std::holds_alternative<OvsInternalLink>(link.kind);
    ranked.emplace_back(2 * depthOf(merge.target.links, name) + (internal ? 1 : 0), name);
  }
  std::ranges::sort(ranked);
  for (const auto& [rank, name] : ranked) {
    LinkConfig& link = merge.target.links.at(name);
    settleMac(merge, name, link);
    settleMtu(merge, name, link);
    settleState(merge, name, link);
  }
}

}  // namespace pointsman::plan
