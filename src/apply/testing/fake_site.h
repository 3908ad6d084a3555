// SPDX-License-Identifier: Apache-2.0
// A site in memory for tests of whatever applies changes: a strict fake host that can be told to
// fail, temporary directories, and a goal that is a configuration.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apply/goal.h"
#include "apply/site.h"
#include "base/str_cat.h"
#include "journal/testing/temporary_directories.h"
#include "plan/plan.h"
#include "plan/print.h"
#include "plan/testing/fake_host.h"

namespace pointsman::apply {

// Wants one configuration, whole.
class TargetGoal final : public Goal {
 public:
  explicit TargetGoal(HostConfig target) : target_(std::move(target)) {}

  [[nodiscard]] plan::Resolution resolve(const ObservedState&) const override {
    return {.target = target_};
  }
  [[nodiscard]] std::vector<plan::Mismatch> verify(const ObservedState& now,
                                                   const HostConfig& target) const override {
    std::vector<plan::Mismatch> mismatches;
    for (const plan::Step& step : plan::planSteps(now.config, target, now.facts)) {
      mismatches.push_back({.path = plan::describe(step), .wanted = "done", .found = "not done"});
    }
    return mismatches;
  }

 private:
  HostConfig target_;
};

// The host, seen through the driver's interfaces. A batch is all or nothing, as the contract says;
// unlike what it says, repeating one is an error, so the driver cannot lean on that.
class FakeWorld final : public StateReader, public StepExecutor, public Events {
 public:
  explicit FakeWorld(ObservedState state) : host_(std::move(state)) {}

  Result<ObservedState> read() override {
    if (unreadable_) return Error{ErrorKind::Unavailable, "told not to be read"};
    return host_.state();
  }

  Result<> execute(std::span<const plan::Step> batch) override {
    const std::size_t call = calls_++;
    if (beforeCall_) beforeCall_(call);
    if (const auto failure = failures_.find(call); failure != failures_.end()) {
      return failure->second;
    }
    if (refuses_ && refuses_(batch.front())) return Error{ErrorKind::Unsupported, "told to refuse"};
    plan::FakeHost next = host_;
    CHECK_OK(next.executeAll({batch.begin(), batch.end()}));
    host_ = std::move(next);
    if (afterCall_) afterCall_(call);
    return ok();
  }

  // Time passes at once, unless something was prepared to happen meanwhile.
  Result<> awaitChange(Deadline, std::stop_token) override {
    if (onWait_ && onWait_(host_.mutableState())) return ok();
    return Error{ErrorKind::Unavailable, "the deadline has passed"};
  }

  [[nodiscard]] const ObservedState& state() const { return host_.state(); }
  [[nodiscard]] ObservedState& mutableState() { return host_.mutableState(); }
  [[nodiscard]] std::size_t calls() const { return calls_; }

  // Calls are numbered from 0 over the life of the object.
  void failAt(std::size_t call, ErrorKind kind) {
    failures_.insert_or_assign(call, Error{kind, "told to fail"});
  }
  void failAlwaysOn(std::function<bool(const plan::Step&)> refuses) {
    refuses_ = std::move(refuses);
  }
  void obeyAgain() {
    failures_.clear();
    refuses_ = nullptr;
    unreadable_ = false;
  }
  void becomeUnreadable() { unreadable_ = true; }
  void beforeEachCall(std::function<void(std::size_t)> hook) { beforeCall_ = std::move(hook); }
  void afterEachCall(std::function<void(std::size_t)> hook) { afterCall_ = std::move(hook); }
  // Called whenever the driver waits; true when it has changed something.
  void whileWaiting(std::function<bool(ObservedState&)> hook) { onWait_ = std::move(hook); }

 private:
  plan::FakeHost host_;
  std::size_t calls_ = 0;
  std::map<std::size_t, Error> failures_;
  std::function<bool(const plan::Step&)> refuses_;
  std::function<void(std::size_t)> beforeCall_;
  std::function<void(std::size_t)> afterCall_;
  std::function<bool(ObservedState&)> onWait_;
  bool unreadable_ = false;
};

class FakeProber final : public Prober {
 public:
  // Answers as long as 'answers' says so.
  FakeProber(std::string name, std::function<bool()> answers)
      : name_(std::move(name)), answers_(std::move(answers)) {}

  [[nodiscard]] std::set<std::string> names() const override { return {name_}; }
  std::set<std::string> probe(const std::set<std::string>& wanted, Deadline,
                              std::stop_token) override {
    return wanted.contains(name_) && answers_() ? std::set<std::string>{name_}
                                                : std::set<std::string>{};
  }

 private:
  std::string name_;
  std::function<bool()> answers_;
};

class FakeGuardStarter final : public GuardStarter {
 public:
  Result<> startGuard(const std::string& change) override {
    if (failing) return Error{ErrorKind::Unavailable, "no guard to be had"};
    started.push_back(change);
    return ok();
  }
  bool failing = false;
  std::vector<std::string> started = {};
};

// Owns the directories; hands out sites on them.
class FakePlace {
 public:
  [[nodiscard]] Site site(FakeWorld& world) {
    return {.directories = temporary_.directories(),
            .identity = identity,
            .reader = world,
            .executor = world,
            .events = world,
            .progress = progress_,
            .guard = &guard};
  }
  [[nodiscard]] const journal::Directories& directories() const { return temporary_.directories(); }

  journal::HostIdentity identity = {"this boot", "net:[1]"};
  FakeGuardStarter guard = {};

 private:
  journal::TemporaryDirectories temporary_;
  Progress progress_;
};

}  // namespace pointsman::apply
