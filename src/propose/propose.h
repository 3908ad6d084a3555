// SPDX-License-Identifier: Apache-2.0
// A document for a bridge, proposed from the live host: what `pointsman generate br-ex` prints.
//
// Applying a document never guesses. This is where guessing has its place: it decides what
// configure-ovs.sh decides on OpenShift nodes (which interface becomes the uplink, what moves to
// the bridge), says why, and leaves the last word to whoever reads the result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/desired_state.h"
#include "model/diagnostic.h"
#include "model/names.h"
#include "model/observed_state.h"
#include "propose/hints.h"

namespace pointsman::propose {

// The bridges of OVN-Kubernetes: the node's own, and the one for a second gateway.
inline constexpr std::string_view kNodeBridge = "br-ex";
inline constexpr std::string_view kExtraBridge = "br-ex1";
// What their default routes get, below every metric that DHCP clients hand out.
inline constexpr std::uint32_t kNodeBridgeMetric = 48;
inline constexpr std::uint32_t kExtraBridgeMetric = 49;

struct ProposeOptions {
  BridgeName bridge = BridgeName(kNodeBridge);
  std::optional<InterfaceName> uplink = {};  // named by the caller: no rule is asked
  std::optional<std::uint32_t> metric = {};  // empty: that of the bridge, as above
  Hints hints = {};
};

struct Proposal {
  std::optional<InterfaceName> uplink = {};
  // The bridge has its uplink already: 'desired' describes what is there.
  bool inPlace = false;
  // Meaningful only when diagnostics hold no error.
  DesiredState desired = {};
  // Which rule chose the uplink, what else was considered and why not, what moves to the bridge.
  // Whole sentences, in the order of the decisions.
  std::vector<std::string> explanation = {};
  // Errors: there is no proposal, and what to do about it. Warnings: what to look at before
  // applying. Paths are those of 'desired'.
  Diagnostics diagnostics = {};
  bool operator==(const Proposal&) const = default;
};

[[nodiscard]] Proposal proposeBridge(const ObservedState& host, const ProposeOptions& options);

}  // namespace pointsman::propose
