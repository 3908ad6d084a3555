// SPDX-License-Identifier: Apache-2.0
#include "apply/recover.h"

#include <chrono>
#include <utility>

#include "apply/rollback.h"
#include "base/str_cat.h"
#include "journal/journal_file.h"

namespace pointsman::apply {

namespace {

std::string nameOf(const journal::Header& header) {
  return strCat("'", header.verb, "' of pid ", header.pid);
}

bool isWaiting(const journal::JournalState& state, const Site& site) {
  const auto& course = state.course;
  return course.confirmBy && !course.rollingBack &&
         state.header.host.bootId == site.identity.bootId &&
         journal::bootTimeNow() < *course.confirmBy;
}

Error waitsForConfirmation(const journal::JournalState& state) {
  const auto left =
      std::chrono::ceil<std::chrono::seconds>(*state.course.confirmBy - journal::bootTimeNow());
  return {ErrorKind::Conflict,
          strCat("the change by ", nameOf(state.header),
                 " waits to be committed or rolled back, for ", left.count(), " s more")};
}

// Those steps of 'state' that had been begun.
std::vector<plan::Step> begunSteps(const journal::JournalState& state) {
  std::vector<plan::Step> steps;
  for (std::size_t i = 0; i < state.plan.batches.size(); ++i) {
    if (state.course.batches[i] == journal::BatchProgress::Untouched) continue;
    const journal::Batch& batch = state.plan.batches[i];
    steps.insert(steps.end(), batch.begin(), batch.end());
  }
  return steps;
}

}  // namespace

Result<> checkPlace(const journal::Header& header, const Site& site) {
  if (header.host.bootId != site.identity.bootId) return ok();  // namespaces have new names
  if (header.host.networkNamespace == site.identity.networkNamespace) return ok();
  return Error{ErrorKind::Conflict, strCat("the unfinished change by ", nameOf(header),
                                           " was made in another network namespace, ",
                                           header.host.networkNamespace, ": finish it there")};
}

ApplyOutcome takeBack(journal::JournalFile& journal, const Error& why, const Site& site) {
  std::vector<plan::Step> steps = begunSteps(journal.state());
  site.progress.rollingBack(why);
  RollbackReport report = rollBack(journal, why, site);
  if (report.leftovers.empty()) return RolledBack{.why = why, .steps = std::move(steps)};
  return Stranded{
      .why = why, .leftovers = std::move(report.leftovers), .toBeContinued = report.toBeContinued};
}

ApplyOutcome recoverEarlier(const Site& site) {
  auto found = journal::readJournal(site.directories);
  if (!found) return Refused{std::move(found).error()};
  if (!found->has_value()) return Applied{};
  journal::JournalState& state = **found;
  if (auto placed = checkPlace(state.header, site); !placed && !state.ended()) {
    return Refused{std::move(placed).error()};
  }
  if (isWaiting(state, site)) return Refused{waitsForConfirmation(state)};

  auto journal = journal::JournalFile::reopen(site.directories, std::move(state));
  if (!journal) return Refused{std::move(journal).error()};
  if (journal->state().ended()) {
    // Only its last act is missing.
    if (auto finished = finishJournal(*journal, site); !finished) {
      return Refused{std::move(finished).error()};
    }
    return Applied{};
  }
  const std::string name = nameOf(journal->state().header);
  site.progress.recovering(name);
  const bool expired = journal->state().course.confirmBy.has_value();
  return takeBack(*journal,
                  Error{ErrorKind::Unavailable,
                        strCat("the change by ", name,
                               expired ? " was not confirmed in time" : " was cut short")},
                  site);
}

}  // namespace pointsman::apply
