// SPDX-License-Identifier: Apache-2.0
// The process dies, anywhere. A journal is only ever appended to, so all that a death can leave is
// some beginning of the journal together with a host that fits it. One undisturbed run therefore
// tells every one of them, and each is handed to a fresh process to recover.
#include <gtest/gtest.h>

#include "apply/driver.h"
#include "apply/settle.h"
#include "apply/testing/fake_site.h"
#include "apply/testing/scenes.h"
#include "base/file.h"
#include "journal/journal_file.h"

namespace pointsman::apply {
namespace {

constexpr std::uint32_t kSeed = 20260601;
constexpr std::size_t kMostBytes = std::size_t{16} << 20U;

// What a death would leave.
struct Remains {
  std::string journal = {};
  ObservedState host = {};
};

// Runs a change and keeps the journal's size and the host before and after every executed batch.
class Recorder {
 public:
  explicit Recorder(const Scene& scene) : scene_(scene), world_(scene.before) {
    world_.beforeEachCall([this](std::size_t) { note(); });
    world_.afterEachCall([this](std::size_t) { note(); });
  }

  FakeWorld& world() { return world_; }

  ApplyOutcome run(const ChangeRequest& request) {
    const TargetGoal goal(scene_.target);
    ApplyOutcome outcome = applyChange(request, goal, place_.site(world_));
    const auto retired = journal::retiredJournalPath(place_.directories());
    const auto open = journal::journalPath(place_.directories());
    whole_ = *readFile(std::filesystem::exists(open) ? open : retired, kMostBytes);
    return outcome;
  }

  // The beginnings of the journal that end at 'length', each with a host that could go with it.
  [[nodiscard]] std::vector<Remains> remainsAt(std::size_t length) const {
    const std::string journal = whole_.substr(0, length);
    std::vector<Remains> remains;
    ObservedState latest = scene_.before;
    for (const auto& [size, host] : notes_) {
      if (size > length) break;
      // Between two notes of one size a batch took effect: death may come on either side.
      if (size == length) remains.push_back({journal, host});
      latest = host;
    }
    if (remains.empty()) remains.push_back({journal, latest});
    return remains;
  }

  // The ends of all records, beginning with the plan's.
  [[nodiscard]] std::vector<std::size_t> recordEnds() const {
    std::vector<std::size_t> ends;
    for (std::size_t at = 0; at < whole_.size(); ++at) {
      if (whole_[at] == '\n') ends.push_back(at + 1);
    }
    ends.erase(ends.begin(), ends.begin() + 2);  // the first line and the header
    return ends;
  }
  [[nodiscard]] std::size_t size() const { return whole_.size(); }

 private:
  void note() {
    notes_.emplace_back(std::filesystem::file_size(journal::journalPath(place_.directories())),
                        world_.state());
  }

  const Scene& scene_;
  FakePlace place_;
  FakeWorld world_;
  std::vector<std::pair<std::size_t, ObservedState>> notes_;
  std::string whole_;
};

// A process that finds 'remains'.
class Finder {
 public:
  explicit Finder(const Remains& remains) : world_(remains.host) {
    EXPECT_TRUE(journal::makePrivateDirectory(place_.directories().state).has_value());
    EXPECT_TRUE(
        writeFileAtomically(journal::journalPath(place_.directories()), remains.journal, 0600)
            .has_value());
  }
  ApplyOutcome recover() { return recoverLeftovers("boot", place_.site(world_)); }
  FakePlace& place() { return place_; }
  FakeWorld& world() { return world_; }
  [[nodiscard]] const ObservedState& state() const { return world_.state(); }
  [[nodiscard]] bool clean() const {
    return !std::filesystem::exists(journal::journalPath(place_.directories()));
  }

