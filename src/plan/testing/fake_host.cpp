// SPDX-License-Identifier: Apache-2.0
#include "plan/testing/fake_host.h"

#include "base/str_cat.h"
#include "plan/print.h"
#include "plan/testing/fake_kernel.h"

namespace pointsman::plan {

Result<> FakeHost::execute(const Step& step) {
  if (failing_.contains(calls_++)) return Error{ErrorKind::Unavailable, "told to fail"};
  ObservedState next = state_;
  CHECK_OK(std::visit([&](const auto& s) { return plan::execute(next, s); }, step));
  state_ = std::move(next);
  done_.push_back(step);
  return ok();
}

Result<> FakeHost::executeAll(const std::vector<Step>& steps) {
  for (std::size_t index = 0; index < steps.size(); ++index) {
    CHECK_OK(execute(steps[index]).in(strCat("step ", index, ", ", describe(steps[index]))));
  }
  return ok();
}

}  // namespace pointsman::plan
