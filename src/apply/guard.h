// SPDX-License-Identifier: Apache-2.0
// The guard of a change that wants confirmation: a process of its own that takes the change back
// unless somebody commits it in time. It is started before anything is executed, so it also covers
// the death of the process that makes the change.
#pragma once

#include <string>

#include "apply/outcome.h"
#include "apply/site.h"

namespace pointsman::apply {

// Blocks until 'change', the name that GuardStarter was told, has ended. Applied: by somebody else,
// one way or the other. RolledBack and Stranded: by us, because its time was up or the process that
// makes it has died. Runs in a process whose descriptors are its own.
[[nodiscard]] ApplyOutcome runGuard(const std::string& change, const Site& site);

}  // namespace pointsman::apply
