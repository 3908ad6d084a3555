// SPDX-License-Identifier: Apache-2.0
// What a change is to lead to. The driver asks again after every read, because what a document
// means depends on the host.
#pragma once

#include <vector>

#include "model/desired_state.h"
#include "model/observed_state.h"
#include "plan/resolve.h"
#include "plan/verify.h"

namespace pointsman::apply {

class Goal {
 public:
  virtual ~Goal() = default;
  [[nodiscard]] virtual plan::Resolution resolve(const ObservedState& observed) const = 0;
  // Empty: 'now' is what was asked for, and it works.
  [[nodiscard]] virtual std::vector<plan::Mismatch> verify(const ObservedState& now,
                                                           const HostConfig& target) const = 0;
};

// What a document asks.
class DocumentGoal final : public Goal {
 public:
  explicit DocumentGoal(DesiredState desired) : desired_(std::move(desired)) {}
  [[nodiscard]] plan::Resolution resolve(const ObservedState& observed) const override;
  [[nodiscard]] std::vector<plan::Mismatch> verify(const ObservedState& now,
                                                   const HostConfig& target) const override;

 private:
  DesiredState desired_;
};

}  // namespace pointsman::apply
