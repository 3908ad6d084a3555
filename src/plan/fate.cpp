// SPDX-License-Identifier: Apache-2.0
#include "plan/fate.h"

#include <algorithm>
#include <optional>

#include "base/overloaded.h"
#include "plan/ovs_lookup.h"
#include "plan/step_writer.h"

namespace pointsman::plan {

namespace {

using Links = std::map<InterfaceName, LinkConfig>;

const LinkConfig* findLink(const Links& links, const InterfaceName& name) {
  const auto found = links.find(name);
  return found == links.end() ? nullptr : &found->second;
}

std::string optionOf(const BondLink& bond, const char* key) {
  const auto found = bond.options.find(key);
  return found == bond.options.end() ? std::string() : found->second;
}

// Whether the kernel can turn one into the other while the link lives.
bool canChange(const LinkKind& before, const LinkKind& after) {
  if (before == after) return true;
  if (before.index() != after.index()) return false;
  return std::visit(Overloaded{
                        [&](const BondLink& bond) {
                          // The kernel changes the mode, and fail_over_mac, only while the bond has
                          // no ports.
                          const auto& wanted = std::get<BondLink>(after);
                          return bond.mode == wanted.mode && optionOf(bond, "fail_over_mac") ==
                                                                 optionOf(wanted, "fail_over_mac");
                        },
                        [&](const VlanLink& vlan) {
                          const auto& wanted = std::get<VlanLink>(after);
                          return vlan.base == wanted.base && vlan.id == wanted.id &&
                                 vlan.protocol == wanted.protocol;
                        },
                        [](const LinuxBridgeLink&) { return true; },
                        [](const auto&) { return false; },
                    },
                    before);
}

// Bond options that the kernel changes only while the bond is down (BOND_OPTFLAG_IFDOWN in
// drivers/net/bonding/bond_options.c). A VLAN that begins or ceases to follow its base is down
// meanwhile, so that it does not matter when its base is.
bool changesWhileDownOnly(const LinkKind& before, const LinkKind& after) {
  if (before.index() != after.index()) return false;
  if (const auto* vlan = std::get_if<VlanLink>(&before)) {
    return vlan->looseBinding != std::get<VlanLink>(after).looseBinding;
  }
  const auto* bond = std::get_if<BondLink>(&before);
  if (bond == nullptr) return false;
  return std::ranges::any_of(
      std::initializer_list<const char*>{"lacp_rate", "ad_select", "ad_user_port_key",
                                         "tlb_dynamic_lb"},
      [&](const char* key) {
        return optionOf(*bond, key) != optionOf(std::get<BondLink>(after), key);
      });
}

// A bond and a VRF take a port, and let it go, only while it is down: bond_enslave() refuses an up
// link, and both leave it without IPv6 addresses and routes.
bool wantsPortsDown(const Links& links, const std::optional<InterfaceName>& controller) {
  if (!controller) return false;
  const LinkConfig* link = findLink(links, *controller);
  return link != nullptr && (std::holds_alternative<BondLink>(link->kind) ||
                             std::holds_alternative<VrfLink>(link->kind));
}

class FateFinder {
 public:
  FateFinder(const HostConfig& before, const HostConfig& after) : before_(before), after_(after) {}

  Fates find() {
    findInternal();
    findGoneAndMade();
    findLateMtu();
    findDeletedEarly();
    findCreatedLate();
    findGoesDown();
    return std::move(fates_);
  }

 private:
  void findInternal() {
    for (const auto& [bridgeName, bridge] : before_.ovs.bridges) {
      for (const auto& [portName, port] : bridge.ports) {
        for (const auto& [name, interface] : port.interfaces) {
          if (interface.type != kOvsInternal) continue;
          if (!internalLinkStays(bridgeName, portName, name)) fates_.goneInternal.insert(name);
        }
      }
    }
    for (const auto& [bridgeName, bridge] : after_.ovs.bridges) {
      for (const auto& [portName, port] : bridge.ports) {
        for (const auto& [name, interface] : port.interfaces) {
          if (interface.type != kOvsInternal) continue;
          const auto place = findPlace(before_.ovs, name);
          const bool there = place && place->interface->type == kOvsInternal &&
                             !fates_.goneInternal.contains(name);
          if (!there) fates_.madeInternal.insert(name);
        }
      }
    }
  }

