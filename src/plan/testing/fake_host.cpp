// SPDX-License-Identifier: Apache-2.0
#include "plan/testing/fake_host.h"

#include "base/str_cat.h"
#include "plan/print.h"
#include "plan/testing/fake_kernel.h"

namespace pointsman::plan {

Result<> FakeHost::execute(const Step& step) {
  if (failing_.contains(calls_++)) return Error{ErrorKind::Unavailable, "told to fail"};
  CHECK_OK(std::visit([&](const auto& s) { return plan::execute(state_, s); }, step));
  done_.push_back(step);
  return ok();
}

Result<> FakeHost::executeAll(const std::vector<Step>& steps) {
  for (std::size_t index = 0; index < steps.size(); ++index) {
    if (auto executed = execute(steps[index]); !executed) {
      return std::move(executed.error()).in(strCat("step ", index, ", ", describe(steps[index])));
    }
  }
  return ok();
}

}  // namespace pointsman::plan
