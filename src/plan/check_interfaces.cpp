// SPDX-License-Identifier: Apache-2.0
// Names, the section that belongs to a type, and the properties common to all types.
#include <algorithm>
#include <array>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "plan/check.h"
#include "plan/step_writer.h"

namespace pointsman::plan {

namespace {

constexpr std::size_t kLongestAltName = 127;  // linux/if.h, ALTIFNAMSIZ less the zero

void checkReserved(Merge& merge, const Subject& subject) {
  if (!isReservedName(subject.name.text)) return;
  const bool creates = subject.up() && !subject.exists;
  const bool deletes = subject.removed() && subject.exists;
  if (!creates && !deletes) return;
  merge.findings.error(subject.path("name"),
                       strCat("interface ", subject.name, " belongs to OVN or Open vSwitch, which ",
                              creates ? "make" : "need", " it themselves"),
                       creates ? "choose another name" : "remove this entry");
}

// Which types the section of an entry fits.
bool fits(const DesiredKind& kind, InterfaceType type) {
  return std::visit(
      Overloaded{
          [](std::monostate) { return true; },
          [&](const DesiredOvsBridge&) { return type == InterfaceType::OvsBridge; },
          [&](const DesiredOvsInterface&) { return type == InterfaceType::OvsInterface; },
          [&](const DesiredVeth&) { return type == InterfaceType::Veth; },
          [&](const DesiredBond&) { return type == InterfaceType::Bond; },
          [&](const DesiredVlan&) { return type == InterfaceType::Vlan; },
          [&](const DesiredLinuxBridge&) { return type == InterfaceType::LinuxBridge; },
          [&](const DesiredVxlan&) { return type == InterfaceType::Vxlan; },
          [&](const DesiredMacVlan&) {
            return type == InterfaceType::MacVlan || type == InterfaceType::MacVtap;
          },
          [&](const DesiredIpVlan&) { return type == InterfaceType::IpVlan; },
          [&](const DesiredVrf&) { return type == InterfaceType::Vrf; },
      },
      kind);
}

void require(Merge& merge, const Subject& subject, bool given, std::string_view key) {
  if (given || subject.exists) return;
  merge.findings.error(subject.path(key),
                       strCat("new ", subject.type, " ", subject.name, " has no ", key),
                       strCat("add ", key));
}

void checkVeth(Merge& merge, const Subject& subject) {
  const auto* veth = std::get_if<DesiredVeth>(&subject.entry->kind);
  const bool isPeer = std::ranges::any_of(merge.subjects, [&](const Subject& other) {
    const auto* wish = std::get_if<DesiredVeth>(&other.entry->kind);
    return other.up() && wish != nullptr && wish->peer == subject.name;
  });
  require(merge, subject, veth != nullptr || isPeer, "veth.peer");
  if (veth == nullptr) return;
  checkNewName(merge, subject.path("veth.peer"), veth->peer.text);
  if (veth->peer == subject.name) {
    merge.findings.error(subject.path("veth.peer"),
                         strCat("veth ", subject.name, " names itself as its peer"),
                         "give the other end a name of its own");
  }
  const auto present = merge.observed.config.links.find(subject.name);
  if (present == merge.observed.config.links.end()) return;
  const auto* kind = std::get_if<VethLink>(&present->second.kind);
  if (kind != nullptr && !kind->peer) {
    merge.findings.error(subject.path("veth.peer"),
                         strCat("veth ", subject.name,
                                " has its peer in another network namespace; wanted ", veth->peer),
                         "delete the pair there, then apply again");
  }
}

void checkBond(Merge& merge, const Subject& subject, const DesiredBond& bond) {
  require(merge, subject, bond.mode.has_value(), "link-aggregation.mode");
  constexpr std::array<std::string_view, 7> kModes = {"balance-rr", "active-backup", "balance-xor",
                                                      "broadcast",  "802.3ad",       "balance-tlb",
                                                      "balance-alb"};
  if (bond.mode && std::ranges::find(kModes, *bond.mode) == kModes.end()) {
    merge.findings.error(subject.path("link-aggregation.mode"),
                         strCat("bond ", subject.name, ": the kernel knows no mode ", *bond.mode),
                         strCat("use one of ", strJoin(kModes, ", ")));
  }
  const auto positive = [&](const char* key) {
    const auto found = bond.options.find(key);
    return found != bond.options.end() && found->second != "0";
  };
  if (positive("miimon") && positive("arp_interval")) {
    merge.findings.error(
        subject.path("link-aggregation.options"),
        strCat("bond ", subject.name, ": miimon and arp_interval exclude each other"),
        "set one of them to 0");
  }
  const auto policy = bond.options.find("fail_over_mac");
  const bool follows =
      policy != bond.options.end() && (policy->second == "active" || policy->second == "1");
  if (subject.entry->mac && follows && bond.mode.value_or("active-backup") == "active-backup") {
    merge.findings.error(subject.path("mac-address"),
                         strCat("bond ", subject.name,
                                ": fail_over_mac active lets the active port's MAC address "
                                "win over mac-address"),
                         "remove mac-address, or use fail_over_mac: none");
  }
  if (bond.ports && bond.ports->size() == 1) {
    merge.findings.warn(subject.path("link-aggregation.port"),
                        strCat("bond ", subject.name, " has one port only, ", bond.ports->front()),
                        "add a second port, or use the link itself");
  }
}

void checkVlanId(Merge& merge, const std::string& path, const InterfaceName& name, VlanId id) {
  if (id >= 1 && id <= kHighestUsableVlan) return;
  merge.findings.error(path, strCat("VLAN ", name, ": id ", id, " is not between 1 and 4094"),
                       "0 and 4095 are reserved by 802.1Q");
}

void checkSection(Merge& merge, const Subject& subject) {
  std::visit(Overloaded{
                 [&](const DesiredBond& bond) { checkBond(merge, subject, bond); },
                 [&](const DesiredVlan& vlan) {
                   require(merge, subject, vlan.base.has_value(), "vlan.base-iface");
                   require(merge, subject, vlan.id.has_value(), "vlan.id");
                   if (vlan.id) {
                     checkVlanId(merge, subject.path("vlan.id"), subject.name, *vlan.id);
                   }
                 },
                 [&](const DesiredVxlan& vxlan) {
                   require(merge, subject, vxlan.id.has_value(), "vxlan.id");
                 },
                 [&](const DesiredMacVlan& link) {
                   require(merge, subject, link.base.has_value(),
                           strCat(subject.type, ".base-iface"));
                 },
                 [&](const DesiredIpVlan& link) {
                   require(merge, subject, link.base.has_value(), "ipvlan.base-iface");
                 },
                 [&](const DesiredVrf& vrf) {
                   require(merge, subject, vrf.table.has_value(), "vrf.route-table-id");
                 },
                 [](const auto&) {},
             },
             subject.entry->kind);
}

// A type that cannot be made from nothing but its name.
void checkSectionGiven(Merge& merge, const Subject& subject) {
  if (!std::holds_alternative<std::monostate>(subject.entry->kind)) return;
  switch (subject.type) {
    case InterfaceType::Bond:
      return require(merge, subject, false, "link-aggregation.mode");
    case InterfaceType::Vlan:
      return require(merge, subject, false, "vlan");
    case InterfaceType::Vxlan:
      return require(merge, subject, false, "vxlan");
    case InterfaceType::MacVlan:
    case InterfaceType::MacVtap:
    case InterfaceType::IpVlan:
      return require(merge, subject, false, strCat(subject.type, ".base-iface"));
    case InterfaceType::Vrf:
      return require(merge, subject, false, "vrf");
    default:
      return;
  }
}

void checkMac(Merge& merge, const Subject& subject) {
  const auto& mac = subject.entry->mac;
  if (!mac || subject.entry->identifier == Identifier::MacAddress) return;
  if (subject.type == InterfaceType::OvsBridge) {
    merge.findings.error(subject.path("mac-address"),
                         strCat("ovs-bridge ", subject.name, " cannot have a MAC address"),
                         strCat("put it on the ovs-interface ", subject.name));
  } else if (mac->isMulticast() || mac->isZero()) {
    merge.findings.error(
        subject.path("mac-address"),
        strCat("interface ", subject.name, ": ", *mac, " is no address of a single device"),
        "its first octet must be even, and not all may be zero");
  }
}

void checkBridgeProperties(Merge& merge, const Subject& subject) {
  if (subject.type != InterfaceType::OvsBridge) return;
  if (subject.entry->mtu) {
    merge.findings.warn(
        subject.path("mtu"),
        strCat("ovs-bridge ", subject.name, " has no MTU; ", *subject.entry->mtu, " is ignored"),
        strCat("put it on the ovs-interface ", subject.name));
  }
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    const auto& ip = subject.entry->ip(family);
    if (!ip || !ip->enabled.value_or(false)) continue;
    merge.findings.warn(subject.path(toString(family)),
                        strCat("ovs-bridge ", subject.name, " holds no addresses; its ", family,
                               " section is ignored"),
                        strCat("put it on the ovs-interface ", subject.name));
  }
}

}  // namespace

