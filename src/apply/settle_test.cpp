// SPDX-License-Identifier: Apache-2.0
// Laws that tie settle() to what executing steps does.
#include "apply/settle.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "apply/testing/scenes.h"
#include "base/str_cat.h"
#include "journal/batch.h"
#include "plan/plan.h"
#include "plan/print.h"
#include "plan/testing/fake_host.h"

namespace pointsman::apply {
namespace {

constexpr std::uint32_t kFirstSeed = 20260401;
constexpr std::uint32_t kRounds = 150;

std::string listing(const std::vector<plan::Step>& steps) {
  std::string text;
  for (const plan::Step& step : steps) strAppend(text, "  ", plan::describe(step), "\n");
  return text;
}

std::string difference(const ObservedState& from, const ObservedState& to) {
  return strCat("differs by:\n", listing(plan::planSteps(from.config, to.config, from.facts)));
}

TEST(Settle, TellsWhatExecutingAPlanGives) {
  for (std::uint32_t seed = kFirstSeed; seed < kFirstSeed + kRounds; ++seed) {
    const Scene scene = makeLargeScene(seed);
    plan::FakeHost host(scene.before);
    ASSERT_TRUE(host.executeAll(scene.steps).has_value());
    ASSERT_TRUE(isAsWanted(host.state(), settle(scene.before, scene.steps)))
        << "seed " << seed << "\n"
        << listing(scene.steps);
  }
}

TEST(Settle, ChangesNothingWhereThePlanHasTakenEffect) {
  for (std::uint32_t seed = kFirstSeed; seed < kFirstSeed + kRounds; ++seed) {
    const Scene scene = makeLargeScene(seed);
    plan::FakeHost host(scene.before);
    ASSERT_TRUE(host.executeAll(scene.steps).has_value());
    ASSERT_TRUE(isSettled(host.state(), scene.steps))
        << "seed " << seed << "\n"
        << listing(scene.steps) << difference(host.state(), settle(host.state(), scene.steps));
    ASSERT_TRUE(isSettled(scene.before, plan::inverseOf(scene.steps)))
        << "seed " << seed << "\n"
        << listing(scene.steps)
        << difference(scene.before, settle(scene.before, plan::inverseOf(scene.steps)));
  }
}

// Broken off anywhere, laying the inverse of what was done over the host gives the host before.
TEST(Settle, TellsWhatTakingBackGives) {
  for (std::uint32_t seed = kFirstSeed; seed < kFirstSeed + kRounds / 10; ++seed) {
    const Scene scene = makeLargeScene(seed);
    plan::FakeHost host(scene.before);
    std::vector<plan::Step> done;
    for (const plan::Step& step : scene.steps) {
      ASSERT_TRUE(host.execute(step).has_value());
      done.push_back(step);
      ASSERT_TRUE(isAsWanted(settle(host.state(), plan::inverseOf(done)), scene.before))
          << "seed " << seed << "\n"
          << listing(done) << difference(settle(host.state(), plan::inverseOf(done)), scene.before);
    }
  }
}

// What recovery asks about a batch of which it does not know whether it happened.
TEST(Settle, TellsABatchThatHappenedFromOneThatDidNot) {
  for (std::uint32_t seed = kFirstSeed; seed < kFirstSeed + kRounds / 10; ++seed) {
    const Scene scene = makeLargeScene(seed);
    plan::FakeHost host(scene.before);
    for (const journal::Batch& batch : journal::splitIntoBatches(scene.steps)) {
      const auto inverse = journal::inverseOf(batch);
      ASSERT_TRUE(isSettled(host.state(), inverse)) << "seed " << seed << "\n" << listing(batch);
      const ObservedState earlier = host.state();
      ASSERT_TRUE(host.executeAll(batch).has_value());
      // Where it cannot be seen that it happened, it makes no difference.
      if (isSettled(host.state(), inverse)) {
        ASSERT_TRUE(isAsWanted(host.state(), earlier)) << "seed " << seed << "\n" << listing(batch);
      }
    }
  }
}

TEST(Settle, LeavesAloneWhatOthersWroteIntoTheSameRow) {
  ObservedState state;
  OvsBridgeConfig& bridge = state.config.ovs.bridges[BridgeName("br0")];
  bridge.externalIds = {{"ours", "2"}, {"theirs", "1"}};
  OvsBridgeConfig before;
  before.externalIds = {{"ours", "1"}};
  OvsBridgeConfig after;
  after.externalIds = {{"ours", "2"}};
  const std::vector<plan::Step> back{plan::ChangeBridge{BridgeName("br0"), after, before}};
  const StringMap expected{{"ours", "1"}, {"theirs", "1"}};
  EXPECT_EQ(settle(state, back).config.ovs.bridges.at(BridgeName("br0")).externalIds, expected);
}

TEST(Settle, PassesOverWhatIsGone) {
  const std::vector<plan::Step> steps{
      plan::SetLinkUp{InterfaceName("gone"), true, false},
      plan::AddAddress{InterfaceName("gone"), {.prefix = *IpPrefix::parse("192.0.2.1/24")}},
      plan::AddRoute{
          {.destination = *IpPrefix::parse("0.0.0.0/0"), .device = InterfaceName("gone")}},
      plan::AddPort{BridgeName("gone"), PortName("p"), {}}};
  EXPECT_TRUE(isSettled(ObservedState{}, steps));
}

}  // namespace
}  // namespace pointsman::apply
