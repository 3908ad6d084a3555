// SPDX-License-Identifier: Apache-2.0
// What is remembered of links whose addresses come by themselves, in the terms of the model. Pure.
#pragma once

#include "host/ip_method_record.h"
#include "model/observed_state.h"

namespace pointsman::host {

// 'active' are the records whose client runs. To be called after observeKernel(), which guesses
// from what the addresses look like: that finds the clients of others, but not their settings.
void observeMethods(const IpMethodRecords& active, ObservedState& state);

}  // namespace pointsman::host
