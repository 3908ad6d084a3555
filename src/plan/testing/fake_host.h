// SPDX-License-Identifier: Apache-2.0
// A host in memory that executes steps strictly: a step whose 'before' does not hold is refused, as
// is one the kernel would refuse, and what the kernel does by itself (dropping routes of a link
// that goes down, bearing the link of an internal port) happens here too. For tests of plan/ and of
// the engine that applies plans.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "base/result.h"
#include "model/observed_state.h"
#include "plan/step.h"

namespace pointsman::plan {

class FakeHost {
 public:
  explicit FakeHost(ObservedState state) : state_(std::move(state)) {}

  // Carries out 'step' completely or, failing, not at all.
  Result<> execute(const Step& step);
  // Up to the first failure, which names the step.
  Result<> executeAll(const std::vector<Step>& steps);

  [[nodiscard]] const ObservedState& state() const { return state_; }
  // For changes that somebody else makes to the host.
  [[nodiscard]] ObservedState& mutableState() { return state_; }
  // Every step carried out so far.
  [[nodiscard]] const std::vector<Step>& done() const { return done_; }

  // Makes the call of that number (from 0) fail with Unavailable, changing nothing.
  void failAt(std::size_t call) { failing_.insert(call); }

 private:
  ObservedState state_;
  std::vector<Step> done_;
  std::set<std::size_t> failing_;
  std::size_t calls_ = 0;
};

}  // namespace pointsman::plan
