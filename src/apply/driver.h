// SPDX-License-Identifier: Apache-2.0
// Carries out a change: lock, recover what an earlier attempt left, read, plan, journal, execute,
// verify, commit; or roll back, and verify that too. Every front end that changes a host ends here.
//
// Whatever ends the process, kill -9 and power cuts included, the journal lets the next invocation
// take the host back to where it was.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "apply/goal.h"
#include "apply/outcome.h"
#include "apply/site.h"
#include "base/deadline.h"

namespace pointsman::apply {

// How often a change that met a host which changed under it starts over. It runs at least once by
// construction.
struct RetryPolicy {
  unsigned furtherAttempts = 2;
};

struct ChangeRequest {
  std::string verb = {};  // as the user wrote it, "apply br-ex.yml": names the holder of the lock
  std::string document = {};      // where the wish came from; for the journal and for people
  std::string documentHash = {};  // of its content
  RetryPolicy retry = {};
  // How long what was asked may take to show; empty: it is not verified.
  std::optional<Clock::duration> verifyFor = std::chrono::seconds(10);
  Clock::duration probeFor = std::chrono::seconds(5);
  // Set: do not commit, but wait that long for commitPending().
  std::optional<std::chrono::milliseconds> confirmWithin = {};
};

[[nodiscard]] ApplyOutcome applyChange(const ChangeRequest& request, const Goal& goal,
                                       const Site& site);

// Ends an uncommitted change. Refused with NotFound when there is none.
[[nodiscard]] ApplyOutcome commitPending(const std::string& verb, const Site& site);
[[nodiscard]] ApplyOutcome rollbackPending(const std::string& verb, const Site& site);

// Takes back what a change that was cut short has left, as applyChange() does first: RolledBack, or
// Applied with no steps when there was nothing to take back.
[[nodiscard]] ApplyOutcome recoverLeftovers(const std::string& verb, const Site& site);

}  // namespace pointsman::apply
