// SPDX-License-Identifier: Apache-2.0
// A diagram while it is being built: the nodes so far, and where each interface ended up in them,
// so that edges can be drawn by name. Each function below is one stage of build_diagram.cpp.
#pragma once

#include <map>

#include "model/names.h"
#include "picture/diagram.h"
#include "picture/faults.h"
#include "picture/roles.h"
#include "picture/survey.h"

namespace pointsman::picture {

struct Draft {
  const Survey& survey;
  const Faults& faults;
  const Roles& roles;
  Diagram diagram = {};
  std::map<InterfaceName, End> boxes = {};  // the link's box, or the box it shares
  std::map<InterfaceName, End> ports = {};  // its row in the bridge that holds it
  std::map<BridgeName, std::size_t> bridges = {};

  [[nodiscard]] Role roleOf(const InterfaceName& name) const {
    const auto found = roles.find(name);
    return found == roles.end() ? Role::Hidden : found->second;
  }
};

// Boxes of kernel links, the ports of linux bridges within theirs; then the links nobody uses.
void addLinkNodes(Draft& draft);
// OVS bridges with their ports, and a place for each port whose device is missing.
void addOvsNodes(Draft& draft);
// The default gateways, in front of the links that lead to them; with their edges.
void addGateways(Draft& draft);
// What holds, bears or pairs with what.
void addEdges(Draft& draft);

// Adds one edge, or counts it when there is one between these ends already.
void addEdge(Diagram& diagram, const Edge& edge);

}  // namespace pointsman::picture
