// SPDX-License-Identifier: Apache-2.0
// What must hold of every plan, tried on generated hosts.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/str_cat.h"
#include "plan/plan.h"
#include "plan/print.h"
#include "plan/testing/builders.h"
#include "plan/testing/config_generator.h"
#include "plan/testing/fake_host.h"

namespace pointsman::plan {
namespace {

constexpr std::uint32_t kFirstSeed = 20260101;
constexpr std::uint32_t kRounds = 2000;

// Leases as a set: in which order a link lost and regained them does not matter.
std::vector<std::string> leases(const HostFacts& facts) {
  std::vector<std::string> found;
  for (const auto& [name, link] : facts.links) {
    for (const Address& address : link.dynamicAddresses) {
      found.push_back(strCat(name, " ", address.prefix));
    }
  }
  for (const Route& route : facts.runningRoutes) found.push_back(toString(route));
  std::ranges::sort(found);
  return found;
}

bool same(const HostConfig& left, const HostConfig& right) {
  return ConfigGenerator::canonical(left) == ConfigGenerator::canonical(right);
}

std::string differences(const ObservedState& found, const HostConfig& wanted) {
  return strCat("still to do:\n", listing(planSteps(found.config, wanted, found.facts)));
}

class PlanLaws : public testing::Test {
 protected:
  struct Pair {
    ObservedState before;
    HostConfig after;
  };

  static Pair pairOf(std::uint32_t seed) {
    ConfigGenerator generator(seed);
    Pair pair;
    pair.before.config = generator.hostConfig();
    pair.before.facts = generator.factsOf(pair.before.config);
    pair.after = generator.hostConfig();
    return pair;
  }
};

TEST_F(PlanLaws, NothingIsDoneToAHostThatIsAsWanted) {
  for (std::uint32_t seed = kFirstSeed; seed < kFirstSeed + kRounds; ++seed) {
    const Pair pair = pairOf(seed);
    const auto steps = planSteps(pair.before.config, pair.before.config, pair.before.facts);
    ASSERT_TRUE(steps.empty()) << "seed " << seed << "\n" << listing(steps);
  }
}

TEST_F(PlanLaws, ExecutingAPlanGivesWhatWasWantedAndItsInverseWhatWas) {
  for (std::uint32_t seed = kFirstSeed; seed < kFirstSeed + kRounds; ++seed) {
    const Pair pair = pairOf(seed);
    const auto steps = planSteps(pair.before.config, pair.after, pair.before.facts);
    FakeHost host(pair.before);
    const auto done = host.executeAll(steps);
    ASSERT_TRUE(done.has_value()) << "seed " << seed << ": " << done.error().message() << "\n"
                                  << listing(steps);
    ASSERT_TRUE(same(host.state().config, pair.after))
        << "seed " << seed << "\n"
        << listing(steps) << differences(host.state(), pair.after);
    const auto undone = host.executeAll(inverseOf(steps));
    ASSERT_TRUE(undone.has_value()) << "seed " << seed << ": " << undone.error().message() << "\n"
                                    << listing(steps);
    ASSERT_TRUE(same(host.state().config, pair.before.config))
        << "seed " << seed << "\n"
        << listing(steps) << differences(host.state(), pair.before.config);
    ASSERT_EQ(leases(host.state().facts), leases(pair.before.facts)) << "seed " << seed;
  }
}

// Each step alone can be taken back where it stands; so, from any point, can all before it.
TEST_F(PlanLaws, APlanBrokenOffAnywhereCanBeTakenBack) {
  for (std::uint32_t seed = kFirstSeed; seed < kFirstSeed + kRounds / 10; ++seed) {
    const Pair pair = pairOf(seed);
    const auto steps = planSteps(pair.before.config, pair.after, pair.before.facts);
    FakeHost host(pair.before);
    for (const Step& step : steps) {
      const HostConfig before = host.state().config;
      ASSERT_TRUE(host.execute(step).has_value()) << "seed " << seed;
      const auto undone = host.execute(inverse(step));
      ASSERT_TRUE(undone.has_value())
          << "seed " << seed << ", " << describe(step) << ": " << undone.error().message();
      ASSERT_TRUE(same(host.state().config, before))
          << "seed " << seed << ", " << describe(step) << "\n"
          << differences(host.state(), before);
      ASSERT_TRUE(host.execute(step).has_value()) << "seed " << seed;
    }
  }
}

TEST_F(PlanLaws, OvsdbStepsStandTogether) {
  for (std::uint32_t seed = kFirstSeed; seed < kFirstSeed + kRounds; ++seed) {
    const Pair pair = pairOf(seed);
    const auto steps = planSteps(pair.before.config, pair.after, pair.before.facts);
    const auto first = std::ranges::find_if(steps, isOvsdb);
    const auto behind = std::find_if_not(first, steps.end(), isOvsdb);
    ASSERT_TRUE(std::none_of(behind, steps.end(), isOvsdb)) << "seed " << seed << "\n"
                                                            << listing(steps);
  }
}

TEST_F(PlanLaws, ADefaultRouteIsTheLastToBeAdded) {
  for (std::uint32_t seed = kFirstSeed; seed < kFirstSeed + kRounds; ++seed) {
    const Pair pair = pairOf(seed);
    bool sawDefault = false;
    for (const Step& step : planSteps(pair.before.config, pair.after, pair.before.facts)) {
      const auto* added = std::get_if<AddRoute>(&step);
      if (added == nullptr) continue;
      ASSERT_TRUE(added->route.destination.isDefault() || !sawDefault) << "seed " << seed;
      sawDefault = added->route.destination.isDefault();
    }
  }
}

}  // namespace
}  // namespace pointsman::plan
