// SPDX-License-Identifier: Apache-2.0
#include "propose/obstacle.h"

#include <vector>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "base/suggest.h"
#include "propose/reserved_names.h"

namespace pointsman::propose {

namespace {

Obstacle missing(const ObservedState& host, const InterfaceName& name) {
  std::vector<std::string> known;
  for (const auto& [link, config] : host.config.links) known.push_back(link.text);
  const auto similar = findSimilar(name.text, known);
  return {.weight = Weight::Decisive,
          .because = "does not exist on this host",
          .hint = similar ? strCat("did you mean ", *similar, "?")
                          : strCat("the interfaces are: ", strJoin(known, ", "))};
}

std::optional<Obstacle> obstacleOfKind(const LinkConfig& link) {
  const auto layer3 = [](std::string_view what) -> std::optional<Obstacle> {
    return Obstacle{.because = strCat("is ", what, " and carries no Ethernet frames of its own")};
  };
  return std::visit(Overloaded{
                        [&](const LoopbackLink&) { return layer3("the loopback"); },
                        [&](const VrfLink&) { return layer3("a VRF"); },
                        [&](const IpVlanLink&) { return layer3("an ipvlan"); },
                        [](const DummyLink&) -> std::optional<Obstacle> {
                          return Obstacle{.weight = Weight::Unlikely,
                                          .because = "is a dummy, which no cable is behind"};
                        },
                        [](const OtherLink& other) -> std::optional<Obstacle> {
                          if (other.kind == "team") {
                            return Obstacle{
                                .weight = Weight::Decisive,
                                .because = "is a team, which a document cannot describe",
                                .hint =
                                    "make it a bond (mode active-backup or 802.3ad) with the same "
                                    "ports, then ask again"};
                          }
                          return Obstacle{.because = strCat("is of the kind '", other.kind,
                                                            "', which pointsman does not know")};
                        },
                        [](const auto&) { return std::optional<Obstacle>(); },
                    },
                    link.kind);
}

// Who has it already: a bond, a Linux bridge, another Open vSwitch bridge.
std::optional<Obstacle> obstacleOfOwner(const ObservedState& host, const InterfaceName& name,
                                        const LinkConfig& link, const BridgeName& bridge) {
  if (link.controller) {
    return Obstacle{
        .weight = Weight::Decisive,
        .because = strCat("is a port of ", *link.controller),
        .hint = strCat("name ", *link.controller, " instead, or take ", name, " out of it first")};
  }
  const BridgeName* holder = bridgeHolding(host.config.ovs, name);
  if (holder == nullptr || *holder == bridge) return std::nullopt;
  return Obstacle{.weight = Weight::Decisive,
                  .because = strCat("belongs to the Open vSwitch bridge ", *holder),
                  .hint = strCat("take it out of ", *holder, " first, or name another interface")};
}

}  // namespace

std::optional<Obstacle> findObstacle(const ObservedState& host, const InterfaceName& name,
                                     const BridgeName& bridge) {
  const auto found = host.config.links.find(name);
  if (found == host.config.links.end()) return missing(host, name);
  if (isReservedName(name.text)) {
    return Obstacle{.because = "bears a name that OVN-Kubernetes keeps for itself"};
  }
  const LinkConfig& link = found->second;
  if (auto obstacle = obstacleOfKind(link)) return obstacle;
  if (!link.mac) return Obstacle{.because = "has no link-layer address"};
  return obstacleOfOwner(host, name, link, bridge);
}

}  // namespace pointsman::propose
