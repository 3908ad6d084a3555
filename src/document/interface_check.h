// SPDX-License-Identifier: Apache-2.0
// What can be wrong with one entry of `interfaces:` as a whole, whatever the host is like.
#pragma once

#include "document/value.h"
#include "model/desired_state.h"

namespace pointsman::document {

// The name and what finds the interface; holds for one to be removed as well.
void checkIdentity(const Value& entry, const DesiredInterface& interface);

// Contradictions between settings, and settings that cannot be had on this type. What is accepted
// though it means nothing there is taken out of 'interface'.
void checkInterface(const Value& entry, DesiredInterface& interface);

}  // namespace pointsman::document