  [[nodiscard]] bool internalLinkStays(const BridgeName& bridgeName, const PortName& portName,
                                       const InterfaceName& name) const {
    const auto bridge = after_.ovs.bridges.find(bridgeName);
    if (bridge == after_.ovs.bridges.end()) return false;
    const OvsBridgeConfig& old = before_.ovs.bridges.at(bridgeName);
    const auto port = bridge->second.ports.find(portName);
    if (port == bridge->second.ports.end()) return false;
    const auto interface = port->second.interfaces.find(name);
    return interface != port->second.interfaces.end() &&
           interfaceStays(old.ports.at(portName).interfaces.at(name), interface->second,
                          devicesOf(old, bridge->second));
  }

  // A link falls with what it stands on, and a veth end with its peer.
  void findGoneAndMade() {
    bool grown = true;
    while (grown) {
      grown = false;
      for (const auto& [name, link] : before_.links) {
        if (fates_.gone.contains(name) || !canMake(link.kind)) continue;
        if (mustGo(name, link)) grown = fates_.gone.insert(name).second || grown;
      }
    }
    for (const auto& [name, link] : after_.links) {
      if (!canMake(link.kind)) continue;
      if (!before_.links.contains(name) || fates_.vanishes(name)) fates_.made.insert(name);
    }
  }

  [[nodiscard]] bool mustGo(const InterfaceName& name, const LinkConfig& link) const {
    const LinkConfig* wanted = findLink(after_.links, name);
    if (wanted == nullptr || !canChange(link.kind, wanted->kind)) return true;
    const auto base = baseOf(link.kind);
    if (base && fates_.vanishes(*base)) return true;
    const auto peer = vethPeer(link.kind);
    return peer && fates_.gone.contains(*peer);
  }

  // The MTU of a link in OVS is the database's affair once it names one, so the order of netlink
  // and OVSDB matters in both directions. When the database begins to name it, netlink goes first;
  // taken back, the key goes first and netlink sets what was there, since clearing mtu_request
  // leaves the MTU where it is. Everywhere else netlink follows the transaction.
  void findLateMtu() {
    for (const auto& [name, link] : before_.links) {
      if (fates_.vanishes(name)) continue;
      const bool orderedBefore = orderedMtu(before_.ovs, name).has_value();
      const bool orderedAfter = orderedMtu(after_.ovs, name).has_value();
      const bool concernsOvs =
          orderedBefore || orderedAfter || std::holds_alternative<OvsInternalLink>(link.kind);
      if (concernsOvs && !(orderedAfter && !orderedBefore)) fates_.mtuLate.insert(name);
    }
    // What stands on such a link can grow only after it.
    bool grown = true;
    while (grown) {
      grown = false;
      for (const auto& [name, link] : before_.links) {
        const LinkConfig* wanted = findLink(after_.links, name);
        const auto base = baseOf(link.kind);
        if (wanted == nullptr || !base || wanted->mtu <= link.mtu) continue;
        if (fates_.mtuLate.contains(*base)) grown = fates_.mtuLate.insert(name).second || grown;
      }
    }
  }

  // Links that are ports of an OVS bridge leave it first and are deleted then, so that OVS never
  // reports a missing device; unless something needs them out of the way earlier.
  void findDeletedEarly() {
    bool grown = true;
    while (grown) {
      grown = false;
      for (const InterfaceName& name : fates_.gone) {
        if (fates_.deletedEarly.contains(name)) continue;
        if (inTheWay(name)) grown = fates_.deletedEarly.insert(name).second || grown;
      }
    }
  }

  [[nodiscard]] bool inTheWay(const InterfaceName& name) const {
    const LinkConfig& link = before_.links.at(name);
    const bool reused = fates_.made.contains(name) || fates_.madeInternal.contains(name);
    if (reused || bridgeHolding(before_.ovs, name) == nullptr) return true;
    if (const auto peer = vethPeer(link.kind); peer && fates_.deletedEarly.contains(*peer)) {
      return true;
    }
    if (const auto base = baseOf(link.kind)) {
      if (fates_.goneInternal.contains(*base) || fates_.deletedEarly.contains(*base)) return true;
      const LinkConfig* wantedBase = findLink(after_.links, *base);
      if (wantedBase != nullptr && wantedBase->mtu < link.mtu) return true;
    }
    // The kernel refuses a second VLAN of one id, or VXLAN of one network, on one base.
    return std::ranges::any_of(fates_.made, [&](const InterfaceName& other) {
      const LinkKind& kind = after_.links.at(other).kind;
      return kind.index() == link.kind.index() && baseOf(kind) == baseOf(link.kind);
    });
  }

