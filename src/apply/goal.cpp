// SPDX-License-Identifier: Apache-2.0
#include "apply/goal.h"

namespace pointsman::apply {

plan::Resolution DocumentGoal::resolve(const ObservedState& observed) const {
  return plan::resolve(desired_, observed);
}

std::vector<plan::Mismatch> DocumentGoal::verify(const ObservedState& now,
                                                 const HostConfig& target) const {
  return plan::verify(desired_, now, target);
}

}  // namespace pointsman::apply
