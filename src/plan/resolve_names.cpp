// SPDX-License-Identifier: Apache-2.0
// Which interface an entry of the document is about.
#include <algorithm>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "plan/merge.h"
#include "plan/ovs_lookup.h"

namespace pointsman::plan {

namespace {

using Aliases = std::map<std::string, std::string>;

std::vector<InterfaceName> linksWithMac(const DesiredInterface& entry,
                                        const ObservedState& observed) {
  std::vector<InterfaceName> permanent;
  std::vector<InterfaceName> current;
  for (const auto& [name, link] : observed.config.links) {
    const InterfaceType type = typeOf(link.kind);
    if (entry.type && *entry.type != type &&
        !(*entry.type == InterfaceType::Ethernet && type == InterfaceType::Veth)) {
      continue;
    }
    const auto facts = observed.facts.links.find(name);
    if (facts != observed.facts.links.end() && facts->second.permanentMac == entry.mac) {
      permanent.push_back(name);
    }
    // VLANs and the ports of a bond share a MAC address; what stands on another link is not meant.
    if (link.mac == entry.mac && !baseOf(link.kind)) current.push_back(name);
  }
  return permanent.empty() ? current : permanent;
}

void findByMac(std::size_t index, DesiredInterface& entry, const ObservedState& observed,
               Aliases& aliases, Findings& findings) {
  if (!entry.mac) {
    findings.error(interfacePath(index, "identifier"),
                   strCat("interface ", entry.name,
                          ": identifier is mac-address, but no mac-address is given"),
                   "add the mac-address to find it by");
    return;
  }
  const auto found = linksWithMac(entry, observed);
  if (found.size() != 1) {
    findings.error(
        interfacePath(index, "mac-address"),
        found.empty()
            ? strCat("interface ", entry.name, ": no interface has MAC address ", *entry.mac)
            : strCat("interface ", entry.name, ": ", strJoin(found, " and "), " have ", *entry.mac),
        found.empty() ? "compare with `pointsman show`" : "name the interface, or give its type");
    return;
  }
  if (entry.name != found.front().text) aliases.insert_or_assign(entry.name, found.front().text);
  entry.profileName = entry.profileName.value_or(entry.name);
  entry.name = found.front().text;
}

// Replaces every name in 'desired' that is another name for an interface.
class Renamer {
 public:
  explicit Renamer(const Aliases& aliases) : aliases_(aliases) {}

  template <typename Tag>
  void operator()(Name<Tag>& name) const {
    rename(name.text);
  }
  void operator()(std::optional<InterfaceName>& name) const {
    if (name) rename(name->text);
  }
  void operator()(std::optional<std::vector<InterfaceName>>& names) const {
    if (!names) return;
    for (InterfaceName& name : *names) rename(name.text);
  }
  void rename(std::string& text) const {
    const auto found = aliases_.find(text);
    if (found != aliases_.end()) text = found->second;
  }

