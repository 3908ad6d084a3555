// SPDX-License-Identifier: Apache-2.0
#include "apply/driver.h"

#include <unistd.h>

#include <ctime>
#include <utility>

#include "apply/committed.h"
#include "apply/recover.h"
#include "apply/rollback.h"
#include "base/str_cat.h"
#include "journal/change_lock.h"
#include "journal/journal_file.h"
#include "plan/plan.h"
#include "plan/print.h"

namespace pointsman::apply {

namespace {

using journal::Batch;
using journal::JournalFile;

Error interrupted() { return {ErrorKind::Unavailable, "interrupted"}; }

// Why what was asked for is not there, in one line.
Error notAsAsked(const std::vector<plan::Mismatch>& mismatches) {
  return {ErrorKind::Mismatch,
          strCat(plan::toString(mismatches.front()),
                 mismatches.size() == 1 ? std::string()
                                        : strCat(" (and ", mismatches.size() - 1, " more)"))};
}

// One pass from reading the host to an ending.
class Attempt {
 public:
  Attempt(const ChangeRequest& request, const Goal& goal, const Site& site)
      : request_(request), goal_(goal), site_(site) {}

  ApplyOutcome run() {
    auto observed = site_.reader.read();
    if (!observed) return Refused{std::move(observed).error()};
    before_ = std::move(*observed);
    resolution_ = goal_.resolve(before_);
    if (hasErrors(resolution_.diagnostics)) {
      return Refused{{ErrorKind::InvalidInput, "it cannot be done on this host"},
                     std::move(resolution_.diagnostics)};
    }
    steps_ = plan::planSteps(before_.config, resolution_.target, before_.facts);
    if (steps_.empty()) return confirmUnchanged();

    probeBefore();
    auto journal = open();
    if (!journal) return Refused{std::move(journal).error()};
    site_.progress.planned(journal->state().plan.batches);
    auto done = carryOut(*journal);
    if (!done) return takeBackOwn(*journal, done.error());
    return applied();
  }

 private:
  // A host that is as asked may still have to show that it works.
  ApplyOutcome confirmUnchanged() {
    auto verified = verify();
    if (verified) return applied();
    return RolledBack{.why = std::move(verified).error(),
                      .mismatches = std::move(mismatches_),
                      .warnings = std::move(resolution_.diagnostics)};
  }

  Result<JournalFile> open() {
    if (request_.confirmWithin && site_.guard == nullptr) {
      return Error{ErrorKind::Internal, "a change to be confirmed needs a guard"};
    }
    TRY(const auto committed, journal::readCommitted(site_.directories));
    journal::Header header{.change = journal::makeChangeId(),
                           .host = site_.identity,
                           .pid = ::getpid(),
                           .verb = request_.verb,
                           .document = request_.document,
                           .documentHash = request_.documentHash,
                           .startedAt = std::time(nullptr)};
    journal::Planned plan{.batches = journal::splitIntoBatches(steps_),
                          .committed = commitOver(committed, header, steps_, resolution_.target)};
    return JournalFile::create(site_.directories, std::move(header), std::move(plan));
  }

  Result<> carryOut(JournalFile& journal) {
    if (request_.confirmWithin) {
      CHECK_OK(site_.guard->startGuard(journal.state().header.change).in("guard"));
    }
    CHECK_OK(executeAll(journal));
    CHECK_OK(verify());
    CHECK_OK(probeAfter());
    if (site_.stop.stop_requested()) return interrupted();
    if (request_.confirmWithin) {
      const auto deadline = journal::bootTimeNow() + *request_.confirmWithin;
      return journal.append(journal::Unconfirmed{deadline.count()});
    }
    CHECK_OK(journal.append(journal::Committed{}));
    // From here on nothing can be wrong with the change. What finishJournal() leaves undone, the
    // next invocation does.
    (void)finishJournal(journal, site_).has_value();
    return ok();
  }

  Result<> executeAll(JournalFile& journal) {
    const std::vector<Batch>& batches = journal.state().plan.batches;
    for (std::size_t i = 0; i < batches.size(); ++i) {
      if (site_.stop.stop_requested()) return interrupted();
      CHECK_OK(journal.append(journal::BatchStarted{i}));
      site_.progress.started(i);
      const auto start = Clock::now();
      CHECK_OK(site_.executor.execute(batches[i]).in(plan::describe(batches[i].front())));
      noteDisturbance(batches[i], start);
      CHECK_OK(journal.append(journal::BatchDone{i}));
      site_.progress.finished(i);
    }
    return ok();
  }

  void noteDisturbance(const Batch& batch, Clock::time_point start) {
    if (plan::estimateDisruption(batch, before_.config, before_.facts).links.empty()) return;
    if (!disturbedFrom_) disturbedFrom_ = start;
    disturbedUntil_ = Clock::now();
  }

