// SPDX-License-Identifier: Apache-2.0
// The top of a plain document.
#pragma once

#include "document/tree.h"
#include "document/value.h"
#include "model/desired_state.h"

namespace pointsman::document {

void readState(const Value& document, DesiredState& state);
[[nodiscard]] Node writeState(const DesiredState& state);

}  // namespace pointsman::document
