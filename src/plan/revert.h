// SPDX-License-Identifier: Apache-2.0
// The document that undoes a document.
#pragma once

#include "model/desired_state.h"
#include "model/observed_state.h"

namespace pointsman::plan {

// What to apply after 'desired' was applied to 'before', to have 'before' again: interfaces that it
// makes become absent, what it changes gets its old value, routes and rules are turned round.
[[nodiscard]] DesiredState revertOf(const DesiredState& desired, const ObservedState& before);

}  // namespace pointsman::plan
