// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "picture/draft.h"
#include "picture/link_rows.h"
#include "picture/port_rows.h"
#include "picture/text.h"

namespace pointsman::picture {
namespace {

NodeKind nodeKind(const Survey& survey, const InterfaceName& name, const LinkKind& kind) {
  if (std::holds_alternative<PhysicalLink>(kind)) return NodeKind::Nic;
  if (std::holds_alternative<OvsInternalLink>(kind)) return NodeKind::Interface;
  if (std::holds_alternative<LinuxBridgeLink>(kind)) return NodeKind::LinuxBridge;
  // In a namespace of its own, as in a container or a sandbox, a veth end is what hardware is
  // elsewhere.
  const bool leadsOut = std::holds_alternative<VethLink>(kind) && survey.vethPeer(name) == nullptr;
  return leadsOut ? NodeKind::Nic : NodeKind::Kernel;
}

std::string subtitleOf(const Survey& survey, const InterfaceName& name, const LinkConfig& link) {
  std::string text = kindText(link.kind);
  const LinkFacts* facts = survey.linkFacts(name);
  const bool isHardware = std::holds_alternative<PhysicalLink>(link.kind);
  if (isHardware && facts != nullptr && !facts->driver.empty()) {
    strAppend(text, " \xC2\xB7 ", toShortText(facts->driver, kLongestName));
  }
  return text;
}

std::string vlanText(const BridgePortVlan& vlan) {
  std::string text;
  if (!vlan.trunk) return vlan.tag ? strCat("VLAN ", *vlan.tag) : text;
  if (vlan.tag) strAppend(text, "native ", *vlan.tag, " \xC2\xB7 ");
  strAppend(text, "trunk ", vlan.trunks);
  return toShortText(text, kLongestName);
}

PortEntry bridgePort(const Draft& draft, const InterfaceName& name, const LinkConfig& link) {
  PortEntry entry{.name = name};
  const bool portOnly = draft.roleOf(name) == Role::PortOnly;
  entry.kind = kindText(link.kind);
  entry.rank = portOnly ? 3 : 0;
  entry.cell = toShortText(name.text, kLongestName);
  if (link.bridgePort && link.bridgePort->vlan) entry.vlan = vlanText(*link.bridgePort->vlan);
  entry.row = {.kind = RowKind::Port,
               .key = strCat("port ", toVisibleText(name.text)),
               .pieces = {{entry.cell, Tone::Strong}}};
  if (portOnly) entry.row.pieces.push_back({entry.kind, Tone::Muted});
  if (!entry.vlan.empty()) entry.row.pieces.push_back({entry.vlan, Tone::Vlan});
  if (portOnly) {
    entry.row.trailing.push_back({strCat("MTU ", link.mtu), Tone::Muted});
    if (!link.up) entry.row.trailing.push_back({"down", Tone::Muted});
    entry.following = faultRows(draft.faults, name, RowKind::Remark);
  }
  entry.row.faulty = draft.faults.contains(name);
  entry.mayGroup = portOnly;
  return entry;
}

void addBox(Draft& draft, const InterfaceName& name, const LinkConfig& link) {
  const std::size_t index = draft.diagram.nodes.size();
  draft.boxes[name] = {index, {}};
  draft.diagram.nodes.push_back({.kind = nodeKind(draft.survey, name, link.kind),
                                 .key = strCat("link ", toVisibleText(name.text)),
                                 .title = toShortText(name.text, kLongestName),
                                 .subtitle = subtitleOf(draft.survey, name, link),
                                 .faulty = draft.faults.contains(name),
                                 .rows = linkRows(draft.survey, draft.faults, name)});
  if (!std::holds_alternative<LinuxBridgeLink>(link.kind)) return;
  std::vector<PortEntry> ports;
  for (const InterfaceName& member : draft.survey.membersOf(name)) {
    ports.push_back(bridgePort(draft, member, *draft.survey.link(member)));
  }
  appendPorts(draft, index, std::move(ports));
}

std::string cellOf(const Draft& draft, const InterfaceName& name) {
  const std::string address = firstAddress(draft.survey, name);
  const std::string shown = toShortText(name.text, kLongestName);
  return address.empty() ? shown : strCat(shown, "  ", address);
}

// Links like each other in one box, a cell each.
void addSharedBox(Draft& draft, const std::string& group, const std::vector<InterfaceName>& names) {
  const LinkKind& kind = draft.survey.link(names.front())->kind;
  std::vector<std::string> cells;
  for (const InterfaceName& name : names) {
    draft.boxes[name] = {draft.diagram.nodes.size(), {}};
    cells.push_back(cellOf(draft, name));
  }
  std::stable_sort(cells.begin(), cells.end(), naturallyLess);
  draft.diagram.nodes.push_back(
      {.kind = nodeKind(draft.survey, names.front(), kind),
       .key = strCat("group ", toVisibleText(group)),
       .title = toShortText(strCat(names.size(), " ", group), kLongestDetail),
       .rows = {gridRow("cells", {}, std::move(cells))}});
}

std::string looseCell(const InterfaceName& name, const LinkConfig& link, const LinkFacts* facts) {
  const bool carrier = facts == nullptr || facts->carrier;
  return strCat(toShortText(name.text, kLongestName), " \xC2\xB7 ", kindText(link.kind),
                !link.up   ? ", down"
                : !carrier ? ", no carrier"
                           : "");
}

}  // namespace

void addLinkNodes(Draft& draft) {
  std::map<std::string, std::vector<InterfaceName>> groups;
  std::vector<std::string> loose;
  for (const auto& [name, link] : draft.survey.state().config.links) {
    switch (draft.roleOf(name)) {
      case Role::Box:
        addBox(draft, name, link);
        break;
      case Role::Grouped:
        groups[groupOf(draft.survey, name)].push_back(name);
        break;
      case Role::Loose:
        loose.push_back(looseCell(name, link, draft.survey.linkFacts(name)));
        break;
      case Role::PortOnly:
      case Role::Hidden:
        break;
    }
  }
  for (const auto& [group, names] : groups) addSharedBox(draft, group, names);
  if (loose.empty()) return;
  std::stable_sort(loose.begin(), loose.end(), naturallyLess);
  draft.diagram.nodes.push_back({.kind = NodeKind::Loose,
                                 .key = "loose",
                                 .title = "Not in use",
                                 .rows = {gridRow("cells", {}, std::move(loose))}});
}

}  // namespace pointsman::picture
