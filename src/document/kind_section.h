// SPDX-License-Identifier: Apache-2.0
// The sections of an interface that belong to its type: `bridge:`, `vlan:`, `patch:`, …
#pragma once

#include "document/fields.h"
#include "model/desired_state.h"

namespace pointsman::document {

// One row a key. Reading needs the type to be known already.
[[nodiscard]] Fields<DesiredInterface> kindFields();

}  // namespace pointsman::document
