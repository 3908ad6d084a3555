// SPDX-License-Identifier: Apache-2.0
#include "apply/rollback.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "apply/settle.h"
#include "base/str_cat.h"
#include "plan/plan.h"
#include "plan/print.h"

namespace pointsman::apply {

namespace {

using journal::Batch;
using journal::BatchProgress;
using plan::Step;

// How long the host may take to show what was restored: a link that OVS removes, an address that
// leaves the tentative state.
constexpr std::chrono::seconds kSettlingTime{5};

// Leases and running routes are no configuration, so no plan restores them.
std::vector<Step> stepsBetween(const HostFacts& now, const HostFacts& wanted) {
  std::vector<Step> steps;
  for (const auto& [name, link] : wanted.links) {
    const auto found = now.links.find(name);
    for (const Address& lease : link.dynamicAddresses) {
      const bool there =
          found != now.links.end() &&
          std::ranges::find(found->second.dynamicAddresses, lease.prefix, &Address::prefix) !=
              found->second.dynamicAddresses.end();
      if (!there) steps.emplace_back(plan::AddAddress{name, lease});
    }
  }
  const std::set<Route> present(now.runningRoutes.begin(), now.runningRoutes.end());
  for (const Route& route : wanted.runningRoutes) {
    if (!present.contains(route)) steps.emplace_back(plan::AddRoute{route});
  }
  return steps;
}

class Rollback {
 public:
  Rollback(journal::JournalFile& journal, const Site& site)
      : journal_(journal),
        site_(site),
        rebooted_(journal.state().header.host.bootId != site.identity.bootId) {}

  RollbackReport run(const Error& why) {
    note(journal::RollbackBegan{why.message()});
    for (std::size_t i = journal_.state().plan.batches.size(); i-- > 0;) undo(i);
    // Waiting helps only when everything was accepted.
    bool restored = verify(failures_.empty() ? Patience::Some : Patience::None);
    if (!restored && readable_) {
      failures_.clear();
      for (const Batch& batch : journal::splitIntoBatches(remaining_)) execute(batch);
      restored = verify(Patience::Some);
    }
    return restored ? endRestored() : endStranded();
  }

 private:
  enum class Patience : std::uint8_t { None, Some };

  // A journal that cannot be written must not keep the host from being restored.
  void note(const journal::Record& record) {
    if (auto noted = journal_.append(record); !noted) journalFailed_ = true;
  }

  void undo(std::size_t index) {
    const Batch& batch = journal_.state().plan.batches[index];
    const BatchProgress progress = journal_.state().course.batches[index];
    if (progress == BatchProgress::Untouched) return;
    if (rebooted_ && !journal::outlivesReboot(batch)) return;
    const Batch inverse = journal::inverseOf(batch);
    inverses_.insert(inverses_.end(), inverse.begin(), inverse.end());
    if (progress == BatchProgress::Undone) return;

    note(journal::UndoStarted{index});
    // A batch happens completely or not at all, but of one that was cut short nobody knows which.
    const bool certain = progress == BatchProgress::Done && !rebooted_;
    if ((!certain && isVisiblyUndone(inverse)) || execute(inverse)) {
      note(journal::UndoDone{index});
      site_.progress.undone(index);
    }
  }

  bool isVisiblyUndone(const Batch& inverse) {
    const auto now = site_.reader.read();
    return now && isSettled(*now, inverse);
  }

  bool execute(const Batch& batch) {
    const auto executed = site_.executor.execute(batch);
    if (executed) return true;
    for (const Step& step : batch)
      failures_.insert_or_assign(plan::describe(step), executed.error());
    return false;
  }

  // Whether nothing that was touched differs from what it was. 'remaining_' tells what does.
  bool verify(Patience patience) {
    const Deadline deadline = Deadline::after(kSettlingTime);
    while (true) {
      auto now = site_.reader.read();
      readable_ = now.has_value();
      if (!readable_) {
        unreadable_ = now.error().message();
        return false;
      }
      remaining_ = remainingSteps(*now);
      if (remaining_.empty()) return true;
      if (patience == Patience::None || deadline.passed()) return false;
      // Not interruptible: there is nothing better to do than to finish this.
      if (!site_.events.awaitChange(deadline, {})) return false;
    }
  }

  [[nodiscard]] std::vector<Step> remainingSteps(const ObservedState& now) const {
    const ObservedState wanted = settle(now, inverses_);
    std::vector<Step> steps = plan::planSteps(now.config, wanted.config, now.facts);
    if (rebooted_) {
      std::erase_if(steps, [](const Step& step) { return !journal::outlivesReboot({step}); });
      return steps;
    }
    for (Step& step : stepsBetween(now.facts, wanted.facts)) steps.push_back(std::move(step));
    return steps;
  }

  RollbackReport endRestored() {
    note(journal::TakenBack{});
    if (!journalFailed_) journalFailed_ = !finishJournal(journal_, site_).has_value();
    return {};
  }

  RollbackReport endStranded() {
    RollbackReport report;
    if (!readable_) {
      report.leftovers.push_back(
          {"whatever was not restored: the host cannot be read", unreadable_});
    }
    std::vector<std::string> names;
    for (const Step& step : remaining_) {
      const auto failure = failures_.find(plan::describe(step));
      const std::string why =
          failure == failures_.end() ? std::string() : failure->second.message();
      report.leftovers.push_back({plan::describe(step), why});
      names.push_back(plan::describe(step));
    }
    report.toBeContinued = !readable_ || std::ranges::any_of(failures_, [](const auto& failure) {
      return failure.second.kind() == ErrorKind::Unavailable;
    });
    if (report.toBeContinued) return report;
    note(journal::LeftStranded{names});
    if (!journalFailed_) journalFailed_ = !finishJournal(journal_, site_).has_value();
    return report;
  }

  journal::JournalFile& journal_;
  const Site& site_;
  const bool rebooted_;
  std::vector<Step> inverses_;             // of every batch that counts, in the order of undoing
  std::map<std::string, Error> failures_;  // by the step's description; of the last attempt
  std::vector<Step> remaining_;
  bool readable_ = true;
  std::string unreadable_;
  bool journalFailed_ = false;  // the next invocation will look at it again
};

}  // namespace

RollbackReport rollBack(journal::JournalFile& journal, const Error& why, const Site& site) {
  return Rollback(journal, site).run(why);
}

Result<> finishJournal(journal::JournalFile& journal, const Site& site) {
  const journal::JournalState& state = journal.state();
  if (state.course.ending && std::holds_alternative<journal::Committed>(*state.course.ending)) {
    CHECK_OK(journal::writeCommitted(site.directories, state.plan.committed));
  }
  return journal.retire();
}

}  // namespace pointsman::apply
