// SPDX-License-Identifier: Apache-2.0
// A policy: a document with gaps that the host's current state fills. `capture:` names pieces of
// that state by expression, and `desired:` (or `desiredState:`) refers to them in "{{ … }}":
//
//   capture:
//     default-gw: routes.running.destination == "0.0.0.0/0"
//     uplink: interfaces.name == capture.default-gw.routes.running.0.next-hop-interface
//     moved: capture.default-gw | routes.running.next-hop-interface := "br-ex"
//   desired:
//     interfaces:
//     - name: "{{ capture.uplink.interfaces.0.name }}"
//
// `path == value` keeps the elements of the first list on the path for which it holds, `:=` sets a
// value in them (null takes the key away), and `capture.x |` starts from a capture instead of the
// whole state.
#pragma once

#include <string_view>

#include "document/tree.h"

namespace pointsman::document {

[[nodiscard]] bool isPolicy(const Node& root);

// The plain document that 'policy' becomes on a host whose state is 'current'. Nodes keep the
// positions of the policy; what came from the host has that of the place it was put in.
[[nodiscard]] Parsed<Node> resolvePolicy(const Node& policy, const Node& current,
                                         std::string_view fileName);

}  // namespace pointsman::document