  // At least one look, however short the time given.
  Result<> verify() {
    if (!request_.verifyFor) return ok();
    site_.progress.verifying();
    const Deadline deadline = Deadline::after(*request_.verifyFor);
    while (true) {
      TRY(const ObservedState now, site_.reader.read());
      mismatches_ = goal_.verify(now, resolution_.target);
      if (mismatches_.empty()) return ok();
      if (site_.stop.stop_requested()) return interrupted();
      // The deadline is looked at here too: a busy host always has a change to report.
      if (deadline.passed() || !site_.events.awaitChange(deadline, site_.stop)) {
        return notAsAsked(mismatches_);
      }
    }
  }

  void probeBefore() {
    if (site_.prober == nullptr) return;
    site_.progress.probing();
    const auto all = site_.prober->names();
    answered_ = site_.prober->probe(all, Deadline::after(request_.probeFor), site_.stop);
    for (const std::string& name : all) {
      if (!answered_.contains(name)) ignoredProbes_.insert(name);
    }
  }

  Result<> probeAfter() {
    if (site_.prober == nullptr || answered_.empty()) return ok();
    site_.progress.probing();
    const auto answered =
        site_.prober->probe(answered_, Deadline::after(request_.probeFor), site_.stop);
    std::vector<std::string> lost;
    for (const std::string& name : answered_) {
      if (!answered.contains(name)) lost.push_back(name);
    }
    if (lost.empty()) return ok();
    return Error{ErrorKind::Mismatch, strCat("no answer any more: ", strJoin(lost, ", "))};
  }

  ApplyOutcome takeBackOwn(JournalFile& journal, const Error& why) {
    ApplyOutcome outcome = takeBack(journal, why, site_);
    // Traffic feels the way back like the way there.
    if (disturbedFrom_) disturbedUntil_ = Clock::now();
    if (auto* back = std::get_if<RolledBack>(&outcome)) {
      back->mismatches = std::move(mismatches_);
      back->disturbance = disturbance();
      back->warnings = std::move(resolution_.diagnostics);
    } else if (auto* stranded = std::get_if<Stranded>(&outcome)) {
      stranded->mismatches = std::move(mismatches_);
      stranded->disturbance = disturbance();
    }
    return outcome;
  }

  ApplyOutcome applied() {
    const bool unconfirmed = request_.confirmWithin && !steps_.empty();
    return Applied{.steps = std::move(steps_),
                   .disturbance = disturbance(),
                   .warnings = std::move(resolution_.diagnostics),
                   .ignoredProbes = std::move(ignoredProbes_),
                   .confirmWithin = unconfirmed ? request_.confirmWithin : std::nullopt};
  }

  [[nodiscard]] Clock::duration disturbance() const {
    return disturbedFrom_ ? disturbedUntil_ - *disturbedFrom_ : Clock::duration{};
  }

  const ChangeRequest& request_;
  const Goal& goal_;
  const Site& site_;
  ObservedState before_;
  plan::Resolution resolution_;
  std::vector<plan::Step> steps_;
  std::vector<plan::Mismatch> mismatches_;  // of the last look
  std::set<std::string> answered_;          // probes, before the change
  std::set<std::string> ignoredProbes_;
  std::optional<Clock::time_point> disturbedFrom_;
  Clock::time_point disturbedUntil_;
};

// The host was not as it had been read. Everything done so far has been taken back, which costs a
// moment more than going on from there, but leaves one journal with one plan to recover from.
const Error* conflictIn(const ApplyOutcome& outcome) {
  const auto* back = std::get_if<RolledBack>(&outcome);
  return back != nullptr && back->why.kind() == ErrorKind::Conflict ? &back->why : nullptr;
}

}  // namespace

ApplyOutcome applyChange(const ChangeRequest& request, const Goal& goal, const Site& site) {
  const auto lock = journal::ChangeLock::acquire(site.directories, request.verb);
  if (!lock) return Refused{lock.error()};
  ApplyOutcome recovered = recoverEarlier(site);
  const bool clean =
      std::holds_alternative<Applied>(recovered) || std::holds_alternative<RolledBack>(recovered);
  if (!clean) return recovered;
  for (unsigned left = request.retry.furtherAttempts;; --left) {
    ApplyOutcome outcome = Attempt(request, goal, site).run();
    const Error* conflict = conflictIn(outcome);
    if (conflict == nullptr || left == 0) return outcome;
    site.progress.retrying(*conflict);
  }
}

ApplyOutcome recoverLeftovers(const std::string& verb, const Site& site) {
  const auto lock = journal::ChangeLock::acquire(site.directories, verb);
  if (!lock) return Refused{lock.error()};
  return recoverEarlier(site);
}

}  // namespace pointsman::apply
