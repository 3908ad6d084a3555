// SPDX-License-Identifier: Apache-2.0
// From one complete configuration to another: which steps, in which order. Pure; knows nothing of
// documents. What belongs into 'after' is decided by resolve.h.
#pragma once

#include <vector>

#include "model/host_config.h"
#include "model/observed_state.h"
#include "plan/step.h"

namespace pointsman::plan {

// The steps that lead from 'before' to 'after'; none when they are equal. 'facts' belong to
// 'before': leases and their routes on a link that loses IP are removed step by step too, so that
// the inverse brings them back.
//
// What the kernel cannot make (hardware, or the end of a veth pair whose peer is in another
// namespace) is neither created nor deleted, whatever the two values say.
[[nodiscard]] std::vector<Step> planSteps(const HostConfig& before, const HostConfig& after,
                                          const HostFacts& facts);

}  // namespace pointsman::plan
