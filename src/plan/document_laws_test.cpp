// SPDX-License-Identifier: Apache-2.0
// What must hold of every document that is applied, tried on generated hosts.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

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
void forEachTrial(const std::function<void(const Trial&)>& law,
                  ConfigGenerator::Manners manners = ConfigGenerator::Manners::Wild) {
  std::uint32_t tried = 0;
  for (std::uint32_t seed = kFirstSeed; seed < kFirstSeed + kRounds; ++seed) {
    Trial trial{.seed = seed};
    ConfigGenerator generator(seed, manners);
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

TEST(DocumentLaws, WhatWasAppliedIsVerified) {
  forEachTrial([](const Trial& trial) {
    std::string found;
    for (const Mismatch& mismatch : verify(trial.document, trial.after, trial.target)) {
      strAppend(found, mismatch, "\n");
    }
    ASSERT_EQ(found, "") << "seed " << trial.seed;
  });
}

// Whether the document names the bridge, or anything in it.
bool mentions(const DesiredState& document, const BridgeName& name, const OvsBridgeConfig& bridge) {
  std::set<std::string> names = {name.text};
  for (const auto& [portName, port] : bridge.ports) {
    names.insert(portName.text);
    for (const auto& [member, row] : port.interfaces) names.insert(member.text);
  }
  const auto named = [&](const InterfaceName& other) { return names.contains(other.text); };
  return std::ranges::any_of(document.interfaces, [&](const DesiredInterface& entry) {
    if (names.contains(entry.name)) return true;
    if (const auto* bond = std::get_if<DesiredBond>(&entry.kind); bond != nullptr && bond->ports) {
      return std::ranges::any_of(*bond->ports, named);
    }
    if (const auto* other = std::get_if<DesiredLinuxBridge>(&entry.kind);
        other != nullptr && other->ports) {
      return std::ranges::any_of(*other->ports, named, &DesiredLinuxBridgePort::name);
    }
    const auto* other = std::get_if<DesiredOvsBridge>(&entry.kind);
    if (other == nullptr || !other->ports) return false;
    return std::ranges::any_of(*other->ports, [&](const DesiredOvsPort& port) {
      return names.contains(port.name.text) ||
             (port.bond && port.bond->members && std::ranges::any_of(*port.bond->members, named));
    });
  });
}

TEST(DocumentLaws, BridgesOfOthersAreNotTouched) {
  forEachTrial([](const Trial& trial) {
    const HostConfig& before = trial.before.config;
    for (const auto& [name, bridge] : before.ovs.bridges) {
      if (mentions(trial.document, name, bridge)) continue;
      const auto& bridges = trial.after.config.ovs.bridges;
      const bool same = bridges.contains(name) && bridges.at(name) == bridge;
      // A port may stand on a link that the document removes.
      const auto left = planSteps(trial.after.config, before, trial.after.facts);
      const bool portLost = std::ranges::any_of(
          left, [](const Step& step) { return std::holds_alternative<CreateLink>(step); });
      ASSERT_TRUE(same || portLost) << "seed " << trial.seed << ", bridge " << name.text;
    }
    for (const auto& [key, value] : before.ovs.externalIds) {
      if (key != kBridgeMappingsKey) {
        ASSERT_EQ(trial.after.config.ovs.externalIds.at(key), value) << "seed " << trial.seed;
      }
    }
  });
}

// Without what no document can say: marks of ownership, and requests that follow from others.
HostConfig sayable(HostConfig config) {
  for (auto& [name, bridge] : config.ovs.bridges) {
    bridge.externalIds.erase(std::string(kOwnerKey));
    for (auto& [portName, port] : bridge.ports) {
      port.externalIds.erase(std::string(kOwnerKey));
      port.vlan.mode = port.vlan.effectiveMode();
      for (auto& [member, row] : port.interfaces) {
        row.externalIds.erase(std::string(kOwnerKey));
        row.mtuRequest.reset();
        row.mac.reset();
      }
    }
  }
  for (auto& [name, link] : config.links) {
    for (Address& address : link.ipv6.addresses) address.noPrefixRoute = false;
    if (std::holds_alternative<OvsInternalLink>(link.kind)) link.mac.reset();
  }
  return ConfigGenerator::canonical(config);
}

TEST(DocumentLaws, RevertGivesBackWhatWas) {
  forEachTrial(
      [](const Trial& trial) {
        const DesiredState revert = revertOf(trial.document, trial.before);
        const Resolution resolution = resolve(revert, trial.after);
        ASSERT_FALSE(hasErrors(resolution.diagnostics)) << "seed " << trial.seed << "\n"
                                                        << listing(resolution.diagnostics);
        const auto steps = planSteps(trial.after.config, resolution.target, trial.after.facts);
        FakeHost host(trial.after);
        const auto done = host.executeAll(steps);
        ASSERT_TRUE(done.has_value()) << "seed " << trial.seed << ": " << done.error().message();
        const HostConfig wanted = sayable(trial.before.config);
        const HostConfig found = sayable(host.state().config);
        ASSERT_TRUE(found == wanted)
            << "seed " << trial.seed << "\n"
            << listing(planSteps(trial.before.config, trial.target, trial.before.facts))
            << "reverted by\n"
            << listing(steps) << "leaves\n"
            << listing(planSteps(found, wanted, {}));
      },
      ConfigGenerator::Manners::Tidy);
}

}  // namespace
}  // namespace pointsman::plan
