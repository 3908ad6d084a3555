// SPDX-License-Identifier: Apache-2.0
// What to look at before a proposal is applied.
#pragma once

#include <cstdint>
#include <string>

#include "model/diagnostic.h"
#include "model/names.h"
#include "model/observed_state.h"

namespace pointsman::propose {

// The bridge that shall take over from 'uplink'.
struct Takeover {
  BridgeName bridge = {};
  InterfaceName uplink = {};
  std::uint32_t metric = 0;  // of its default routes
};

[[nodiscard]] Diagnostic makeWarning(std::string message, std::string hint);

// About the uplink as a device: kind, state, what stands on it.
[[nodiscard]] Diagnostics checkUplink(const ObservedState& host, const Takeover& takeover);
// About addresses and routes: those that move, and those that stay and get in the way.
[[nodiscard]] Diagnostics checkAddressing(const ObservedState& host, const Takeover& takeover);

}  // namespace pointsman::propose