 private:
  const Aliases& aliases_;
};

void renameIn(DesiredKind& kind, const Renamer& rename) {
  std::visit(Overloaded{
                 [&](DesiredOvsBridge& bridge) {
                   if (!bridge.ports) return;
                   for (DesiredOvsPort& port : *bridge.ports) {
                     if (port.bond) {
                       rename(port.bond->members);
                     } else {
                       rename(port.name);
                     }
                   }
                 },
                 [&](DesiredVeth& veth) { rename(veth.peer); },
                 [&](DesiredBond& bond) {
                   rename(bond.ports);
                   for (DesiredBondPort& port : bond.portSettings) rename(port.name);
                 },
                 [&](DesiredVlan& vlan) { rename(vlan.base); },
                 [&](DesiredLinuxBridge& bridge) {
                   if (!bridge.ports) return;
                   for (DesiredLinuxBridgePort& port : *bridge.ports) rename(port.name);
                 },
                 [&](DesiredVxlan& vxlan) { rename(vxlan.base); },
                 [&](DesiredMacVlan& link) { rename(link.base); },
                 [&](DesiredIpVlan& link) { rename(link.base); },
                 [&](DesiredVrf& vrf) { rename(vrf.ports); },
                 [](auto&) {},
             },
             kind);
}

// What on the host has the name.
std::vector<InterfaceType> typesOnHost(const ObservedState& observed, const std::string& text) {
  std::vector<InterfaceType> types;
  const InterfaceName name(text);
  if (observed.config.ovs.bridges.contains(BridgeName(text))) {
    types.push_back(InterfaceType::OvsBridge);
  }
  const auto link = observed.config.links.find(name);
  if (link != observed.config.links.end()) {
    types.push_back(typeOf(link->second.kind));
  } else if (const auto* row = findInterface(observed.config.ovs, name);
             row != nullptr && row->type != kOvsSystem) {
    types.push_back(InterfaceType::OvsInterface);  // a patch port or tunnel has no device
  }
  return types;
}

bool isVethPeerInDocument(const DesiredState& desired, const std::string& name) {
  return std::ranges::any_of(desired.interfaces, [&](const DesiredInterface& entry) {
    const auto* veth = std::get_if<DesiredVeth>(&entry.kind);
    return veth != nullptr && entry.state == InterfaceState::Up && veth->peer.text == name;
  });
}

void identifyUntyped(Merge& merge, std::size_t index) {
  const DesiredInterface& entry = merge.desired.interfaces[index];
  const auto types = typesOnHost(merge.observed, entry.name);
  const bool removes = entry.state == InterfaceState::Absent;
  if (types.empty() && removes) return;  // nothing of that name is there: done
  if (types.empty()) {
    merge.findings.error(interfacePath(index, "type"),
                         strCat("interface ", entry.name,
                                " has no type, and the host has none of "
                                "that name to take it from",
                                similarNames(merge.observed, entry.name)),
                         "add its type");
    return;
  }
  if (types.size() > 1 && !removes) {
    merge.findings.error(interfacePath(index, "type"),
                         strCat("interface ", entry.name, " has no type, and the host has both ",
                                strJoin(types, " and "), " of that name"),
                         "say which one is meant with type");
    return;
  }
  for (const InterfaceType type : types) {
    merge.subjects.push_back({index, &entry, InterfaceName(entry.name), type, true});
  }
}

// The type to go by when the host has a kernel device of the name, or nothing when the two cannot
// be brought together.
std::optional<InterfaceType> reconcile(InterfaceType wanted, InterfaceType found) {
  if (wanted == found) return found;
  // A veth end is an ethernet to nmstate.
  if (wanted == InterfaceType::Ethernet && found == InterfaceType::Veth) return found;
  if (!isVirtualType(wanted) || !isVirtualType(found)) return std::nullopt;
  return wanted;  // the device is replaced
}

void identifyTyped(Merge& merge, std::size_t index) {
  const DesiredInterface& entry = merge.desired.interfaces[index];
  InterfaceType type = *entry.type;
  const auto onHost = typesOnHost(merge.observed, entry.name);
  bool exists = false;
  if (type == InterfaceType::OvsBridge) {
    exists = merge.observed.config.ovs.bridges.contains(BridgeName(entry.name));
  } else {
    const auto found = std::ranges::find_if(onHost, isKernelType);
    if (found != onHost.end()) {
      const auto agreed = reconcile(type, *found);
      if (!agreed) {
        merge.findings.error(interfacePath(index, "type"),
                             strCat("interface ", entry.name, " is of type ", *found,
                                    " on the host, the document says ", type),
                             strCat("write type: ", *found, ", or use another name"));
        return;
      }
      type = *agreed;
      exists = type == *found;
    } else if (type == InterfaceType::Ethernet && isVethPeerInDocument(merge.desired, entry.name)) {
      type = InterfaceType::Veth;
    }
  }
  const bool canAppear = isVirtualType(type) || entry.state == InterfaceState::Absent;
  if (!exists && !canAppear) {
    merge.findings.error(interfacePath(index, "name"),
                         strCat(type, " interface ", entry.name, " does not exist",
                                similarNames(merge.observed, entry.name)),
                         "compare with `pointsman show`");
    return;
  }
  merge.subjects.push_back({index, &entry, InterfaceName(entry.name), type, exists});
}

void rejectDuplicates(Merge& merge) {
  std::map<std::pair<bool, InterfaceName>, std::size_t> seen;
  for (const Subject& subject : merge.subjects) {
    const auto [first, fresh] =
        seen.emplace(std::pair(isKernelType(subject.type), subject.name), subject.index);
    if (fresh || first->second == subject.index) continue;
    merge.findings.error(subject.path("name"),
                         strCat("interface ", subject.name, " is listed twice, first as ",
                                interfacePath(first->second)),
                         "join the two entries");
  }
}

std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1);
  for (std::size_t j = 0; j <= right.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < right.size(); ++j) {
      const std::size_t replaced = diagonal + (left[i] == right[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row[right.size()];
}

}  // namespace

DesiredState withCanonicalNames(DesiredState desired, const ObservedState& observed,
                                Findings& findings) {
  Aliases aliases;
  for (const auto& [name, link] : observed.config.links) {
    for (const std::string& other : link.altNames) aliases.emplace(other, name.text);
  }
  // A name that the document itself gives out is meant literally.
  for (const DesiredInterface& entry : desired.interfaces) {
    const bool onHost = observed.config.links.contains(InterfaceName(entry.name));
    if (onHost || entry.identifier == Identifier::MacAddress) aliases.erase(entry.name);
  }
  for (std::size_t index = 0; index < desired.interfaces.size(); ++index) {
    DesiredInterface& entry = desired.interfaces[index];
    if (entry.identifier == Identifier::MacAddress && entry.state != InterfaceState::Ignore) {
      findByMac(index, entry, observed, aliases, findings);
    }
  }
  const Renamer rename(aliases);
  for (DesiredInterface& entry : desired.interfaces) {
    if (entry.identifier == Identifier::Name) rename.rename(entry.name);
    rename(entry.copyMacFrom);
    if (auto* controller = std::get_if<std::string>(&entry.controller)) rename.rename(*controller);
    renameIn(entry.kind, rename);
  }
  for (DesiredRoute& route : desired.routes) rename(route.device);
  for (DesiredRule& rule : desired.rules) rename(rule.incoming);
  return desired;
}

void identifySubjects(Merge& merge) {
  for (std::size_t index = 0; index < merge.desired.interfaces.size(); ++index) {
    const DesiredInterface& entry = merge.desired.interfaces[index];
    if (entry.state == InterfaceState::Ignore) {
      merge.ignored.insert(InterfaceName(entry.name));
    } else if (entry.type) {
      identifyTyped(merge, index);
    } else {
      identifyUntyped(merge, index);
    }
  }
  rejectDuplicates(merge);
}

std::string similarNames(const ObservedState& observed, const std::string& name) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const auto& [known, link] : observed.config.links) {
    if (typeOf(link.kind) == InterfaceType::Loopback) continue;
    ranked.emplace_back(distance(name, known.text), known.text);
  }
  std::ranges::sort(ranked);
  constexpr std::size_t kMost = 4;
  if (ranked.size() > kMost) ranked.resize(kMost);
  std::vector<std::string> names;
  for (auto& [far, known] : ranked) names.push_back(std::move(known));
  return names.empty() ? "" : strCat("; the host has ", strJoin(names, ", "));
}

}  // namespace pointsman::plan
