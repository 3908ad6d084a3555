// SPDX-License-Identifier: Apache-2.0
// States and trees as text. What is printed parses again to the same: parse(print(x)) == x.
#pragma once

#include <string>
#include <vector>

#include "document/tree.h"
#include "model/desired_state.h"
#include "model/names.h"
#include "model/observed_state.h"

namespace pointsman::document {

// Block style, two spaces, lists not indented: as `nmstatectl show` writes it. Text that could be
// taken for a number, a boolean or nothing by any YAML reader is quoted.
[[nodiscard]] std::string printYaml(const Node& node);
// Indented by two spaces; plain scalars that are JSON numbers, true or false go unquoted.
[[nodiscard]] std::string printJson(const Node& node);

// The document that asks for 'desired'.
[[nodiscard]] Node toTree(const DesiredState& desired);

struct ShowOptions {
  // Only these, by exact name, with the routes through them; nothing but interfaces and routes is
  // shown then. Empty: everything.
  std::vector<InterfaceName> only = {};
};

// The host as `show` prints it: toTree(describe(observed)) with the facts beside it that no one can
// set, under keys that are read over on input. Those beyond nmstate's own: `oper-state`, `carrier`,
// `ofport` (-1: OVS could not add the port), `ovs-error` and `datapath-id`.
[[nodiscard]] Node toTree(const ObservedState& observed, const ShowOptions& options = {});

// The wish that the host be exactly as it is, as far as a document can say it. Devices that OVS
// makes for itself (ovs-system, ovs-netdev) are left out. Interfaces are sorted by name, an
// ovs-bridge before the interface that bears its name.
[[nodiscard]] DesiredState describe(const ObservedState& observed);

}  // namespace pointsman::document