bool isReservedName(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames = {"br-int", "br-ext", "ovs-system",
                                                      "ovs-netdev", "tun0"};
  constexpr std::array<std::string_view, 5> kPrefixes = {"genev_sys_", "vxlan_sys_", "gre_sys",
                                                         "patch-br-", "ovn-k8s-"};
  return std::ranges::find(kNames, name) != kNames.end() ||
         std::ranges::any_of(kPrefixes,
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

void checkNewName(Merge& merge, const std::string& path, const std::string& name) {
  if (name.size() > kLongestInterfaceName) {
    merge.findings.error(path,
                         strCat("interface name ", name, " has ", name.size(),
                                " characters, the kernel takes ", kLongestInterfaceName),
                         "shorten it");
  }
  const bool odd =
      name.empty() || name == "." || name == ".." || std::ranges::any_of(name, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte <= ' ' || byte == 0x7f || c == '/' || c == ':';
      });
  if (odd) {
    merge.findings.error(path, strCat("'", name, "' is no interface name"),
                         "leave out blanks, slashes and colons");
  }
}

bool willExist(const Merge& merge, const InterfaceName& name) {
  if (const Subject* subject = merge.findSubject(name)) {
    return subject->up() || !isVirtualType(subject->type);
  }
  if (merge.observed.config.links.contains(name)) return true;
  return std::ranges::any_of(merge.subjects, [&](const Subject& subject) {
    const auto* veth = std::get_if<DesiredVeth>(&subject.entry->kind);
    const bool localPort =
        subject.type == InterfaceType::OvsBridge && subject.name == name && subject.up();
    return localPort || (subject.up() && veth != nullptr && veth->peer == name);
  });
}

void checkNames(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (subject.up()) checkNewName(merge, subject.path("name"), subject.name.text);
    checkReserved(merge, subject);
    const auto& names = subject.entry->altNames;
    for (std::size_t index = 0; index < names.size(); ++index) {
      if (names[index].name.size() <= kLongestAltName && !names[index].name.empty()) continue;
      merge.findings.error(
          subject.path(strCat("alt-names[", index, "].name")),
          strCat("interface ", subject.name, ": alternative name of ", names[index].name.size(),
                 " characters, the kernel takes 1 to ", kLongestAltName),
          "change it");
    }
  }
}

void checkSections(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.up()) continue;
    if (!fits(subject.entry->kind, subject.type)) {
      merge.findings.error(subject.path("type"),
                           strCat("interface ", subject.name, " is of type ", subject.type,
                                  ", but has the section of another type"),
                           "remove the section, or correct the type");
      continue;
    }
    checkSectionGiven(merge, subject);
    checkSection(merge, subject);
    if (subject.type == InterfaceType::Veth) checkVeth(merge, subject);
  }
}

void checkProperties(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.up()) continue;
    checkMac(merge, subject);
    checkBridgeProperties(merge, subject);
  }
}

}  // namespace pointsman::plan
