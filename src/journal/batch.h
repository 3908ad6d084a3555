// SPDX-License-Identifier: Apache-2.0
// The unit of execution: what happens completely or not at all.
#pragma once

#include <span>
#include <vector>

#include "plan/step.h"

namespace pointsman::journal {

// A run of OVSDB steps, which become one transaction, or a single other step. Never empty.
using Batch = std::vector<plan::Step>;

[[nodiscard]] std::vector<Batch> splitIntoBatches(std::span<const plan::Step> steps);
// The batch that takes 'batch' back.
[[nodiscard]] Batch inverseOf(const Batch& batch);
// Whether what the batch does is still there after a reboot: OVSDB and files are, the kernel's
// links, addresses, routes and rules are not.
[[nodiscard]] bool outlivesReboot(const Batch& batch);

}  // namespace pointsman::journal
