// SPDX-License-Identifier: Apache-2.0
// Whether a host does what a document asks: nothing left to change, and what was asked for works.
#pragma once

#include <string>
#include <vector>

#include "model/desired_state.h"
#include "model/host_config.h"
#include "model/observed_state.h"

namespace pointsman::plan {

// One thing that is not as asked. 'path' is the document's where the document speaks of it
// ("interfaces[1].mtu"), else names the object ("br-ex.mtu").
struct Mismatch {
  std::string path = {};
  std::string wanted = {};
  std::string found = {};
  bool operator==(const Mismatch&) const = default;
};

// "interfaces[1].mtu: wanted 9000, host has 1500"
std::string toString(const Mismatch& mismatch);

// 'now' was read after the plan towards 'target' was executed. Empty: it holds, and it works.
[[nodiscard]] std::vector<Mismatch> verify(const DesiredState& desired, const ObservedState& now,
                                           const HostConfig& target);

}  // namespace pointsman::plan
