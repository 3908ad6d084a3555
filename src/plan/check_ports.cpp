// SPDX-License-Identifier: Apache-2.0
// Who is whose port: lists and `controller:`.
#include <algorithm>
#include <map>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "plan/check.h"

namespace pointsman::plan {

namespace {

// One mention of a port in somebody's list.
struct Mention {
  const Subject* controller = nullptr;
  InterfaceName port = {};
  std::string path = {};
};

void addAll(std::vector<Mention>& mentions, const Subject& subject, std::string_view key,
            const std::optional<std::vector<InterfaceName>>& ports) {
  if (!ports) return;
  for (std::size_t index = 0; index < ports->size(); ++index) {
    mentions.push_back({&subject, (*ports)[index], subject.path(strCat(key, "[", index, "]"))});
  }
}

void addBridge(std::vector<Mention>& mentions, const Subject& subject,
               const DesiredOvsBridge& bridge) {
  if (!bridge.ports) return;
  for (std::size_t index = 0; index < bridge.ports->size(); ++index) {
    const DesiredOvsPort& port = (*bridge.ports)[index];
    const std::string path = strCat("bridge.port[", index, "]");
    if (!port.bond) {
      mentions.push_back(
          {&subject, InterfaceName(port.name.text), subject.path(strCat(path, ".name"))});
    } else {
      addAll(mentions, subject, strCat(path, ".link-aggregation.port"), port.bond->members);
    }
  }
}

std::vector<Mention> mentionsOf(const Merge& merge) {
  std::vector<Mention> mentions;
  for (const Subject& subject : merge.subjects) {
    if (!subject.up()) continue;
    std::visit(Overloaded{
                   [&](const DesiredOvsBridge& bridge) { addBridge(mentions, subject, bridge); },
                   [&](const DesiredBond& bond) {
                     addAll(mentions, subject, "link-aggregation.port", bond.ports);
                   },
                   [&](const DesiredLinuxBridge& bridge) {
                     if (!bridge.ports) return;
                     for (std::size_t index = 0; index < bridge.ports->size(); ++index) {
                       mentions.push_back({&subject, (*bridge.ports)[index].name,
                                           subject.path(strCat("bridge.port[", index, "].name"))});
                     }
                   },
                   [&](const DesiredVrf& vrf) { addAll(mentions, subject, "vrf.port", vrf.ports); },
                   [](const auto&) {},
               },
               subject.entry->kind);
  }
  return mentions;
}

// The entry that removes a device of that name, whether or not the host has one.
std::optional<std::size_t> findRemoval(const Merge& merge, const InterfaceName& name) {
  for (std::size_t index = 0; index < merge.desired.interfaces.size(); ++index) {
    const DesiredInterface& entry = merge.desired.interfaces[index];
    const bool removes =
        entry.state == InterfaceState::Absent || entry.state == InterfaceState::Down;
    if (entry.name != name.text || !removes) continue;
    // Hardware stays, whatever its state.
    const auto link = merge.observed.config.links.find(name);
    const bool stays =
        link != merge.observed.config.links.end() && !isVirtualType(typeOf(link->second.kind));
    if (!stays && (!entry.type || isKernelType(*entry.type))) return index;
  }
  return std::nullopt;
}

void checkMention(Merge& merge, const Mention& mention) {
  const bool ofOvs = mention.controller->type == InterfaceType::OvsBridge;
  const std::string who = strCat(mention.controller->type, " ", mention.controller->name);
  const Subject* port = merge.findSubject(mention.port);
  if (mention.port == mention.controller->name && !ofOvs) {
    merge.findings.error(mention.path, strCat(who, " lists itself as a port"), "remove it");
    return;
  }
  if (const auto removal = findRemoval(merge, mention.port)) {
    merge.findings.error(mention.path,
                         strCat(who, " lists port ", mention.port, ", which the document removes"),
                         strCat("remove it from the list, or ", interfacePath(*removal)));
    return;
  }
  if (port != nullptr && port->type == InterfaceType::Loopback) {
    merge.findings.error(mention.path, strCat(who, ": the loopback cannot be a port"),
                         "remove it from the list");
  }
  const bool otherBridge =
      mention.port != mention.controller->name &&
      (merge.findBridgeSubject(BridgeName(mention.port.text)) != nullptr ||
       merge.observed.config.ovs.bridges.contains(BridgeName(mention.port.text)));
  const Subject* bridge = merge.findBridgeSubject(BridgeName(mention.port.text));
  if (ofOvs && otherBridge && (bridge == nullptr || bridge->up())) {
    merge.findings.error(mention.path,
                         strCat(who, " lists ", mention.port, ", which is a bridge itself"),
                         "connect two bridges with a pair of patch ports");
    return;
  }
  if (!ofOvs && !willExist(merge, mention.port)) {
    merge.findings.error(mention.path,
                         strCat(who, " lists port ", mention.port, ", which does not exist",
                                similarNames(merge.observed, mention.port.text)),
                         "correct the name, or add an entry that makes it");
  }
}

bool isControllerType(InterfaceType type) {
  return type == InterfaceType::Bond || type == InterfaceType::LinuxBridge ||
         type == InterfaceType::Vrf;
}

// Empty when the controller can be one.
std::string whyNoController(const Merge& merge, const std::string& name) {
  if (const Subject* bridge = merge.findBridgeSubject(BridgeName(name))) {
    return bridge->up() ? "" : "is removed by the document";
  }
  if (merge.observed.config.ovs.bridges.contains(BridgeName(name))) return "";
  if (const Subject* subject = merge.findSubject(InterfaceName(name))) {
    if (!subject->up()) return "is removed by the document";
    return isControllerType(subject->type) ? "" : strCat("is of type ", subject->type);
  }
  const auto link = merge.observed.config.links.find(InterfaceName(name));
  if (link == merge.observed.config.links.end()) return "does not exist";
  const InterfaceType type = typeOf(link->second.kind);
  return isControllerType(type) ? "" : strCat("is of type ", type);
}

// Whether the document itself lists the ports of 'name'.
const Subject* findListing(const Merge& merge, const std::string& name) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.up() || subject.name.text != name) continue;
    const bool lists =
        std::visit(Overloaded{
                       [](const DesiredOvsBridge& bridge) { return bridge.ports.has_value(); },
                       [](const DesiredBond& bond) { return bond.ports.has_value(); },
                       [](const DesiredLinuxBridge& bridge) { return bridge.ports.has_value(); },
                       [](const DesiredVrf& vrf) { return vrf.ports.has_value(); },
                       [](const auto&) { return false; },
                   },
                   subject.entry->kind);
    if (lists) return &subject;
  }
  return nullptr;
}

