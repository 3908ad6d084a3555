// SPDX-License-Identifier: Apache-2.0
#include "apply/driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apply/settle.h"
#include "apply/testing/fake_site.h"
#include "apply/testing/scenes.h"
#include "base/file.h"
#include "journal/change_lock.h"
#include "journal/journal_file.h"

namespace pointsman::apply {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint32_t kSeed = 20260501;

// A NIC with an address that moves to a bridge.
ObservedState smallHost() {
  ObservedState state;
  LinkConfig& eth0 = state.config.links[InterfaceName("eth0")];
  eth0.up = true;
  eth0.mac = *MacAddress::parse("02:00:00:00:00:01");
  eth0.ipv4 = {.enabled = true, .addresses = {{.prefix = *IpPrefix::parse("192.0.2.10/24")}}};
  eth0.ipv6 = plan::freshIp(IpFamily::V6);
  state.config.routes.insert({.destination = *IpPrefix::parse("0.0.0.0/0"),
                              .device = InterfaceName("eth0"),
                              .gateway = *IpAddress::parse("192.0.2.1")});
  state.facts.links[InterfaceName("eth0")];
  return state;
}

HostConfig bridged() {
  HostConfig config = smallHost().config;
  LinkConfig& eth0 = config.links[InterfaceName("eth0")];
  OvsBridgeConfig& bridge = config.ovs.bridges[BridgeName("br-ex")];
  bridge.otherConfig["hwaddr"] = "02:00:00:00:00:01";
  bridge.ports[PortName("br-ex")].interfaces[InterfaceName("br-ex")].type = kOvsInternal;
  bridge.ports[PortName("eth0")].interfaces[InterfaceName("eth0")];
  LinkConfig link{.kind = OvsInternalLink{}, .up = true, .mac = eth0.mac};
  link.ipv4 = std::exchange(eth0.ipv4, plan::freshIp(IpFamily::V4));
  link.ipv6 = plan::freshIp(IpFamily::V6);
  config.links[InterfaceName("br-ex")] = link;
  config.routes = {{.destination = *IpPrefix::parse("0.0.0.0/0"),
                    .device = InterfaceName("br-ex"),
                    .gateway = *IpAddress::parse("192.0.2.1")}};
  return config;
}

class Apply : public testing::Test {
 protected:
  ApplyOutcome apply() { return applyChange(request, goal, site()); }
  Site site() { return place.site(world); }
  [[nodiscard]] bool isBefore() const { return isAsWanted(world.state(), smallHost()); }
  [[nodiscard]] bool isAfter() const { return world.state().config == bridged(); }
  [[nodiscard]] bool hasJournal() const {
    return std::filesystem::exists(journal::journalPath(place.directories()));
  }

