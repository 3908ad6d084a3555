// SPDX-License-Identifier: Apache-2.0
// Random changes: a host, and what it shall become.
#pragma once

#include <cstdint>
#include <vector>

#include "model/observed_state.h"
#include "plan/step.h"

namespace pointsman::apply {

struct Scene {
  std::uint32_t seed = 0;
  ObservedState before = {};
  HostConfig target = {};
  std::vector<plan::Step> steps = {};
};

// Two hosts that have little in common; a plan of up to a hundred steps.
[[nodiscard]] Scene makeLargeScene(std::uint32_t seed);
// A piece of such a change: some stage of it, and a later one.
[[nodiscard]] Scene makeSmallScene(std::uint32_t seed);

}  // namespace pointsman::apply
