// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <limits>
#include <utility>

#include "picture/draft.h"

namespace pointsman::picture {
namespace {

const End* find(const std::map<InterfaceName, End>& ends, const InterfaceName& name) {
  const auto found = ends.find(name);
  return found == ends.end() ? nullptr : &found->second;
}

// The edge between a link's own box and what holds it.
void addHolderEdge(Draft& draft, const InterfaceName& name, const LinkConfig* link,
                   const End& box) {
  const bool faulty = link == nullptr || draft.faults.contains(name);
  const OvsPlace* place = draft.survey.ovsPlace(name);
  const End* port = find(draft.ports, name);
  Edge edge{.kind = EdgeKind::Membership, .lower = box, .faulty = faulty};
  if (place != nullptr && port != nullptr) {
    edge.upper = *port;
    if (place->config->type == kOvsInternal) std::swap(edge.lower, edge.upper);
    addEdge(draft.diagram, edge);
  } else if (link != nullptr && link->controller) {
    const End* controller = find(draft.boxes, *link->controller);
    if (port != nullptr) controller = port;
    if (controller == nullptr) return;
    edge.upper = *controller;
    addEdge(draft.diagram, edge);
  }
}

void addStackingEdge(Draft& draft, const LinkConfig& link, const End& box) {
  const auto base = baseOf(link.kind);
  const End* lower = base ? find(draft.boxes, *base) : nullptr;
  if (lower == nullptr) return;
  addEdge(draft.diagram, {.kind = EdgeKind::Stacking, .lower = *lower, .upper = box});
}

// How many edges each node is away from the hardware; where there is none, from the first node.
std::vector<std::size_t> distancesFromWire(const Diagram& diagram, const std::vector<Edge>& pairs) {
  std::vector<std::vector<std::size_t>> neighbours(diagram.nodes.size());
  for (const auto* edges : {&diagram.edges, &pairs}) {
    for (const Edge& edge : *edges) {
      neighbours[edge.lower.node].push_back(edge.upper.node);
      neighbours[edge.upper.node].push_back(edge.lower.node);
    }
  }
  constexpr auto kFar = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> distance(diagram.nodes.size(), kFar);
  std::deque<std::size_t> waiting;
  for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
    if (diagram.nodes[i].kind != NodeKind::Nic) continue;
    distance[i] = 0;
    waiting.push_back(i);
  }
  while (!waiting.empty()) {
    const std::size_t node = waiting.front();
    waiting.pop_front();
    for (const std::size_t next : neighbours[node]) {
      if (distance[next] != kFar) continue;
      distance[next] = distance[node] + 1;
      waiting.push_back(next);
    }
  }
  return distance;
}

void collectPatches(const Draft& draft, std::vector<Edge>& pairs) {
  for (const auto& [name, port] : draft.ports) {
    const OvsPlace* place = draft.survey.ovsPlace(name);
    if (place == nullptr || place->config->type != kOvsPatch) continue;
    const auto peerName = place->config->options.find("peer");
    if (peerName == place->config->options.end() || peerName->second <= name.text) continue;
    const InterfaceName peer(peerName->second);
    const OvsPlace* other = draft.survey.ovsPlace(peer);
    const End* otherPort = find(draft.ports, peer);
    if (other == nullptr || otherPort == nullptr) continue;
    const auto back = other->config->options.find("peer");
    if (back == other->config->options.end() || back->second != name.text) continue;
    pairs.push_back({.kind = EdgeKind::Patch, .lower = port, .upper = *otherPort});
  }
}

void collectVethPairs(const Draft& draft, std::vector<Edge>& pairs) {
  const auto endOf = [&](const InterfaceName& name) {
    const End* box = find(draft.boxes, name);
    return box != nullptr ? box : find(draft.ports, name);
  };
  for (const auto& [name, link] : draft.survey.state().config.links) {
    const InterfaceName* peer = draft.survey.vethPeer(name);
    if (peer == nullptr || *peer < name) continue;
    const End* one = endOf(name);
    const End* other = endOf(*peer);
    if (one == nullptr || other == nullptr) continue;
    pairs.push_back({.kind = EdgeKind::VethPair, .lower = *one, .upper = *other});
  }
}

}  // namespace

void addEdge(Diagram& diagram, const Edge& edge) {
  // Doubles come from neighbouring cells of one grid, so they stand at the end.
  for (auto known = diagram.edges.rbegin(); known != diagram.edges.rend(); ++known) {
    if (known->kind != edge.kind || known->lower != edge.lower) continue;
    if (known->upper != edge.upper) continue;
    ++known->count;
    known->faulty = known->faulty || edge.faulty;
    return;
  }
  diagram.edges.push_back(edge);
}

void addEdges(Draft& draft) {
  for (const auto& [name, box] : draft.boxes) {
    const LinkConfig* link = draft.survey.link(name);
    addHolderEdge(draft, name, link, box);
    if (link != nullptr) addStackingEdge(draft, *link, box);
  }
  // A pair has no direction of its own: it is drawn away from the wire.
  std::vector<Edge> pairs;
  collectPatches(draft, pairs);
  collectVethPairs(draft, pairs);
  const auto distance = distancesFromWire(draft.diagram, pairs);
  for (Edge& edge : pairs) {
    const auto order = [&](const End& end) { return std::pair(distance[end.node], end.node); };
    if (order(edge.upper) < order(edge.lower)) std::swap(edge.lower, edge.upper);
    addEdge(draft.diagram, edge);
  }
}

}  // namespace pointsman::picture