 private:
  FakePlace place_;
  FakeWorld world_;
};

bool isCommitted(const Remains& remains) {
  const auto state = journal::parseJournal(remains.journal);
  return state && *state && (*state)->ended() &&
         std::holds_alternative<journal::Committed>(*(*state)->course.ending);
}

// The host is as before or, once committed, as after; never anything else.
void expectBeforeOrAfter(const Scene& scene, const ObservedState& after, const Remains& remains,
                         std::size_t length) {
  Finder finder(remains);
  const auto outcome = finder.recover();
  ASSERT_TRUE(std::holds_alternative<Applied>(outcome) ||
              std::holds_alternative<RolledBack>(outcome))
      << "seed " << scene.seed << ", journal of " << length << " bytes";
  const ObservedState& expected = isCommitted(remains) ? after : scene.before;
  ASSERT_TRUE(isAsWanted(finder.state(), expected))
      << "seed " << scene.seed << ", journal of " << length << " bytes";
  const auto left = journal::readJournal(finder.place().directories());
  ASSERT_TRUE(left.has_value() && !left->has_value());
  const auto committed = journal::readCommitted(finder.place().directories());
  ASSERT_EQ(committed->has_value(), isCommitted(remains));
}

TEST(Crash, AtAnyRecordOfRandomChangesLeavesTheHostBeforeOrAfter) {
  for (std::uint32_t seed = kSeed; seed < kSeed + 100; ++seed) {
    const Scene scene = makeSmallScene(seed);
    if (scene.steps.empty()) continue;
    Recorder recorder(scene);
    ASSERT_TRUE(std::holds_alternative<Applied>(recorder.run({.verb = "apply"})))
        << "seed " << seed;
    for (const std::size_t end : recorder.recordEnds()) {
      for (const Remains& remains : recorder.remainsAt(end)) {
        ASSERT_NO_FATAL_FAILURE(expectBeforeOrAfter(scene, recorder.world().state(), remains, end));
      }
    }
  }
}

TEST(Crash, DuringALargeChangeLeavesTheHostBeforeOrAfter) {
  const Scene scene = makeLargeScene(kSeed);
  Recorder recorder(scene);
  ASSERT_TRUE(std::holds_alternative<Applied>(recorder.run({.verb = "apply"})));
  for (const std::size_t end : recorder.recordEnds()) {
    for (const Remains& remains : recorder.remainsAt(end)) {
      ASSERT_NO_FATAL_FAILURE(expectBeforeOrAfter(scene, recorder.world().state(), remains, end));
    }
  }
}

TEST(Crash, AtAnyByteOfTheJournalLeavesTheHostBeforeOrAfter) {
  const Scene scene = makeSmallScene(kSeed);
  Recorder recorder(scene);
  ASSERT_TRUE(std::holds_alternative<Applied>(recorder.run({.verb = "apply"})));
  // The plan is long, and cut anywhere it means the same.
  const std::size_t planEnd = recorder.recordEnds().front();
  for (std::size_t length = 0; length <= recorder.size(); length += length < planEnd ? 97 : 1) {
    for (const Remains& remains : recorder.remainsAt(length)) {
      ASSERT_NO_FATAL_FAILURE(
          expectBeforeOrAfter(scene, recorder.world().state(), remains, length));
    }
  }
}

TEST(Crash, WhileRollingBackLeavesTheHostAsItWas) {
  for (std::uint32_t seed = kSeed; seed < kSeed + 15; ++seed) {
    const Scene scene = makeSmallScene(seed);
    const std::size_t batches = journal::splitIntoBatches(scene.steps).size();
    if (batches < 2) continue;
    Recorder recorder(scene);
    recorder.world().failAt(batches - 1, ErrorKind::Unsupported);
    ASSERT_TRUE(std::holds_alternative<RolledBack>(recorder.run({.verb = "apply"})));
    for (const std::size_t end : recorder.recordEnds()) {
      for (const Remains& remains : recorder.remainsAt(end)) {
        ASSERT_NO_FATAL_FAILURE(expectBeforeOrAfter(scene, recorder.world().state(), remains, end));
      }
    }
  }
}

// Recovery is itself cut short: by a host that fails from some call on, as a death would.
TEST(Crash, WhileRecoveringIsRecoveredFrom) {
  const Scene scene = makeSmallScene(kSeed + 1);
  Recorder recorder(scene);
  ASSERT_TRUE(std::holds_alternative<Applied>(recorder.run({.verb = "apply"})));
  const auto ends = recorder.recordEnds();
  const Remains remains = recorder.remainsAt(ends[ends.size() - 2]).back();
  for (std::size_t survived = 0; survived < scene.steps.size(); ++survived) {
    Finder finder(remains);
    for (std::size_t call = survived; call < 200; ++call) {
      finder.world().failAt(call, ErrorKind::Unavailable);
    }
    (void)finder.recover().index();
    finder.world().obeyAgain();
    (void)finder.recover().index();
    ASSERT_TRUE(isAsWanted(finder.state(), scene.before)) << survived;
    ASSERT_TRUE(finder.clean());
  }
}

TEST(Crash, IsRecoveredFromBeforeTheNextChange) {
  const Scene scene = makeSmallScene(kSeed);
  Recorder recorder(scene);
  ASSERT_TRUE(std::holds_alternative<Applied>(recorder.run({.verb = "apply"})));
  const auto ends = recorder.recordEnds();
  Finder finder(recorder.remainsAt(ends[ends.size() / 2]).back());
  const auto outcome = applyChange({.verb = "apply again"}, TargetGoal(scene.target),
                                   finder.place().site(finder.world()));
  ASSERT_TRUE(std::holds_alternative<Applied>(outcome));
  EXPECT_EQ(std::get<Applied>(outcome).steps, scene.steps);
}

TEST(Crash, InAnotherNetworkNamespaceIsNotRecoveredHere) {
  const Scene scene = makeSmallScene(kSeed);
  Recorder recorder(scene);
  ASSERT_TRUE(std::holds_alternative<Applied>(recorder.run({.verb = "apply"})));
  const auto ends = recorder.recordEnds();
  Finder finder(recorder.remainsAt(ends[ends.size() / 2]).back());
  finder.place().identity.networkNamespace = "net:[2]";
  const auto outcome = finder.recover();
  ASSERT_TRUE(std::holds_alternative<Refused>(outcome));
  EXPECT_EQ(std::get<Refused>(outcome).why.kind(), ErrorKind::Conflict);
  EXPECT_EQ(finder.world().calls(), 0U);
  EXPECT_FALSE(finder.clean());
}

// ---- Power cuts: the kernel forgets, OVSDB does not.

// A host with a bridge, and one more to come with an address on it.
Scene bridgeScene() {
  Scene scene;
  LinkConfig& eth0 = scene.before.config.links[InterfaceName("eth0")];
  eth0.up = true;
  eth0.ipv4.addresses = {{.prefix = *IpPrefix::parse("192.0.2.10/24")}};
  eth0.ipv4.enabled = true;
  eth0.ipv6 = plan::freshIp(IpFamily::V6);
  scene.target = scene.before.config;
  OvsBridgeConfig& bridge = scene.target.ovs.bridges[BridgeName("br0")];
  OvsInterfaceConfig local{.type = std::string(kOvsInternal)};
  bridge.ports[PortName("br0")].interfaces[InterfaceName("br0")] = local;
  LinkConfig link = plan::freshInternalLink(bridge, BridgeName("br0"), InterfaceName("br0"), local);
  link.up = true;
  link.ipv4 =
      std::exchange(scene.target.links[InterfaceName("eth0")].ipv4, plan::freshIp(IpFamily::V4));
  scene.target.links[InterfaceName("br0")] = link;
  scene.target.resolver.servers = {"192.0.2.53"};
  scene.steps = plan::planSteps(scene.before.config, scene.target, scene.before.facts);
  return scene;
}

TEST(PowerCut, TakesBackWhatOutlivedItAndLeavesTheRestToTheBoot) {
  const Scene scene = bridgeScene();
  Recorder recorder(scene);
  ASSERT_TRUE(std::holds_alternative<Applied>(recorder.run({.verb = "apply"})));
  for (const std::size_t end : recorder.recordEnds()) {
    for (Remains remains : recorder.remainsAt(end)) {
      if (isCommitted(remains)) continue;
      // The boot gave eth0 another address; br0 is there, bare, if its rows are.
      ObservedState booted = remains.host;
      booted.config.links.clear();
      booted.config.routes.clear();
      booted.facts = {};
      LinkConfig eth0{.kind = PhysicalLink{}, .up = true};
      eth0.ipv4 = {.enabled = true, .addresses = {{.prefix = *IpPrefix::parse("192.0.2.77/24")}}};
      eth0.ipv6 = plan::freshIp(IpFamily::V6);
      booted.config.links[InterfaceName("eth0")] = eth0;
      for (const auto& [name, bridge] : booted.config.ovs.bridges) {
        const InterfaceName local(name.text);
        booted.config.links[local] = plan::freshInternalLink(
            bridge, name, local, bridge.ports.at(PortName(name.text)).interfaces.at(local));
      }
      remains.host = booted;
      Finder finder(remains);
      finder.place().identity.bootId = "the next boot";
      const auto outcome = finder.recover();
      ASSERT_TRUE(std::holds_alternative<RolledBack>(outcome)) << end;
      EXPECT_EQ(finder.state().config.ovs, scene.before.config.ovs) << end;
      EXPECT_EQ(finder.state().config.resolver, scene.before.config.resolver) << end;
      EXPECT_EQ(finder.state().config.links.at(InterfaceName("eth0")), eth0) << end;
      EXPECT_TRUE(finder.clean());
    }
  }
}

}  // namespace
}  // namespace pointsman::apply
