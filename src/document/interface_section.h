// SPDX-License-Identifier: Apache-2.0
// One entry of `interfaces:`.
#pragma once

#include "document/tree.h"
#include "document/value.h"
#include "model/desired_state.h"

namespace pointsman::document {

void readInterface(const Value& entry, DesiredInterface& interface);
[[nodiscard]] Node writeInterface(const DesiredInterface& interface);

}  // namespace pointsman::document
