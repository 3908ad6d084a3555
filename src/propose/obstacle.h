// SPDX-License-Identifier: Apache-2.0
// Why an interface cannot be the uplink of a bridge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/names.h"
#include "model/observed_state.h"

namespace pointsman::propose {

enum class Weight : std::uint8_t {
  // Nobody means this interface when asking for an uplink: a rule looks at the next one. Named by
  // the administrator, it is taken.
  Unlikely,
  // It cannot work, and nobody means it either.
  Impossible,
  // It is what the host uses, yet cannot serve: choosing another one would hide the problem.
  Decisive,
};

struct Obstacle {
  Weight weight = Weight::Impossible;
  std::string because = {};  // "is a team, which …": the sentence goes on after the name
  std::string hint = {};     // what to do about it
  bool operator==(const Obstacle&) const = default;
};

// Empty: 'name' can be the uplink of 'bridge'.
[[nodiscard]] std::optional<Obstacle> findObstacle(const ObservedState& host,
                                                   const InterfaceName& name,
                                                   const BridgeName& bridge);

}  // namespace pointsman::propose
