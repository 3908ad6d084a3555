// SPDX-License-Identifier: Apache-2.0
// The guard of a change that wants confirmation: a process of its own that takes the change back
// unless somebody commits it in time. It is started before anything is executed, so it also covers
// the death of the process that makes the change.
#pragma once

#include <sys/types.h>

#include <string>

#include "apply/outcome.h"
#include "apply/site.h"

namespace pointsman::apply {

struct GuardRequest {
  std::string change = {};  // as GuardStarter was told
  pid_t owner = -1;         // the process that makes the change; our parent, hence not yet reaped
};

// Blocks until the change has ended. Applied: by somebody else, one way or the other. RolledBack
// and Stranded: by us. Runs in a process whose descriptors are its own.
[[nodiscard]] ApplyOutcome runGuard(const GuardRequest& request, const Site& site);

}  // namespace pointsman::apply
