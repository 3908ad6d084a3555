// SPDX-License-Identifier: Apache-2.0
// What has been committed, kept so that it can be made again after a reboot.
#pragma once

#include <optional>
#include <vector>

#include "apply/goal.h"
#include "journal/committed_state.h"
#include "journal/record.h"
#include "model/host_config.h"
#include "plan/step.h"

namespace pointsman::apply {

// What is committed once 'steps' towards 'target' are, on top of what was before them. Links,
// routes and rules that the steps touch are recorded as they are in 'target', or forgotten if they
// are not there.
[[nodiscard]] journal::CommittedState commitOver(
    const std::optional<journal::CommittedState>& previous, const journal::Header& header,
    const std::vector<plan::Step>& steps, const HostConfig& target);

// To have again after a reboot what was committed before it. Open vSwitch's own part and hardware
// that is not there (yet) are left out, and so is whatever stands on them.
class RestoreGoal final : public Goal {
 public:
  explicit RestoreGoal(journal::CommittedState committed) : committed_(std::move(committed)) {}
  [[nodiscard]] plan::Resolution resolve(const ObservedState& observed) const override;
  [[nodiscard]] std::vector<plan::Mismatch> verify(const ObservedState& now,
                                                   const HostConfig& target) const override;

 private:
  journal::CommittedState committed_;
};

}  // namespace pointsman::apply
