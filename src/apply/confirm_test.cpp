// SPDX-License-Identifier: Apache-2.0
// Changes that wait for their confirmation, the guard that ends them, and what boot makes of what
// was committed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <future>
#include <thread>

#include "apply/committed.h"
#include "apply/driver.h"
#include "apply/guard.h"
#include "apply/settle.h"
#include "apply/testing/fake_site.h"
#include "apply/testing/scenes.h"
#include "base/process.h"
#include "journal/change_lock.h"
#include "journal/journal_file.h"

namespace pointsman::apply {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr std::uint32_t kSeed = 20260701;
constexpr milliseconds kLong{600000};

class Confirm : public testing::Test {
 protected:
  ApplyOutcome apply(milliseconds within) {
    return applyChange({.verb = "apply", .confirmWithin = within}, TargetGoal(scene.target),
                       site());
  }
  Site site() { return place.site(world); }
  [[nodiscard]] bool isBefore() const { return isAsWanted(world.state(), scene.before); }
  [[nodiscard]] bool isAfter() const {
    return plan::planSteps(world.state().config, scene.target, world.state().facts).empty();
  }

  Scene scene = makeSmallScene(kSeed);
  FakePlace place;
  FakeWorld world{scene.before};
};

TEST_F(Confirm, LeavesTheChangeInPlaceUncommitted) {
  const auto outcome = apply(kLong);
  ASSERT_TRUE(std::holds_alternative<Applied>(outcome));
  EXPECT_EQ(std::get<Applied>(outcome).confirmWithin, kLong);
  EXPECT_TRUE(isAfter());
  EXPECT_FALSE(journal::readCommitted(place.directories())->has_value());
  EXPECT_EQ(place.guard.started.size(), 1U);
}

TEST_F(Confirm, ChangesNothingWithoutAGuard) {
  place.guard.failing = true;
  EXPECT_TRUE(std::holds_alternative<RolledBack>(apply(kLong)));
  EXPECT_EQ(world.calls(), 0U);
}

TEST_F(Confirm, NeedsNoConfirmationWhenNothingChanged) {
  world = FakeWorld({.config = scene.target, .facts = {}});
  const auto outcome = apply(kLong);
  ASSERT_TRUE(std::holds_alternative<Applied>(outcome));
  EXPECT_FALSE(std::get<Applied>(outcome).confirmWithin.has_value());
}

TEST_F(Confirm, CommitKeepsIt) {
  ASSERT_TRUE(std::holds_alternative<Applied>(apply(kLong)));
  EXPECT_TRUE(std::holds_alternative<Applied>(commitPending("commit", site())));
  EXPECT_TRUE(isAfter());
  EXPECT_TRUE(journal::readCommitted(place.directories())->has_value());
  const auto again = commitPending("commit", site());
  ASSERT_TRUE(std::holds_alternative<Refused>(again));
  EXPECT_EQ(std::get<Refused>(again).why.kind(), ErrorKind::NotFound);
}

TEST_F(Confirm, RollbackTakesItBack) {
  ASSERT_TRUE(std::holds_alternative<Applied>(apply(kLong)));
  EXPECT_TRUE(std::holds_alternative<RolledBack>(rollbackPending("rollback", site())));
  EXPECT_TRUE(isBefore());
  EXPECT_TRUE(std::holds_alternative<Refused>(rollbackPending("rollback", site())));
}

TEST_F(Confirm, KeepsOtherChangesAway) {
  ASSERT_TRUE(std::holds_alternative<Applied>(apply(kLong)));
  const auto other = applyChange({.verb = "apply"}, TargetGoal(scene.before.config), site());
  ASSERT_TRUE(std::holds_alternative<Refused>(other));
  EXPECT_EQ(std::get<Refused>(other).why.kind(), ErrorKind::Conflict);
  EXPECT_THAT(std::get<Refused>(other).why.message(),
              HasSubstr("waits to be committed or rolled back"));
}

TEST_F(Confirm, IsTakenBackByTheNextInvocationWhenItsTimeIsUp) {
  ASSERT_TRUE(std::holds_alternative<Applied>(apply(milliseconds(0))));
  const auto outcome = recoverLeftovers("boot", site());
  ASSERT_TRUE(std::holds_alternative<RolledBack>(outcome));
  EXPECT_THAT(std::get<RolledBack>(outcome).why.message(), HasSubstr("not confirmed in time"));
  EXPECT_TRUE(isBefore());
}

TEST_F(Confirm, CannotBeCommittedAfterAReboot) {
  ASSERT_TRUE(std::holds_alternative<Applied>(apply(kLong)));
  place.identity.bootId = "the next boot";
  EXPECT_TRUE(std::holds_alternative<Refused>(commitPending("commit", site())));
}

class Guard : public Confirm {
 protected:
  // The guard has connections of its own; the host is the same.
  std::future<ApplyOutcome> startGuard() {
    const std::string change = place.guard.started.back();
    return std::async(std::launch::async, [this, change] { return runGuard(change, site()); });
  }
};

TEST_F(Guard, TakesBackWhatNobodyConfirms) {
  ASSERT_TRUE(std::holds_alternative<Applied>(apply(milliseconds(50))));
  EXPECT_TRUE(std::holds_alternative<RolledBack>(startGuard().get()));
  EXPECT_TRUE(isBefore());
}

TEST_F(Guard, LeavesWhatIsCommittedMeanwhile) {
  ASSERT_TRUE(std::holds_alternative<Applied>(apply(kLong)));
  auto guard = startGuard();
  EXPECT_TRUE(std::holds_alternative<Applied>(commitPending("commit", site())));
  EXPECT_TRUE(std::holds_alternative<Applied>(guard.get()));
  EXPECT_TRUE(isAfter());
}

TEST_F(Guard, GoesWhenTheChangeIsTakenBackBySomebodyElse) {
  ASSERT_TRUE(std::holds_alternative<Applied>(apply(kLong)));
  auto guard = startGuard();
  EXPECT_TRUE(std::holds_alternative<RolledBack>(rollbackPending("rollback", site())));
  EXPECT_TRUE(std::holds_alternative<Applied>(guard.get()));
}

TEST_F(Guard, WaitsForWhoeverIsEndingTheChange) {
  ASSERT_TRUE(std::holds_alternative<Applied>(apply(milliseconds(1))));
  std::future<ApplyOutcome> guard;
  {
    auto lock = journal::ChangeLock::acquire(place.directories(), "commit");
    guard = startGuard();
    auto state = journal::readJournal(place.directories());
    auto journal = journal::JournalFile::reopen(place.directories(), std::move(**state));
    ASSERT_TRUE(journal->append(journal::Committed{}).has_value());
  }
  EXPECT_TRUE(std::holds_alternative<Applied>(guard.get()));
  EXPECT_TRUE(isAfter());
}

// The maker dies half-way through; nobody has to come by for the host to be restored.
TEST_F(Guard, TakesBackWhatADeadProcessLeft) {
  auto owner = Process::start({"sleep", "600"});
  ASSERT_TRUE(owner.has_value());
  // What a process that died after its second batch leaves, made by hand.
  const auto batches = journal::splitIntoBatches(scene.steps);
  ASSERT_GE(batches.size(), 3U);
  auto journal = journal::JournalFile::create(
      place.directories(), {.change = "c1", .host = place.identity, .pid = owner->pid()},
      {.batches = batches});
  ASSERT_TRUE(journal.has_value());
  place.guard.started.push_back("c1");
  auto guard = startGuard();
  for (std::uint64_t batch = 0; batch < 2; ++batch) {
    ASSERT_TRUE(journal->append(journal::BatchStarted{batch}).has_value());
    ASSERT_TRUE(world.execute(batches[batch]).has_value());
    ASSERT_TRUE(journal->append(journal::BatchDone{batch}).has_value());
  }
  ASSERT_TRUE(owner->signal(SIGKILL).has_value());
  EXPECT_TRUE(std::holds_alternative<RolledBack>(guard.get()));
  EXPECT_TRUE(isBefore());
}

// ---- What boot needs.

TEST(Committed, IsMadeAgainAfterAReboot) {
  ObservedState before;
  before.config.links[InterfaceName("eth0")] = {.kind = PhysicalLink{},
                                                .mac = *MacAddress::parse("02:00:00:00:00:01")};
  before.config.links[InterfaceName("eth0")].ipv6 = plan::freshIp(IpFamily::V6);
  HostConfig target = before.config;
  LinkConfig& eth0 = target.links[InterfaceName("eth0")];
  eth0.up = true;
  eth0.mtu = 9000;
  LinkConfig vlan{
      .kind = VlanLink{.base = InterfaceName("eth0"), .id = 7}, .up = true, .mac = eth0.mac};
  vlan.ipv4 = {.enabled = true, .addresses = {{.prefix = *IpPrefix::parse("192.0.2.10/24")}}};
  vlan.ipv6 = plan::freshIp(IpFamily::V6);
  target.links[InterfaceName("vlan7")] = vlan;
  target.routes.insert({.destination = *IpPrefix::parse("198.51.100.0/24"),
                        .device = InterfaceName("vlan7"),
                        .gateway = *IpAddress::parse("192.0.2.1")});

  FakePlace place;
  FakeWorld world(before);
  ASSERT_TRUE(std::holds_alternative<Applied>(
      applyChange({.verb = "apply"}, TargetGoal(target), place.site(world))));
  ASSERT_EQ(world.state().config, target);

  // The same host, booted again, with another NIC in the slot.
  ObservedState booted = before;
  booted.config.links[InterfaceName("eth0")].mac = *MacAddress::parse("02:00:00:00:00:99");
  FakeWorld again(booted);
  const auto committed = journal::readCommitted(place.directories());
  ASSERT_TRUE(committed.has_value() && committed->has_value());
  const auto outcome = applyChange({.verb = "boot"}, RestoreGoal(**committed), place.site(again));
  ASSERT_TRUE(std::holds_alternative<Applied>(outcome));
  const HostConfig& config = again.state().config;
  EXPECT_EQ(config.links.at(InterfaceName("eth0")).mtu, 9000U);
  EXPECT_EQ(config.links.at(InterfaceName("eth0")).mac,
            MacAddress::parse("02:00:00:00:00:99").value());
  EXPECT_EQ(config.links.at(InterfaceName("vlan7")).ipv4, vlan.ipv4);
  EXPECT_EQ(config.routes, target.routes);
}

TEST(Committed, IsRestoredAsFarAsTheHardwareIsThere) {
  journal::CommittedState committed;
  committed.links[InterfaceName("eth0")] = {.kind = PhysicalLink{}, .up = true};
  committed.links[InterfaceName("vlan7")] = {
      .kind = VlanLink{.base = InterfaceName("eth0"), .id = 7}, .up = true};
  committed.links[InterfaceName("br-ex")] = {.kind = OvsInternalLink{}, .up = true};
  committed.routes.insert(
      {.destination = *IpPrefix::parse("198.51.100.0/24"), .device = InterfaceName("vlan7")});
  const ObservedState bare;
  EXPECT_EQ(RestoreGoal(committed).resolve(bare).target, bare.config);
}

TEST(Committed, ForgetsWhatALaterChangeRemoves) {
  const InterfaceName name("dummy0");
  HostConfig with;
  with.links[name] = {.kind = DummyLink{}};
  const Route route{.destination = *IpPrefix::parse("198.51.100.0/24"), .device = name};
  with.routes.insert(route);
  const std::vector<plan::Step> making{plan::CreateLink{name, {}}, plan::AddRoute{route}};
  const auto first = commitOver({}, {.change = "c1"}, making, with);
  EXPECT_TRUE(first.links.contains(name));
  EXPECT_TRUE(first.routes.contains(route));
  const auto second = commitOver(first, {.change = "c2"}, plan::inverseOf(making), HostConfig{});
  EXPECT_EQ(second.change, "c2");
  EXPECT_TRUE(second.links.empty());
  EXPECT_TRUE(second.routes.empty());
}

}  // namespace
}  // namespace pointsman::apply