void checkControllerWish(Merge& merge, const Subject& subject,
                         const std::vector<Mention>& mentions) {
  const auto mention = std::ranges::find(mentions, subject.name, &Mention::port);
  const std::string path = subject.path("controller");
  if (isCleared(subject.entry->controller)) {
    if (mention == mentions.end()) return;
    merge.findings.error(path,
                         strCat("interface ", subject.name, " is to leave its controller, but ",
                                mention->controller->name, " lists it as a port"),
                         "remove it from the list, or remove controller");
    return;
  }
  const std::string* wish = wishedValue(subject.entry->controller);
  if (wish == nullptr) return;
  if (const std::string why = whyNoController(merge, *wish); !why.empty()) {
    merge.findings.error(path, strCat("interface ", subject.name, ": controller ", *wish, " ", why),
                         "name an ovs-bridge, linux-bridge, bond or vrf");
    return;
  }
  if (mention != mentions.end() && mention->controller->name.text != *wish) {
    merge.findings.error(
        path,
        strCat("interface ", subject.name, " names ", *wish, " as its controller, but ",
               mention->controller->name, " lists it as a port"),
        "say it in one place only");
  } else if (mention == mentions.end() && findListing(merge, *wish) != nullptr) {
    merge.findings.error(path,
                         strCat("interface ", subject.name, " names ", *wish,
                                " as its controller, whose port list leaves it out"),
                         "add it to the list");
  }
}

}  // namespace

void checkPortLists(Merge& merge) {
  const auto mentions = mentionsOf(merge);
  std::map<InterfaceName, const Mention*> first;
  for (const Mention& mention : mentions) {
    checkMention(merge, mention);
    const auto [known, isNew] = first.emplace(mention.port, &mention);
    if (isNew) continue;
    const Subject* other = known->second->controller;
    merge.findings.error(mention.path,
                         other == mention.controller
                             ? strCat("port ", mention.port, " is listed twice by ", other->name)
                             : strCat("port ", mention.port, " is listed by ", other->name,
                                      " and by ", mention.controller->name),
                         "an interface can be the port of one controller");
  }
}

void checkControllerWishes(Merge& merge) {
  const auto mentions = mentionsOf(merge);
  for (const Subject& subject : merge.subjects) {
    if (subject.up()) checkControllerWish(merge, subject, mentions);
  }
}

}  // namespace pointsman::plan
