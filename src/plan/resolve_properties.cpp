// SPDX-License-Identifier: Apache-2.0
// Properties that every interface has: state, MAC address, MTU, names.
#include <algorithm>

#include "base/str_cat.h"
#include "plan/merge.h"
#include "plan/ovs_lookup.h"

namespace pointsman::plan {

namespace {

// The MAC address that the link has, or will have when it is made by the same document. 'depth'
// guards against links that stand on each other in a ring.
std::optional<MacAddress> macOf(const Merge& merge, const InterfaceName& name, int depth = 0) {
  const auto facts = merge.observed.facts.links.find(name);
  if (facts != merge.observed.facts.links.end() && facts->second.permanentMac) {
    return facts->second.permanentMac;
  }
  const LinkConfig* link = merge.findLink(name);
  if (link == nullptr || depth > 8) return std::nullopt;
  if (link->mac) return link->mac;
  if (const auto base = baseOf(link->kind)) return macOf(merge, *base, depth + 1);
  // A new bond takes the address of its first port.
  for (const auto& [port, config] : merge.target.links) {
    if (config.controller == name) return macOf(merge, port, depth + 1);
  }
  return std::nullopt;
}

// On a bridge's local port OVS obeys Bridge.other_config:hwaddr and ignores Interface.mac.
void setMac(Merge& merge, const InterfaceName& name, const MacAddress& mac) {
  LinkConfig* link = merge.findLink(name);
  if (link != nullptr) link->mac = mac;
  const auto place = findPlace(merge.target.ovs, name);
  if (!place || place->interface->type != kOvsInternal) return;
  OvsBridgeConfig& bridge = merge.target.ovs.bridges.at(*place->bridgeName);
  if (place->isLocal()) {
    bridge.otherConfig.insert_or_assign("hwaddr", toLowerString(mac));
  } else {
    bridge.ports.at(*place->portName).interfaces.at(name).mac = mac;
  }
}

bool copiesMac(InterfaceType type) {
  return type == InterfaceType::OvsBridge || type == InterfaceType::OvsInterface ||
         type == InterfaceType::Bond || type == InterfaceType::LinuxBridge;
}

// A bond whose address follows its active port cannot lend it to another link for long.
void warnOfWanderingMac(Merge& merge, const Subject& subject, const InterfaceName& source) {
  const LinkConfig* link = merge.findLink(source);
  const auto* bond = link == nullptr ? nullptr : std::get_if<BondLink>(&link->kind);
  if (bond == nullptr) return;
  const auto policy = bond->options.find("fail_over_mac");
  const bool wanders =
      policy != bond->options.end() && policy->second != "none" && policy->second != "0";
  if (!wanders) return;
  merge.findings.warn(subject.path("copy-mac-from"),
                      strCat("bond ", source, " has fail_over_mac ", policy->second,
                             ": its MAC address changes, that of ", subject.name, " will not"),
                      "use fail_over_mac: none, or a fixed mac-address");
}

void mergeMac(Merge& merge, const Subject& subject) {
  const DesiredInterface& entry = *subject.entry;
  const bool sets = entry.mac && entry.identifier == Identifier::Name;
  if (sets && subject.type != InterfaceType::OvsBridge) setMac(merge, subject.name, *entry.mac);
}

// After every mac-address is set: the source may be given one by the same document.
void copyMac(Merge& merge, const Subject& subject) {
  const DesiredInterface& entry = *subject.entry;
  if (!entry.copyMacFrom) return;
  if (!copiesMac(subject.type)) {
    merge.findings.warn(
        subject.path("copy-mac-from"),
        strCat("interface ", subject.name, ": copy-mac-from has no meaning for ", subject.type),
        "use mac-address");
    return;
  }
  const auto mac = macOf(merge, *entry.copyMacFrom);
  if (!mac) {
    merge.findings.error(subject.path("copy-mac-from"),
                         merge.findLink(*entry.copyMacFrom) == nullptr
                             ? strCat("interface ", subject.name, ": copy-mac-from names ",
                                      *entry.copyMacFrom, ", which does not exist",
                                      similarNames(merge.observed, entry.copyMacFrom->text))
                             : strCat("interface ", subject.name, ": ", *entry.copyMacFrom,
                                      " has no MAC address that could be copied"),
                         "name an interface that has a MAC address");
    return;
  }
  warnOfWanderingMac(merge, subject, *entry.copyMacFrom);
  setMac(merge, subject.name, *mac);
  // The two are to agree although the source is only being made.
  LinkConfig* source = merge.findLink(*entry.copyMacFrom);
  if (source != nullptr && !source->mac) source->mac = mac;
}

// OVS resets the MTU of its interfaces to what the database names.
void mergeMtu(Merge& merge, const Subject& subject) {
  if (!subject.entry->mtu) return;
  if (LinkConfig* link = merge.findLink(subject.name)) link->mtu = *subject.entry->mtu;
  const auto place = findPlace(merge.target.ovs, subject.name);
  if (!place) return;
  const bool named = place->interface->type == kOvsInternal || place->interface->mtuRequest;
  if (!named) return;
  merge.target.ovs.bridges.at(*place->bridgeName)
      .ports.at(*place->portName)
      .interfaces.at(subject.name)
      .mtuRequest = *subject.entry->mtu;
}

void mergeAltNames(LinkConfig& link, const DesiredInterface& entry) {
  for (const DesiredAltName& wish : entry.altNames) {
    if (wish.absent) {
      link.altNames.erase(wish.name);
    } else {
      link.altNames.insert(wish.name);
    }
  }
}

}  // namespace

void mergeProperties(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (subject.up()) mergeMac(merge, subject);
  }
  for (const Subject& subject : merge.subjects) {
    if (!subject.up()) continue;
    copyMac(merge, subject);
    if (subject.type == InterfaceType::OvsBridge) continue;
    mergeMtu(merge, subject);
    LinkConfig* link = merge.findLink(subject.name);
    if (link == nullptr) continue;
    link->up = true;
    mergeAltNames(*link, *subject.entry);
    if (subject.entry->acceptAllMac) link->acceptAllMac = *subject.entry->acceptAllMac;
  }
}

}  // namespace pointsman::plan
