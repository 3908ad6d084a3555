// SPDX-License-Identifier: Apache-2.0
// What must hold of every document that is applied, tried on generated hosts.
#include <gtest/gtest.h>

#include <functional>

#include "base/str_cat.h"
#include "plan/plan.h"
#include "plan/resolve.h"
#include "plan/revert.h"
#include "plan/testing/builders.h"
#include "plan/testing/config_generator.h"
#include "plan/testing/document_generator.h"
#include "plan/testing/fake_host.h"
#include "plan/verify.h"

namespace pointsman::plan {
namespace {

constexpr std::uint32_t kFirstSeed = 31000;
constexpr std::uint32_t kRounds = 2000;

struct Trial {
  std::uint32_t seed = 0;
  ObservedState before = {};
  DesiredState document = {};
  HostConfig target = {};
  ObservedState after = {};
};

// Runs 'law' on every generated document that breaks no rule.
void forEachTrial(const std::function<void(const Trial&)>& law) {
  std::uint32_t tried = 0;
  for (std::uint32_t seed = kFirstSeed; seed < kFirstSeed + kRounds; ++seed) {
    Trial trial{.seed = seed};
    ConfigGenerator generator(seed);
    trial.before.config = generator.hostConfig();
    trial.before.facts = generator.factsOf(trial.before.config);
    trial.before.facts.ovs.available = true;
    trial.document = DocumentGenerator(seed, trial.before).document();
    const Resolution resolution = resolve(trial.document, trial.before);
    if (hasErrors(resolution.diagnostics)) continue;
    ++tried;
    trial.target = resolution.target;
    const auto steps = planSteps(trial.before.config, trial.target, trial.before.facts);
    FakeHost host(trial.before);
    const auto done = host.executeAll(steps);
    ASSERT_TRUE(done.has_value()) << "seed " << seed << ": " << done.error().message() << "\n"
                                  << listing(steps);
    trial.after = host.state();
    law(trial);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(tried, kRounds / 3) << "the generator makes too few valid documents";
}

TEST(DocumentLaws, ASecondApplyDoesNothing) {
  forEachTrial([](const Trial& trial) {
    const Resolution again = resolve(trial.document, trial.after);
    ASSERT_FALSE(hasErrors(again.diagnostics)) << "seed " << trial.seed << "\n"
                                               << listing(again.diagnostics);
    const auto left = planSteps(trial.after.config, again.target, trial.after.facts);
    const auto first = planSteps(trial.before.config, trial.target, trial.before.facts);
    ASSERT_TRUE(left.empty()) << "seed " << trial.seed << "\n"
                              << listing(first) << "then\n"
                              << listing(left);
  });
}

}  // namespace
}  // namespace pointsman::plan
