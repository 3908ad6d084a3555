// SPDX-License-Identifier: Apache-2.0
// A host as it is once some steps have taken effect, told without executing them. Answers three
// questions about a host that was left by somebody else: has this step happened, has it been taken
// back, and what is still to do. Pure.
#pragma once

#include <span>

#include "model/observed_state.h"
#include "plan/step.h"

namespace pointsman::apply {

// 'state' with the outcome of 'steps' laid over it, in their order. Unlike an executor this asks
// nothing of what was before: a step that has taken effect already changes nothing, and one that
// cannot (on a link that is gone) neither. Only what the steps themselves name is touched: of maps
// that others write too, the keys that differ between before and after.
[[nodiscard]] ObservedState settle(ObservedState state, std::span<const plan::Step> steps);

// Whether no plan would do anything to make 'now' into 'wanted', and leases and running routes are
// the same.
[[nodiscard]] bool isAsWanted(const ObservedState& now, const ObservedState& wanted);

// Whether 'state' shows the outcome of all of 'steps'.
[[nodiscard]] bool isSettled(const ObservedState& state, std::span<const plan::Step> steps);

}  // namespace pointsman::apply