  void findCreatedLate() {
    bool grown = true;
    while (grown) {
      grown = false;
      for (const InterfaceName& name : fates_.made) {
        if (fates_.createdLate.contains(name)) continue;
        if (mustWait(name)) grown = fates_.createdLate.insert(name).second || grown;
      }
    }
  }

  [[nodiscard]] bool mustWait(const InterfaceName& name) const {
    if (fates_.goneInternal.contains(name)) return true;
    // OVS would give the MTU of the port that was to the link that comes.
    const auto oldOrder = orderedMtu(before_.ovs, name);
    if (oldOrder && *oldOrder != after_.links.at(name).mtu) return true;
    const LinkKind& kind = after_.links.at(name).kind;
    if (const auto peer = vethPeer(kind)) {
      return fates_.goneInternal.contains(*peer) || fates_.createdLate.contains(*peer);
    }
    const auto base = baseOf(kind);
    return base && (fates_.madeInternal.contains(*base) || fates_.createdLate.contains(*base) ||
                    fates_.mtuLate.contains(*base));
  }

  void findGoesDown() {
    bool grown = true;
    while (grown) {
      grown = false;
      for (const auto& [name, link] : before_.links) {
        const LinkConfig* wanted = findLink(after_.links, name);
        if (wanted == nullptr || !link.up || fates_.vanishes(name)) continue;
        if (mustGoDown(link, *wanted)) grown = fates_.goesDown.insert(name).second || grown;
      }
    }
  }

  [[nodiscard]] bool mustGoDown(const LinkConfig& link, const LinkConfig& wanted) const {
    if (!wanted.up || changesWhileDownOnly(link.kind, wanted.kind)) return true;
    const bool moves = link.controller != wanted.controller ||
                       (link.controller && fates_.vanishes(*link.controller));
    if (moves && (wantsPortsDown(before_.links, link.controller) ||
                  wantsPortsDown(after_.links, wanted.controller))) {
      return true;
    }
    // A VLAN goes down with its base, unless it is told not to care.
    const auto* vlan = std::get_if<VlanLink>(&link.kind);
    return vlan != nullptr && !vlan->looseBinding && fates_.goesDown.contains(vlan->base);
  }

  const HostConfig& before_;
  const HostConfig& after_;
  Fates fates_;
};

}  // namespace

Fates decideFates(const HostConfig& before, const HostConfig& after) {
  return FateFinder(before, after).find();
}

bool canMake(const LinkKind& kind) {
  return std::visit(Overloaded{
                        [](const PhysicalLink&) { return false; },
                        [](const LoopbackLink&) { return false; },
                        [](const OvsInternalLink&) { return false; },
                        [](const TunLink&) { return false; },
                        [](const OtherLink&) { return false; },
                        [](const VethLink& veth) { return veth.peer.has_value(); },
                        [](const auto&) { return true; },
                    },
                    kind);
}

std::size_t depthOf(const std::map<InterfaceName, LinkConfig>& links, const InterfaceName& name) {
  std::size_t depth = 0;
  auto current = links.find(name);
  // Bounded by the number of links: what was read from a host, or a document, might form a ring.
  while (current != links.end() && depth <= links.size()) {
    const auto base = baseOf(current->second.kind);
    if (!base) break;
    ++depth;
    current = links.find(*base);
  }
  return depth;
}

Devices devicesOf(const OvsBridgeConfig& before, const OvsBridgeConfig& after) {
  return sameDatapath(before, after) ? Devices::Kept : Devices::Replaced;
}

bool interfaceStays(const OvsInterfaceConfig& before, const OvsInterfaceConfig& after,
                    Devices devices) {
  const bool wasInternal = before.type == kOvsInternal;
  const bool isInternal = after.type == kOvsInternal;
  return wasInternal == isInternal && !(isInternal && devices == Devices::Replaced);
}

bool portStays(const OvsPortConfig& before, const OvsPortConfig& after, Devices devices) {
  return std::ranges::any_of(before.interfaces, [&](const auto& entry) {
    const auto found = after.interfaces.find(entry.first);
    return found != after.interfaces.end() && interfaceStays(entry.second, found->second, devices);
  });
}

}  // namespace pointsman::plan
