// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "apply/interfaces.h"
#include "journal/identity.h"

namespace pointsman::apply {

// Where a change happens. All that it refers to belongs to the caller and outlives the call.
// Threading: one thread.
struct Site {
  journal::Directories directories = {};
  journal::HostIdentity identity = {};  // readHostIdentity()
  StateReader& reader;
  StepExecutor& executor;
  Events& events;
  Progress& progress;
  Prober* prober = nullptr;       // null: no probes
  GuardStarter* guard = nullptr;  // needed by changes that want confirmation
  std::stop_token stop = {};      // requested by SIGINT and SIGTERM: roll back at the next batch
};

}  // namespace pointsman::apply
