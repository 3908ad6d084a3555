// SPDX-License-Identifier: Apache-2.0
// A raft cluster of three real servers.
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "base/str_cat.h"
#include "ovsdb_server.h"

namespace pointsman::ovsdb::testing {
namespace {

class OvsdbCluster : public ::testing::Test {
 protected:
  static constexpr std::size_t kMembers = 3;

  OvsdbCluster() {
    run({"ovsdb-tool", "create-cluster", database(0), "/usr/share/openvswitch/vswitch.ovsschema",
         raft(0)});
    for (std::size_t member = 1; member < kMembers; ++member) {
      run({"ovsdb-tool", "join-cluster", database(member), std::string(kDatabase), raft(member),
           raft(0)});
    }
    for (std::size_t member = 0; member < kMembers; ++member) start(member);
    for (std::size_t member = 0; member < kMembers; ++member) {
      // Fit means joined.
      clientOf({remote(member)}, Serving::AnyMember);
    }
  }

  void start(std::size_t member) {
    members_[member] = launch({"ovsdb-server", strCat("--remote=punix:", path(member, "sock")),
                               strCat("--unixctl=", path(member, "ctl")), database(member)});
  }

  [[nodiscard]] std::string path(std::size_t member, std::string_view what) const {
    return directory_.file(strCat("s", member, ".", what));
  }
  [[nodiscard]] std::string database(std::size_t member) const { return path(member, "db"); }
  [[nodiscard]] std::string raft(std::size_t member) const {
    return strCat("unix:", path(member, "raft"));
  }
  [[nodiscard]] Remote remote(std::size_t member) const { return UnixRemote{path(member, "sock")}; }
  [[nodiscard]] std::vector<Remote> remotes() const { return {remote(0), remote(1), remote(2)}; }

  static Client clientOf(std::vector<Remote> remotes, Serving serving) {
    ClientOptions options;
    options.session.database = kDatabase;
    options.session.serving = serving;
    return connectTo(std::move(remotes), options);
  }

  [[nodiscard]] std::size_t memberAt(const Remote& remote) const {
    for (std::size_t member = 0; member < kMembers; ++member) {
      if (remote == this->remote(member)) return member;
    }
    ADD_FAILURE() << "no member at " << toString(remote);
    return 0;
  }

  TempDirectory directory_;
  std::array<std::optional<Process>, kMembers> members_;
};

MonitorSpec bridges() {
  return {.database = std::string(kDatabase), .tables = {{"Bridge", {.columns = {"name"}}}}};
}

// A bridge on its own would be collected at once: the root row holds it.
std::vector<Operation> addBridge(const std::string& name) {
  return {Insert{.table = "Bridge", .row = {{"name", name}}, .name = "made"},
          Insert{.table = "Open_vSwitch", .row = {{"bridges", NamedUuid{"made"}}}}};
}

TEST_F(OvsdbCluster, IsFollowedToANewLeaderWithoutLosingARow) {
  Client client = clientOf(remotes(), Serving::LeaderOnly);
  const std::size_t leader = memberAt(client.remote());
  EXPECT_TRUE(client.status()->leader);
  EXPECT_EQ(client.status()->model, "clustered");
  ASSERT_TRUE(client.transact(kDatabase, addBridge("br0"), soon()));
  const auto id = client.monitor(bridges(), soon());
  ASSERT_TRUE(id) << id.error().message();

  members_[leader].reset();
  const auto moved = client.waitUntil(
      [&] { return client.live(*id) && client.remote() != remote(leader); }, soon());
  ASSERT_TRUE(moved) << moved.error().message();
  EXPECT_TRUE(client.status()->leader);
  EXPECT_EQ(client.replica(*id).table("Bridge")->rows().size(), 1U);

  // What the replica had already is not told again.
  std::size_t changes = 0;
  while (auto event = client.nextEvent(Deadline::at(Clock::now()))) {
    if (const auto* const changed = std::get_if<Changed>(&*event)) {
      changes += changed->changes.size();
    }
  }
  EXPECT_EQ(changes, 1U);
}

TEST_F(OvsdbCluster, IsWrittenThroughAnyMember) {
  Client leading = clientOf(remotes(), Serving::LeaderOnly);
  const std::size_t follower = (memberAt(leading.remote()) + 1) % kMembers;
  Client client = clientOf({remote(follower)}, Serving::AnyMember);
  EXPECT_FALSE(client.status()->leader);
  const auto reply = client.transact(kDatabase, addBridge("br0"), soon());
  ASSERT_TRUE(reply) << reply.error().message();
  const auto id = leading.monitor(bridges(), soon());
  ASSERT_TRUE(id);
  EXPECT_TRUE(leading.waitUntil(
      [&] { return leading.replica(*id).table("Bridge")->rows().size() == 1; }, soon()));
}

TEST_F(OvsdbCluster, LeavesAMemberThatIsCutOff) {
  const std::size_t left = 0;
  Client client = clientOf({remote(left)}, Serving::AnyMember);
  for (std::size_t member = 0; member < kMembers; ++member) {
    if (member != left) members_[member].reset();
  }
  // Alone it has no quorum, and says so once an election has failed.
  std::string why;
  while (const auto event = client.nextEvent(soon())) {
    if (const auto* const lost = std::get_if<Lost>(&*event)) {
      why = lost->why.message();
      break;
    }
  }
  EXPECT_NE(why.find("cut off from the others"), std::string::npos) << why;
}

}  // namespace
}  // namespace pointsman::ovsdb::testing
