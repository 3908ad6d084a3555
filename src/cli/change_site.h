// SPDX-License-Identifier: Apache-2.0
// What the driver of changes needs of this host, wired together: reader, executor, events, guard,
// progress, and the signals that stop it.
#pragma once

#include <memory>
#include <string>

#include "apply/outcome.h"
#include "apply/site.h"
#include "base/result.h"
#include "cli/command.h"
#include "cli/exit_status.h"

namespace pointsman::cli {

// Owns everything a Site refers to. Threading: made and used by the main thread; a thread of its
// own waits for SIGINT and SIGTERM, which ask the change to roll back.
class ChangeSite {
 public:
  static Result<std::unique_ptr<ChangeSite>> open(const GlobalOptions& global);
  ~ChangeSite();

  [[nodiscard]] const apply::Site& site() const;

 private:
  struct State;
  explicit ChangeSite(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Tells how it ended, on standard error, and what to exit with. Diagnostics of a refused document
// are the caller's to print.
ExitStatus reportOutcome(const GlobalOptions& global, const apply::ApplyOutcome& outcome);

}  // namespace pointsman::cli