  FakePlace place;
  FakeWorld world{smallHost()};
  TargetGoal goal{bridged()};
  ChangeRequest request{.verb = "apply br-ex.yml", .document = "br-ex.yml", .documentHash = "h1"};
};

TEST_F(Apply, MakesTheHostAsAskedAndRemembersIt) {
  const auto outcome = apply();
  const auto* applied = std::get_if<Applied>(&outcome);
  ASSERT_NE(applied, nullptr);
  EXPECT_FALSE(applied->steps.empty());
  EXPECT_FALSE(applied->confirmWithin.has_value());
  EXPECT_GT(applied->disturbance.count(), 0);
  EXPECT_TRUE(isAfter());
  EXPECT_FALSE(hasJournal());
  const auto committed = journal::readCommitted(place.directories());
  ASSERT_TRUE(committed.has_value() && committed->has_value());
  EXPECT_EQ((*committed)->documentHash, "h1");
  EXPECT_TRUE((*committed)->links.contains(InterfaceName("br-ex")));
}

TEST_F(Apply, WritesNothingAtAllTheSecondTime) {
  ASSERT_TRUE(std::holds_alternative<Applied>(apply()));
  const std::size_t calls = world.calls();
  const auto stateFiles = [&] {
    std::map<std::string, std::filesystem::file_time_type> files;
    for (const auto& entry : std::filesystem::directory_iterator(place.directories().state)) {
      files[entry.path()] = entry.last_write_time();
    }
    return files;
  };
  const auto files = stateFiles();
  const auto outcome = apply();
  ASSERT_TRUE(std::holds_alternative<Applied>(outcome));
  EXPECT_THAT(std::get<Applied>(outcome).steps, IsEmpty());
  EXPECT_EQ(world.calls(), calls);
  EXPECT_EQ(stateFiles(), files);
}

TEST_F(Apply, RollsBackFromAFailureAtAnyBatch) {
  const std::size_t batches =
      journal::splitIntoBatches(plan::planSteps(smallHost().config, bridged(), smallHost().facts))
          .size();
  for (std::size_t broken = 0; broken < batches; ++broken) {
    SCOPED_TRACE(strCat("failing batch ", broken));
    world = FakeWorld(smallHost());
    world.failAt(broken, ErrorKind::Unsupported);
    const auto outcome = apply();
    ASSERT_TRUE(std::holds_alternative<RolledBack>(outcome));
    EXPECT_THAT(std::get<RolledBack>(outcome).why.message(), HasSubstr("told to fail"));
    EXPECT_TRUE(isBefore());
    EXPECT_FALSE(hasJournal());
    EXPECT_FALSE(journal::readCommitted(place.directories())->has_value());
  }
}

TEST_F(Apply, RollsBackWhenToldToStopBetweenAnyTwoBatches) {
  for (std::size_t last = 0; last < 5; ++last) {
    SCOPED_TRACE(strCat("stopping after batch ", last));
    std::stop_source stop;
    world = FakeWorld(smallHost());
    world.afterEachCall([&](std::size_t call) {
      if (call == last) stop.request_stop();
    });
    Site here = site();
    here.stop = stop.get_token();
    const auto outcome = applyChange(request, goal, here);
    ASSERT_TRUE(std::holds_alternative<RolledBack>(outcome));
    EXPECT_EQ(std::get<RolledBack>(outcome).why.message(), "interrupted");
    EXPECT_TRUE(isBefore());
  }
}

TEST_F(Apply, ReportsEverythingWrongWithADocumentAndDoesNothing) {
  class WrongGoal final : public Goal {
   public:
    [[nodiscard]] plan::Resolution resolve(const ObservedState&) const override {
      return {.diagnostics = {{.message = "one"}, {.message = "two"}}};
    }
    [[nodiscard]] std::vector<plan::Mismatch> verify(const ObservedState&,
                                                     const HostConfig&) const override {
      return {};
    }
  };
  const auto outcome = applyChange(request, WrongGoal(), site());
  ASSERT_TRUE(std::holds_alternative<Refused>(outcome));
  EXPECT_EQ(std::get<Refused>(outcome).why.kind(), ErrorKind::InvalidInput);
  EXPECT_EQ(std::get<Refused>(outcome).diagnostics.size(), 2U);
  EXPECT_EQ(world.calls(), 0U);
  EXPECT_FALSE(hasJournal());
}

TEST_F(Apply, DoesNothingWhenTheHostCannotBeRead) {
  world.becomeUnreadable();
  const auto outcome = apply();
  ASSERT_TRUE(std::holds_alternative<Refused>(outcome));
  EXPECT_EQ(std::get<Refused>(outcome).why.kind(), ErrorKind::Unavailable);
}

TEST_F(Apply, DoesNothingWithoutAJournal) {
  ASSERT_TRUE(writeFileAtomically(place.directories().state, "in the way", 0600).has_value());
  EXPECT_TRUE(std::holds_alternative<Refused>(apply()));
  EXPECT_EQ(world.calls(), 0U);
}

TEST_F(Apply, IsRefusedWhileAnotherChangeIsUnderWay) {
  const auto lock = journal::ChangeLock::acquire(place.directories(), "apply other.yml");
  const auto outcome = apply();
  ASSERT_TRUE(std::holds_alternative<Refused>(outcome));
  EXPECT_EQ(std::get<Refused>(outcome).why.kind(), ErrorKind::Conflict);
  EXPECT_THAT(std::get<Refused>(outcome).why.message(), HasSubstr("'apply other.yml'"));
  EXPECT_EQ(world.calls(), 0U);
}

TEST_F(Apply, LeavesAJournalItDoesNotUnderstandAlone) {
  ASSERT_TRUE(journal::makePrivateDirectory(place.directories().state).has_value());
  const auto path = journal::journalPath(place.directories());
  ASSERT_TRUE(writeFileAtomically(path, "garbage", 0600).has_value());
  const auto outcome = apply();
  ASSERT_TRUE(std::holds_alternative<Refused>(outcome));
  EXPECT_THAT(std::get<Refused>(outcome).why.message(), HasSubstr("damaged journal"));
  EXPECT_EQ(world.calls(), 0U);
  EXPECT_EQ(*readFile(path, 100), "garbage");
}

// ---- Verification.

// Somebody sets something on the bridge's link that nobody asked for, once it has its route.
void spoil(FakeWorld& world) {
  world.afterEachCall([&world, spoilt = false](std::size_t) mutable {
    const auto& routes = world.state().config.routes;
    if (spoilt || routes.empty() || routes.begin()->device != InterfaceName("br-ex")) return;
    world.mutableState().config.links.at(InterfaceName("br-ex")).acceptAllMac = true;
    spoilt = true;
  });
}

TEST_F(Apply, RollsBackWhenTheHostDoesNotShowWhatWasAsked) {
  spoil(world);
  const auto outcome = apply();
  const auto* back = std::get_if<RolledBack>(&outcome);
  ASSERT_NE(back, nullptr);
  EXPECT_EQ(back->why.kind(), ErrorKind::Mismatch);
  EXPECT_EQ(back->mismatches.size(), 1U);
  EXPECT_TRUE(isBefore());
}

TEST_F(Apply, WaitsForWhatTakesAMomentToShow) {
  spoil(world);
  world.whileWaiting([&](ObservedState& state) {
    state.config.links.at(InterfaceName("br-ex")).acceptAllMac = false;
    return true;
  });
  EXPECT_TRUE(std::holds_alternative<Applied>(apply()));
}

TEST_F(Apply, DoesNotLookWhenNotAskedTo) {
  spoil(world);
  request.verifyFor.reset();
  EXPECT_TRUE(std::holds_alternative<Applied>(apply()));
}

TEST_F(Apply, FailsWithoutTouchingAHostThatIsAsAskedButDoesNotWork) {
  class Broken final : public Goal {
   public:
    [[nodiscard]] plan::Resolution resolve(const ObservedState& observed) const override {
      return {.target = observed.config};
    }
    [[nodiscard]] std::vector<plan::Mismatch> verify(const ObservedState&,
                                                     const HostConfig&) const override {
      return {{.path = "br-ex", .wanted = "an ofport", .found = "none"}};
    }
  };
  const auto outcome = applyChange(request, Broken(), site());
  ASSERT_TRUE(std::holds_alternative<RolledBack>(outcome));
  EXPECT_EQ(world.calls(), 0U);
}

TEST_F(Apply, RollsBackWhenAProbeThatWorkedIsNotAnswered) {
  FakeProber prober("ping:192.0.2.1", [this] { return isBefore(); });
  Site here = site();
  here.prober = &prober;
  const auto outcome = applyChange(request, goal, here);
  ASSERT_TRUE(std::holds_alternative<RolledBack>(outcome));
  EXPECT_EQ(std::get<RolledBack>(outcome).why.message(), "no answer any more: ping:192.0.2.1");
  EXPECT_TRUE(isBefore());
}

TEST_F(Apply, IgnoresAProbeThatWasDeadBefore) {
  FakeProber prober("ping:192.0.2.99", [] { return false; });
  Site here = site();
  here.prober = &prober;
  const auto outcome = applyChange(request, goal, here);
  ASSERT_TRUE(std::holds_alternative<Applied>(outcome));
  EXPECT_THAT(std::get<Applied>(outcome).ignoredProbes, ElementsAre("ping:192.0.2.99"));
}

// ---- Conflicts.

TEST_F(Apply, PlansAfreshWhenTheHostChangedMeanwhile) {
  bool changed = false;
  world.beforeEachCall([&](std::size_t call) {
    if (call != 2 || std::exchange(changed, true)) return;
    world.mutableState().config.links[InterfaceName("eth0")].mtu = 1400;
    world.failAt(call, ErrorKind::Conflict);
  });
  const auto outcome = apply();
  ASSERT_TRUE(std::holds_alternative<Applied>(outcome));
  EXPECT_TRUE(isAfter());
}

TEST_F(Apply, GivesUpOnAHostThatNeverHoldsStill) {
  world.beforeEachCall([&](std::size_t call) { world.failAt(call, ErrorKind::Conflict); });
  request.retry.furtherAttempts = 3;
  const auto outcome = apply();
  ASSERT_TRUE(std::holds_alternative<RolledBack>(outcome));
  EXPECT_EQ(std::get<RolledBack>(outcome).why.kind(), ErrorKind::Conflict);
  EXPECT_EQ(world.calls(), 4U);
  EXPECT_TRUE(isBefore());
}

// ---- Failing rollbacks.

TEST_F(Apply, TriesAgainWhatARollbackFailedToDo) {
  world.failAt(4, ErrorKind::Unsupported);  // so that it rolls back
  world.failAt(5, ErrorKind::Unavailable);  // the first thing it undoes
  const auto outcome = apply();
  EXPECT_TRUE(std::holds_alternative<RolledBack>(outcome));
  EXPECT_TRUE(isBefore());
}

bool restoresTheAddress(const plan::Step& step) {
  const auto* added = std::get_if<plan::AddAddress>(&step);
  return added != nullptr && added->link == InterfaceName("eth0");
}

TEST_F(Apply, IsStrandedWhenSomethingCannotBeRestoredAndSaysWhat) {
  world.failAt(4, ErrorKind::Unsupported);
  world.failAlwaysOn(restoresTheAddress);
  const auto outcome = apply();
  ASSERT_TRUE(std::holds_alternative<Stranded>(outcome));
  const auto& stranded = std::get<Stranded>(outcome);
  EXPECT_THAT(stranded.why.message(), HasSubstr("told to fail"));
  ASSERT_FALSE(stranded.leftovers.empty());
  EXPECT_THAT(stranded.leftovers.front().what, HasSubstr("192.0.2.10/24"));
  EXPECT_EQ(stranded.leftovers.front().why, "told to refuse");
  EXPECT_FALSE(stranded.toBeContinued);
  // The rest is restored.
  EXPECT_TRUE(world.state().config.ovs.bridges.empty());
}

TEST_F(Apply, GoesOnFromWhereItWasStranded) {
  world.failAt(4, ErrorKind::Unsupported);
  world.failAlwaysOn(restoresTheAddress);
  ASSERT_TRUE(std::holds_alternative<Stranded>(apply()));
  world.obeyAgain();
  EXPECT_TRUE(std::holds_alternative<Applied>(apply()));
  EXPECT_TRUE(isAfter());
}

TEST_F(Apply, IsContinuedByTheNextInvocationWhenTheHostWasGoneForAWhile) {
  for (std::size_t call = 4; call < 100; ++call) world.failAt(call, ErrorKind::Unavailable);
  const auto outcome = apply();
  ASSERT_TRUE(std::holds_alternative<Stranded>(outcome));
  EXPECT_TRUE(std::get<Stranded>(outcome).toBeContinued);
  EXPECT_TRUE(hasJournal());
  world.obeyAgain();
  EXPECT_TRUE(std::holds_alternative<RolledBack>(recoverLeftovers("boot", site())));
  EXPECT_TRUE(isBefore());
  EXPECT_FALSE(hasJournal());
}

TEST_F(Apply, IsStrandedWhenTheHostCannotBeReadAnyMore) {
  world.beforeEachCall([&](std::size_t call) {
    if (call != 3) return;
    world.failAt(call, ErrorKind::Unavailable);
    world.becomeUnreadable();
  });
  const auto outcome = apply();
  ASSERT_TRUE(std::holds_alternative<Stranded>(outcome));
  EXPECT_TRUE(std::get<Stranded>(outcome).toBeContinued);
}

// ---- Documents.

TEST_F(Apply, DoesWhatADocumentAsks) {
  DesiredState desired;
  desired.interfaces.push_back(
      {.name = "eth0", .type = InterfaceType::Ethernet, .mtu = 9000, .ovsMaps = {}});
  const DocumentGoal document(desired);
  ASSERT_TRUE(std::holds_alternative<Applied>(applyChange(request, document, site())));
  EXPECT_EQ(world.state().config.links.at(InterfaceName("eth0")).mtu, 9000U);
  const auto again = applyChange(request, document, site());
  ASSERT_TRUE(std::holds_alternative<Applied>(again));
  EXPECT_THAT(std::get<Applied>(again).steps, IsEmpty());
}

// ---- Random changes.

TEST(ApplyLaws, AFailureAtAnyBatchLeavesTheHostAsItWas) {
  for (std::uint32_t seed = kSeed; seed < kSeed + 40; ++seed) {
    const Scene scene = makeSmallScene(seed);
    const std::size_t batches = journal::splitIntoBatches(scene.steps).size();
    for (std::size_t broken = 0; broken < batches; ++broken) {
      FakePlace place;
      FakeWorld world(scene.before);
      world.failAt(broken, ErrorKind::Unsupported);
      const auto outcome =
          applyChange({.verb = "apply"}, TargetGoal(scene.target), place.site(world));
      ASSERT_TRUE(std::holds_alternative<RolledBack>(outcome)) << "seed " << seed << ", " << broken;
      ASSERT_TRUE(isAsWanted(world.state(), scene.before)) << "seed " << seed << ", " << broken;
    }
  }
}

TEST(ApplyLaws, ApplyingGivesTheTargetAndApplyingAgainNothing) {
  for (std::uint32_t seed = kSeed; seed < kSeed + 30; ++seed) {
    const Scene scene = makeLargeScene(seed);
    FakePlace place;
    FakeWorld world(scene.before);
    const TargetGoal goal(scene.target);
    const auto first = applyChange({.verb = "apply"}, goal, place.site(world));
    ASSERT_TRUE(std::holds_alternative<Applied>(first)) << "seed " << seed;
    const auto second = applyChange({.verb = "apply"}, goal, place.site(world));
    ASSERT_TRUE(std::holds_alternative<Applied>(second)) << "seed " << seed;
    ASSERT_TRUE(std::get<Applied>(second).steps.empty()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace pointsman::apply
