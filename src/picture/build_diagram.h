// SPDX-License-Identifier: Apache-2.0
// From an observed host to what its picture says.
#pragma once

#include "model/observed_state.h"
#include "picture/diagram.h"
#include "picture/picture.h"

namespace pointsman::picture {

[[nodiscard]] Diagram buildDiagram(const ObservedState& state, const DrawOptions& options);

}  // namespace pointsman::picture
