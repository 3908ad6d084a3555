// SPDX-License-Identifier: Apache-2.0
#include "apply/testing/scenes.h"

#include <algorithm>

#include "plan/plan.h"
#include "plan/testing/config_generator.h"
#include "plan/testing/fake_host.h"

namespace pointsman::apply {

namespace {

constexpr std::size_t kSmallSize = 8;

}  // namespace

Scene makeLargeScene(std::uint32_t seed) {
  plan::ConfigGenerator generator(seed);
  Scene scene{.seed = seed};
  scene.before.config = generator.hostConfig();
  scene.before.facts = generator.factsOf(scene.before.config);
  scene.target = generator.hostConfig();
  scene.steps = plan::planSteps(scene.before.config, scene.target, scene.before.facts);
  return scene;
}

Scene makeSmallScene(std::uint32_t seed) {
  const Scene large = makeLargeScene(seed);
  plan::ConfigGenerator generator(seed);
  const std::size_t from =
      large.steps.size() < kSmallSize
          ? 0
          : generator.below(static_cast<unsigned>(large.steps.size() - kSmallSize + 1));
  plan::FakeHost host(large.before);
  Scene scene{.seed = seed};
  for (std::size_t i = 0; i < std::min(from + kSmallSize, large.steps.size()); ++i) {
    if (i == from) scene.before = host.state();
    if (!host.execute(large.steps[i])) return large;
  }
  scene.target = host.state().config;
  scene.steps = plan::planSteps(scene.before.config, scene.target, scene.before.facts);
  return scene;
}

}  // namespace pointsman::apply
