// SPDX-License-Identifier: Apache-2.0
#include "apply/guard.h"

#include <sys/types.h>

#include <optional>
#include <utility>

#include "apply/journal_watch.h"
#include "apply/recover.h"
#include "journal/change_lock.h"
#include "journal/journal_file.h"

namespace pointsman::apply {

namespace {

// The journal, if it is still that of our change and the change has not ended.
Result<std::optional<journal::JournalState>> readOurs(const std::string& change, const Site& site) {
  TRY(auto state, journal::readJournal(site.directories));
  if (state && (state->header.change != change || state->ended())) state.reset();
  return state;
}

// Returns when the change has ended, or when it is for us to end it.
Result<> awaitDecision(const std::string& change, const Site& site) {
  TRY(const auto begun, readOurs(change, site));
  if (!begun) return ok();
  // The owner as the journal names it: our parent may be dead and replaced already.
  const auto owner = static_cast<pid_t>(begun->header.pid);
  TRY(auto watch, JournalWatch::start(site.directories, owner));
  while (true) {
    // Read after the watch has begun and before each wait, so no change is missed.
    TRY(const auto state, readOurs(change, site));
    if (!state) return ok();
    const auto confirmBy = state->course.confirmBy;
    if (!watch.ownerAlive() && !confirmBy) return ok();
    TRY(const WatchEvent event, watch.wait(confirmBy));
    if (event == WatchEvent::DeadlinePassed) return ok();
  }
}

}  // namespace

ApplyOutcome runGuard(const std::string& change, const Site& site) {
  if (auto decided = awaitDecision(change, site); !decided) {
    return Refused{std::move(decided).error()};
  }
  // Somebody may be ending it right now; whoever has the lock first decides.
  const auto lock = journal::ChangeLock::await(site.directories, "guard");
  if (!lock) return Refused{lock.error()};
  const auto state = readOurs(change, site);
  if (!state) return Refused{state.error()};
  if (!state->has_value()) return Applied{};
  return recoverEarlier(site);
}

}  // namespace pointsman::apply
