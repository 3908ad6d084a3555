// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/str_cat.h"
#include "picture/draft.h"
#include "picture/link_rows.h"
#include "picture/port_rows.h"
#include "picture/text.h"

namespace pointsman::picture {
namespace {

// More missing devices than this on one bridge keep their red rows but get no box of their own.
constexpr std::size_t kMostMissingBoxes = 8;
constexpr std::size_t kMostControllers = 4;

Owner ownerOf(const StringMap& externalIds) {
  return externalIds.contains(std::string(kOwnerKey)) ? Owner::Ours : Owner::Foreign;
}

std::string vlanText(const OvsPortVlan& vlan) {
  const VlanMode mode = vlan.effectiveMode();
  if (mode == VlanMode::Access) return strCat("VLAN ", vlan.tag.value_or(0));
  std::vector<std::string> parts;
  if (mode != VlanMode::Trunk) {
    const std::string_view tagging = mode == VlanMode::NativeTagged ? " tagged" : "";
    parts.push_back(strCat("native ", vlan.tag.value_or(0), tagging));
  }
  if (!vlan.trunks.empty()) parts.push_back(strCat("trunk ", vlan.trunks));
  return toShortText(strJoin(parts, " \xC2\xB7 "), kLongestName);
}

std::string option(const OvsInterfaceConfig& config, const char* key) {
  const auto found = config.options.find(key);
  return found == config.options.end() ? std::string{} : toShortText(found->second, kLongestName);
}

// What the port is, in a word: the kernel's for a system port, OVS's for the others.
std::string portKind(const Survey& survey, const InterfaceName& name,
                     const OvsInterfaceConfig& config) {
  if (config.type != kOvsSystem) return toShortText(config.type, kLongestName);
  const LinkConfig* link = survey.link(name);
  return link != nullptr ? kindText(link->kind) : "system";
}

std::vector<Piece> tunnelPieces(const OvsInterfaceConfig& config) {
  std::vector<Piece> pieces;
  const std::string remote = option(config, "remote_ip");
  if (!remote.empty()) pieces.push_back({strCat("to ", remote)});
  if (const std::string key = option(config, "key"); !key.empty() && key != "flow") {
    pieces.push_back({strCat("key ", key), Tone::Muted});
  }
  return pieces;
}

std::string portTooltip(const Survey& survey, const InterfaceName& name,
                        const OvsInterfaceConfig& config) {
  std::string text = strCat(name, ": ", config.type);
  if (const LinkConfig* link = survey.link(name); link != nullptr && link->mac) {
    strAppend(text, ", ", toLowerString(*link->mac));
  }
  if (const auto mtu = survey.mtu(name); mtu != 0) strAppend(text, ", MTU ", mtu);
  for (const auto& [key, value] : config.options) strAppend(text, ", ", key, "=", value);
  for (const auto& [key, value] : config.externalIds) strAppend(text, ", ", key, "=", value);
  return toShortText(text, kLongestTooltip);
}

std::vector<Piece> ofportPieces(const Draft& draft, const InterfaceName& name, bool withMtu) {
  std::vector<Piece> pieces;
  const auto mtu = draft.survey.mtu(name);
  if (withMtu && mtu != 0) pieces.push_back({strCat("MTU ", mtu), Tone::Muted});
  const OvsInterfaceFacts* facts = draft.survey.ovsFacts(name);
  if (facts != nullptr && facts->ofport) {
    pieces.push_back({strCat("#", *facts->ofport), *facts->ofport < 0 ? Tone::Fault : Tone::Muted});
  }
  return pieces;
}

int rankOf(const std::string& type, bool portOnly) {
  if (type == kOvsSystem) return portOnly ? 4 : 0;
  if (type == kOvsInternal) return 1;
  return type == kOvsPatch ? 2 : 3;
}

// A port of one interface, which is nearly every port.
PortEntry simplePort(const Draft& draft, const PortName& portName, const OvsPortConfig& port) {
  const auto& [name, config] = *port.interfaces.begin();
  const bool hasBox = draft.roleOf(name) == Role::Box;
  PortEntry entry{.name = name};
  entry.kind = portKind(draft.survey, name, config);
  entry.rank = rankOf(config.type, !hasBox && draft.survey.link(name) != nullptr);
  entry.vlan = vlanText(port.vlan);
  entry.mayGroup = !hasBox;
  entry.cell = toShortText(name.text, kLongestName);
  const std::string remote = option(config, "remote_ip");
  if (!remote.empty()) entry.cell = remote;
  entry.row = {.kind = RowKind::Port,
               .key = strCat("port ", toVisibleText(portName.text)),
               .pieces = {{toShortText(portName.text, kLongestName), Tone::Strong}},
               .trailing = ofportPieces(draft, name, !hasBox),
               .owner = ownerOf(port.externalIds),
               .faulty = draft.faults.contains(name),
               .tooltip = portTooltip(draft.survey, name, config)};
  if (!hasBox || config.type != kOvsSystem) {
    entry.row.pieces.push_back({entry.kind, Tone::Muted});
  }
  if (!entry.vlan.empty()) entry.row.pieces.push_back({entry.vlan, Tone::Vlan});
  for (Piece& piece : tunnelPieces(config)) entry.row.pieces.push_back(std::move(piece));
  // A box tells of the link's faults itself, and of those OVS has with it.
  if (!hasBox) entry.following = faultRows(draft.faults, name, RowKind::Remark);
  return entry;
}

Row memberRow(const Draft& draft, const InterfaceName& name, const OvsInterfaceConfig& config) {
  return {.kind = RowKind::Member,
          .key = strCat("member ", toVisibleText(name.text)),
          .pieces = {{toShortText(name.text, kLongestName), Tone::Strong}},
          .trailing = ofportPieces(draft, name, draft.roleOf(name) != Role::Box),
          .faulty = draft.faults.contains(name),
          .tooltip = portTooltip(draft.survey, name, config)};
}

PortEntry bondPort(const Draft& draft, const PortName& portName, const OvsPortConfig& port) {
  PortEntry entry{.name = InterfaceName(portName.text)};
  entry.vlan = vlanText(port.vlan);
  entry.row = {.kind = RowKind::Port,
               .key = strCat("port ", toVisibleText(portName.text)),
               .pieces = {{toShortText(portName.text, kLongestName), Tone::Strong},
                          {"bond", Tone::Muted},
                          {toShortText(port.bondMode.value_or("active-backup"), kLongestName)}},
               .owner = ownerOf(port.externalIds)};
  if (port.lacp && *port.lacp != "off") {
    entry.row.pieces.push_back({toShortText(strCat("LACP ", *port.lacp), kLongestName)});
  }
  if (!entry.vlan.empty()) entry.row.pieces.push_back({entry.vlan, Tone::Vlan});
  for (const auto& [name, config] : port.interfaces) {
    const std::string shown = toShortText(name.text, kLongestName);
    entry.following.push_back(memberRow(draft, name, config));
    entry.members.push_back(name);
    entry.row.faulty = entry.row.faulty || draft.faults.contains(name);
    if (draft.roleOf(name) == Role::Box) continue;
    for (Row& row : faultRows(draft.faults, name, RowKind::Remark)) {
      row.pieces.insert(row.pieces.begin(), {shown, Tone::Fault});
      entry.following.push_back(std::move(row));
    }
  }
  return entry;
}

Row detail(std::string key, std::string text, Tone tone) {
  return {.key = std::move(key), .pieces = {{toShortText(text, kLongestDetail), tone}}};
}

void addBridgeDetails(const Draft& draft, const BridgeName& name, const OvsBridgeConfig& bridge,
                      std::vector<Row>& rows) {
  std::vector<std::string> settings;
  if (!bridge.datapathType.empty() && bridge.datapathType != "system") {
    settings.push_back(strCat("datapath ", bridge.datapathType));
  }
  if (bridge.failMode) settings.push_back(strCat("fail mode ", *bridge.failMode));
  if (bridge.stp) settings.emplace_back("STP");
  if (bridge.rstp) settings.emplace_back("RSTP");
  if (bridge.mcastSnooping) settings.emplace_back("multicast snooping");
  if (!settings.empty()) {
    rows.push_back(detail("settings", strJoin(settings, " \xC2\xB7 "), Tone::Muted));
  }
  std::size_t shown = 0;
  for (const std::string& target : bridge.controllers) {
    if (++shown > kMostControllers) break;
    rows.push_back(detail(strCat("controller ", toVisibleText(target)),
                          strCat("controller ", target), Tone::Plain));
  }
  if (bridge.controllers.size() > kMostControllers) {
    rows.push_back(detail(
        "more controllers",
        strCat("+ ", bridge.controllers.size() - kMostControllers, " controllers"), Tone::Plain));
  }
  const auto& global = draft.survey.state().config.ovs.externalIds;
  const auto mappings = global.find(std::string(kBridgeMappingsKey));
  if (mappings == global.end()) return;
  for (const auto& [network, target] : parseBridgeMappings(mappings->second)) {
    if (target != name) continue;
    rows.push_back(detail(strCat("mapping ", toVisibleText(network)),
                          strCat("OVN network ", network), Tone::Plain));
  }
}

void addBridge(Draft& draft, const BridgeName& name, const OvsBridgeConfig& bridge) {
  const std::size_t index = draft.diagram.nodes.size();
  draft.bridges[name] = index;
  draft.diagram.nodes.push_back({.kind = NodeKind::OvsBridge,
                                 .key = strCat("bridge ", toVisibleText(name.text)),
                                 .title = toShortText(name.text, kLongestName),
                                 .subtitle = "OVS bridge",
                                 .owner = ownerOf(bridge.externalIds)});
  addBridgeDetails(draft, name, bridge, draft.diagram.nodes[index].rows);
  std::vector<PortEntry> entries;
  for (const auto& [portName, port] : bridge.ports) {
    if (port.interfaces.empty()) continue;
    entries.push_back(port.isBond() ? bondPort(draft, portName, port)
                                    : simplePort(draft, portName, port));
  }
  appendPorts(draft, index, std::move(entries));
}

// A dashed box where the NIC would be: the picture shows what somebody meant.
void addMissingDevices(Draft& draft, const OvsBridgeConfig& bridge) {
  std::vector<InterfaceName> missing;
  for (const auto& [portName, port] : bridge.ports) {
    for (const auto& [name, config] : port.interfaces) {
      if (config.type == kOvsSystem && draft.survey.link(name) == nullptr) missing.push_back(name);
    }
  }
  if (missing.size() > kMostMissingBoxes) return;
  for (const InterfaceName& name : missing) {
    draft.boxes[name] = {draft.diagram.nodes.size(), {}};
    draft.diagram.nodes.push_back(
        {.kind = NodeKind::Nic,
         .key = strCat("missing ", toVisibleText(name.text)),
         .title = toShortText(name.text, kLongestName),
         .subtitle = "missing",
         .faulty = true,
         .missing = true,
         .rows = {
             {.key = "missing", .pieces = {{"not on this host", Tone::Fault}}, .faulty = true}}});
  }
}

}  // namespace

void addOvsNodes(Draft& draft) {
  for (const auto& [name, bridge] : draft.survey.state().config.ovs.bridges) {
    addBridge(draft, name, bridge);
    addMissingDevices(draft, bridge);
  }
}

}  // namespace pointsman::picture
