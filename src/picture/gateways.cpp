// SPDX-License-Identifier: Apache-2.0
// Default gateways stand in front of the links that lead to them. A route names the device it
// leaves by, say br-ex; the wire is found by walking down from there, through bridge ports and
// kernel stacking.
#include <algorithm>
#include <set>
#include <utility>

#include "base/str_cat.h"
#include "picture/draft.h"

namespace pointsman::picture {
namespace {

// More candidates than this mean that nothing in the configuration tells the way.
constexpr std::size_t kMostUplinks = 8;

class UplinkWalk {
 public:
  explicit UplinkWalk(const Survey& survey) : survey_(survey) {}

  // The links at the wire's end below 'name'; hardware alone where there is any.
  [[nodiscard]] std::set<InterfaceName> from(const InterfaceName& name) {
    walk(name);
    if (!hardware_.empty()) return hardware_;
    return others_.size() <= kMostUplinks ? others_ : std::set<InterfaceName>{};
  }

 private:
  void walk(const InterfaceName& name) {
    const LinkConfig* link = survey_.link(name);
    if (link == nullptr || !visited_.insert(name).second) return;
    const auto base = baseOf(link->kind);
    const auto& members = survey_.membersOf(name);
    const OvsPlace* place = survey_.ovsPlace(name);
    if (std::holds_alternative<PhysicalLink>(link->kind)) {
      hardware_.insert(name);
    } else if (base && !std::holds_alternative<VxlanLink>(link->kind)) {
      walk(*base);
    } else if (!members.empty()) {
      for (const InterfaceName& member : members) walk(member);
    } else if (std::holds_alternative<OvsInternalLink>(link->kind) && place != nullptr) {
      walkBridge(*place->bridge);
    } else if (std::holds_alternative<VethLink>(link->kind)) {
      others_.insert(name);
    }
  }

  void walkBridge(const BridgeName& bridgeName) {
    const auto found = survey_.state().config.ovs.bridges.find(bridgeName);
    if (found == survey_.state().config.ovs.bridges.end()) return;
    if (!visitedBridges_.insert(bridgeName).second) return;
    std::vector<InterfaceName> peers;
    const std::size_t before = hardware_.size() + others_.size();
    for (const auto& [portName, port] : found->second.ports) {
      for (const auto& [name, config] : port.interfaces) {
        const auto peer = config.options.find("peer");
        if (config.type == kOvsPatch && peer != config.options.end()) {
          peers.emplace_back(peer->second);
        }
        const bool workload = config.externalIds.contains("iface-id");
        if (config.type == kOvsSystem && !workload) walk(name);
      }
    }
    if (hardware_.size() + others_.size() != before) return;
    for (const InterfaceName& peer : peers) {
      if (const OvsPlace* place = survey_.ovsPlace(peer)) walkBridge(*place->bridge);
    }
  }

  const Survey& survey_;
  std::set<InterfaceName> hardware_;
  std::set<InterfaceName> others_;
  std::set<InterfaceName> visited_;
  std::set<BridgeName> visitedBridges_;
};

}  // namespace

void addGateways(Draft& draft) {
  std::map<std::set<InterfaceName>, std::set<IpAddress>> gateways;
  for (const auto& [name, link] : draft.survey.state().config.links) {
    const auto& routes = draft.survey.defaultRoutes(name);
    if (routes.empty()) continue;
    const auto uplinks = UplinkWalk(draft.survey).from(name);
    for (const Route& route : routes) gateways[uplinks].insert(*route.gateway);
  }
  for (const auto& [uplinks, addresses] : gateways) {
    const bool drawn = std::any_of(uplinks.begin(), uplinks.end(), [&](const InterfaceName& name) {
      return draft.boxes.contains(name);
    });
    // Without a known way out the row "default via …" of the device has to do.
    if (!drawn) continue;
    const std::size_t index = draft.diagram.nodes.size();
    Node node{.kind = NodeKind::Gateway,
              .key = strCat("gateway by ", strJoin(uplinks, " ")),
              .title = "Default gateway"};
    for (const IpAddress& address : addresses) {
      node.rows.push_back({.key = strCat(address), .pieces = {{strCat(address), Tone::Route}}});
    }
    draft.diagram.nodes.push_back(std::move(node));
    for (const InterfaceName& name : uplinks) {
      const auto box = draft.boxes.find(name);
      if (box == draft.boxes.end()) continue;
      addEdge(draft.diagram,
              {.kind = EdgeKind::Gateway, .lower = {index, {}}, .upper = box->second});
    }
  }
}

}  // namespace pointsman::picture
