// SPDX-License-Identifier: Apache-2.0
#include "picture/build_diagram.h"

#include <numeric>
#include <utility>

#include "base/str_cat.h"
#include "picture/draft.h"
#include "picture/link_rows.h"
#include "picture/text.h"

namespace pointsman::picture {
namespace {

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return strCat(count, " ", count == 1 ? one : many);
}

std::string subtitleOf(const ObservedState& state) {
  const OvsFacts& ovs = state.facts.ovs;
  if (!ovs.available) return {};
  std::size_t ports = 0;
  for (const auto& [name, bridge] : state.config.ovs.bridges) ports += bridge.ports.size();
  const std::string version =
      ovs.version.empty() ? "" : strCat(" ", toShortText(ovs.version, kLongestName));
  const std::size_t bridges = state.config.ovs.bridges.size();
  if (bridges == 0) return strCat("Open vSwitch", version, " \xC2\xB7 no bridges");
  return strCat("Open vSwitch", version, " \xC2\xB7 ", counted(bridges, "bridge", "bridges"),
                " \xC2\xB7 ", counted(ports, "port", "ports"));
}

std::vector<Notice> noticesOf(const OvsFacts& ovs) {
  std::vector<Notice> notices;
  if (!ovs.available) {
    std::string text = "Open vSwitch is not available";
    if (!ovs.unavailableBecause.empty()) strAppend(text, ": ", ovs.unavailableBecause);
    if (!ovs.remote.empty()) strAppend(text, " (", ovs.remote, ")");
    notices.push_back({NoticeKind::Warning, toShortText(text, 120)});
  } else if (ovs.curCfg < ovs.nextCfg) {
    notices.push_back(
        {NoticeKind::Warning, strCat("ovs-vswitchd has not caught up with its database: cur_cfg ",
                                     ovs.curCfg, ", next_cfg ", ovs.nextCfg)});
  }
  return notices;
}

// The nodes that bear one of the names: as a link, a port or a bridge.
std::vector<bool> namedNodes(const Draft& draft, const std::set<InterfaceName>& names) {
  std::vector<bool> named(draft.diagram.nodes.size(), false);
  for (const InterfaceName& name : names) {
    for (const auto* ends : {&draft.boxes, &draft.ports}) {
      if (const auto found = ends->find(name); found != ends->end())
        named[found->second.node] = true;
    }
    const auto bridge = draft.bridges.find(BridgeName(name.text));
    if (bridge != draft.bridges.end()) named[bridge->second] = true;
  }
  return named;
}

// Keeps the nodes that are joined, over any number of edges, with a node that is kept already.
void keepConnected(Diagram& diagram, std::vector<bool> kept) {
  for (bool grown = true; grown;) {
    grown = false;
    for (const Edge& edge : diagram.edges) {
      if (kept[edge.lower.node] == kept[edge.upper.node]) continue;
      kept[edge.lower.node] = kept[edge.upper.node] = grown = true;
    }
  }
  std::vector<std::size_t> newIndex(diagram.nodes.size());
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
    newIndex[i] = nodes.size();
    if (kept[i]) nodes.push_back(std::move(diagram.nodes[i]));
  }
  std::erase_if(diagram.edges, [&](const Edge& edge) { return !kept[edge.lower.node]; });
  for (Edge& edge : diagram.edges) {
    edge.lower.node = newIndex[edge.lower.node];
    edge.upper.node = newIndex[edge.upper.node];
  }
  diagram.nodes = std::move(nodes);
}

}  // namespace

Diagram buildDiagram(const ObservedState& state, const DrawOptions& options) {
  const Survey survey(state);
  const Faults faults = findFaults(survey);
  const Roles roles = assignRoles(survey, faults);
  Draft draft{.survey = survey, .faults = faults, .roles = roles};
  addLinkNodes(draft);
  addOvsNodes(draft);
  addGateways(draft);
  addEdges(draft);
  if (!options.around.empty()) keepConnected(draft.diagram, namedNodes(draft, options.around));

  Diagram diagram = std::move(draft.diagram);
  const std::string& title = options.title.empty() ? state.config.hostname : options.title;
  diagram.title = toShortText(title.empty() ? "This host" : title, 80);
  diagram.subtitle = subtitleOf(state);
  diagram.notices = noticesOf(state.facts.ovs);
  diagram.faults =
      std::accumulate(faults.begin(), faults.end(), std::size_t{0},
                      [](std::size_t sum, const auto& entry) { return sum + entry.second.size(); });
  return diagram;
}

}  // namespace pointsman::picture
