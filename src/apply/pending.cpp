// SPDX-License-Identifier: Apache-2.0
// Ends changes that wait for their confirmation.
#include <utility>

#include "apply/driver.h"
#include "apply/recover.h"
#include "apply/rollback.h"
#include "journal/change_lock.h"
#include "journal/journal_file.h"

namespace pointsman::apply {

namespace {

Error nothingPending() { return {ErrorKind::NotFound, "no change waits for confirmation"}; }

// The journal of the change that waits. One that was cut short instead is recovered first; then
// there is nothing to wait for any more.
Result<journal::JournalFile> openPending(const Site& site) {
  TRY(auto found, journal::readJournal(site.directories));
  if (!found || found->ended() || !found->course.confirmBy) return nothingPending();
  CHECK_OK(checkPlace(found->header, site));
  if (found->header.host.bootId != site.identity.bootId || found->course.rollingBack) {
    return Error{ErrorKind::NotFound,
                 "the change that waited for confirmation is being taken back"};
  }
  return journal::JournalFile::reopen(site.directories, std::move(*found));
}

std::vector<plan::Step> stepsOf(const journal::Planned& plan) {
  std::vector<plan::Step> steps;
  for (const journal::Batch& batch : plan.batches) {
    steps.insert(steps.end(), batch.begin(), batch.end());
  }
  return steps;
}

}  // namespace

ApplyOutcome commitPending(const std::string& verb, const Site& site) {
  const auto lock = journal::ChangeLock::acquire(site.directories, verb);
  if (!lock) return Refused{lock.error()};
  auto journal = openPending(site);
  if (!journal) return Refused{std::move(journal).error()};
  if (auto committed = journal->append(journal::Committed{}); !committed) {
    return Refused{std::move(committed).error()};
  }
  // What this leaves undone, the next invocation does.
  (void)finishJournal(*journal, site).has_value();
  return Applied{.steps = stepsOf(journal->state().plan)};
}

ApplyOutcome rollbackPending(const std::string& verb, const Site& site) {
  const auto lock = journal::ChangeLock::acquire(site.directories, verb);
  if (!lock) return Refused{lock.error()};
  auto journal = openPending(site);
  if (journal) return takeBack(*journal, {ErrorKind::Unavailable, "asked to roll back"}, site);
  // What was cut short is taken back too: that is what was asked for.
  ApplyOutcome recovered = recoverEarlier(site);
  if (std::holds_alternative<Applied>(recovered)) return Refused{std::move(journal).error()};
  return recovered;
}

}  // namespace pointsman::apply
