// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "base/file.h"
#include "base/str_cat.h"
#include "ovsdb_server.h"

namespace pointsman::ovsdb::testing {
namespace {

using std::chrono::milliseconds;

class OvsdbMonitor : public ::testing::Test {
 protected:
  // Through another connection, as another program would.
  void transact(const std::vector<Operation>& operations) {
    const auto reply = writer_.transact(kDatabase, operations, soon());
    ASSERT_TRUE(reply) << reply.error().message();
  }

  MonitorId follow(MonitoredTable table) {
    auto id = client_.monitor(
        {.database = std::string(kDatabase), .tables = {{"QoS", std::move(table)}}}, soon());
    EXPECT_TRUE(id) << id.error().message();
    return id.value_or(0);
  }

  // The types of the rows in the replica.
  std::set<std::string> types(MonitorId id) {
    std::set<std::string> found;
    for (RowReader row : client_.replica(id).table("QoS")->readers())
      found.insert(row.text("type"));
    return found;
  }

  void waitForTypes(MonitorId id, const std::set<std::string>& wanted) {
    const auto waited = client_.waitUntil([&] { return types(id) == wanted; }, soon());
    EXPECT_TRUE(waited) << waited.error().message();
  }

  // Changes in the events so far, as "+a", "-a" and "a>b", by type.
  std::vector<std::string> story() {
    std::vector<std::string> lines;
    while (auto event = client_.nextEvent(Deadline::at(Clock::now()))) {
      const auto* const changed = std::get_if<Changed>(&*event);
      if (changed == nullptr) continue;
      for (const Change& change : changed->changes) {
        const std::string before = change.before ? change.readBefore().text("type") : "";
        const std::string after = change.after ? change.readAfter().text("type") : "";
        lines.push_back(before.empty()  ? strCat("+", after)
                        : after.empty() ? strCat("-", before)
                                        : strCat(before, ">", after));
      }
    }
    return lines;
  }

  static Operation add(const std::string& type) {
    return Insert{.table = "QoS", .row = {{"type", type}}};
  }
  static Operation remove(const std::string& type) {
    return Delete{.table = "QoS", .where = whereEqual("type", type)};
  }
  static Operation rename(const std::string& from, const std::string& to) {
    return Update{.table = "QoS", .where = whereEqual("type", from), .row = {{"type", to}}};
  }

  Server server_;
  Client writer_ = connectTo(server_.remotes());
  Client client_ = connectTo(server_.remotes());
};

TEST_F(OvsdbMonitor, TellsOfRowsAddedChangedAndRemoved) {
  transact({add("a")});
  const MonitorId id = follow({.columns = {"type", "external_ids"}});
  EXPECT_EQ(types(id), (std::set<std::string>{"a"}));
  transact({add("b"), rename("a", "c")});
  waitForTypes(id, {"b", "c"});
  transact({remove("b")});
  waitForTypes(id, {"c"});
  const auto told = story();
  ASSERT_EQ(told.size(), 4U);
  EXPECT_EQ(told.front(), "+a");
  EXPECT_EQ(std::set<std::string>(told.begin() + 1, told.begin() + 3),
            (std::set<std::string>{"+b", "a>c"}));
  EXPECT_EQ(told.back(), "-b");
}

TEST_F(OvsdbMonitor, AppliesDifferencesOfSetsAndMaps) {
  transact({Insert{.table = "QoS",
                   .row = {{"type", "a"},
                           {"external_ids",
                            Value::map(TextMap{{"keep", "1"}, {"edit", "2"}, {"drop", "3"}})}}}});
  const MonitorId id = follow({});
  transact({Mutate{
      .table = "QoS",
      .mutations = {
          {"external_ids", Mutator::Delete, Value::set({std::string("edit"), std::string("drop")})},
          {"external_ids", Mutator::Insert, Value::map(TextMap{{"edit", "20"}, {"new", "4"}})}}}});
  const TextMap wanted{{"edit", "20"}, {"keep", "1"}, {"new", "4"}};
  const auto waited = client_.waitUntil(
      [&] {
        return client_.replica(id).table("QoS")->readers().at(0).textMap("external_ids") == wanted;
      },
      soon());
  EXPECT_TRUE(waited) << waited.error().message();
}

TEST_F(OvsdbMonitor, FollowsConditionsAndTheirChanges) {
  transact({add("a"), add("b"), add("c")});
  const MonitorId id = follow({.where = whereEqual("type", "a")});
  EXPECT_EQ(types(id), (std::set<std::string>{"a"}));
  transact({add("d"), rename("b", "a")});
  waitForTypes(id, {"a"});
  ASSERT_TRUE(client_.changeCondition(id, "QoS", whereEqual("type", "c"), soon()));
  EXPECT_EQ(types(id), (std::set<std::string>{"c"}));
  ASSERT_TRUE(client_.changeCondition(id, "QoS", {}, soon()));
  EXPECT_EQ(types(id), (std::set<std::string>{"a", "c", "d"}));
  ASSERT_TRUE(client_.changeCondition(id, "QoS", {false}, soon()));
  EXPECT_TRUE(types(id).empty());
  EXPECT_EQ(client_.changeCondition(id, "Bridge", {}, soon()).error().kind(),
            ErrorKind::InvalidInput);
}

TEST_F(OvsdbMonitor, TellsOnlyWhatChangedWhileTheServerWasAway) {
  transact({add("a"), add("b")});
  const MonitorId id = follow({});
  EXPECT_EQ(story().size(), 2U);
  server_.stop();
  const auto lost = client_.waitUntil([&] { return !client_.live(id); }, soon());
  ASSERT_TRUE(lost) << lost.error().message();
  EXPECT_EQ(types(id), (std::set<std::string>{"a", "b"}));
  server_.start();
  transact({add("c"), remove("a")});
  waitForTypes(id, {"b", "c"});
  auto told = story();
  std::sort(told.begin(), told.end());
  EXPECT_EQ(told, (std::vector<std::string>{"+c", "-a"}));
}

TEST_F(OvsdbMonitor, EndsWhenCancelled) {
  const MonitorId id = follow({});
  client_.cancelMonitor(id);
  transact({add("a")});
  ASSERT_TRUE(client_.listDbs(soon()));
  EXPECT_TRUE(story().empty());
  EXPECT_EQ(client_.replica(id).table("QoS"), nullptr);
}

TEST_F(OvsdbMonitor, SaysWhatItCannotFollow) {
  const auto column = client_.monitor(
      {.database = std::string(kDatabase), .tables = {{"QoS", {.columns = {"x"}}}}}, soon());
  EXPECT_EQ(column.error().kind(), ErrorKind::Unsupported);
  const auto database = client_.monitor({.database = "None"}, soon());
  EXPECT_EQ(database.error().kind(), ErrorKind::NotFound);
}

TEST_F(OvsdbMonitor, FollowsAWholeDatabase) {
  const auto id = client_.monitor({.database = std::string(kDatabase)}, soon());
  ASSERT_TRUE(id) << id.error().message();
  EXPECT_EQ(client_.replica(*id).tables().size(),
            client_.schema(kDatabase, soon()).value().tables.size());
}

TEST_F(OvsdbMonitor, OutlivesAConversionOfTheSchema) {
  ClientOptions options;
  options.session.database = kDatabase;
  Client client = connectTo(server_.remotes(), options);
  transact({add("a")});
  const auto id =
      client.monitor({.database = std::string(kDatabase), .tables = {{"QoS", {}}}}, soon());
  ASSERT_TRUE(id) << id.error().message();

  std::string schema = readFile("/usr/share/openvswitch/vswitch.ovsschema", 1 << 20).value();
  const std::string before = R"("QoS": {
     "columns": {)";
  const std::size_t place = schema.find(before);
  ASSERT_NE(place, std::string::npos);
  schema.insert(place + before.size(), R"("novelty": {"type": "string"},)");
  const std::string file = server_.directory().file("converted");
  ASSERT_TRUE(writeFileAtomically(file, schema, 0600));
  run({"ovsdb-client", "convert", toString(server_.remotes().front()), file});

  const auto converted = client.waitUntil(
      [&] {
        const auto rows = client.replica(*id).table("QoS")->readers();
        return client.live(*id) && rows.size() == 1 && rows.front().has("novelty");
      },
      soon());
  EXPECT_TRUE(converted) << converted.error().message();
}

TEST_F(OvsdbMonitor, NoticesASilentServer) {
  ClientOptions options;
  options.session.reconnect.probeInterval = milliseconds(50);
  Client client = connectTo(server_.remotes(), options);
  // Lives on the server's echoes for a while, then on nothing.
  EXPECT_TRUE(std::holds_alternative<Ready>(client.nextEvent(soon()).value()));
  EXPECT_FALSE(client.nextEvent(Deadline::after(milliseconds(300))));
  server_.freeze();
  const auto event = client.nextEvent(soon());
  ASSERT_TRUE(event && std::holds_alternative<Lost>(*event));
  EXPECT_NE(std::get<Lost>(*event).why.message().find("no sign of life"), std::string::npos);
}

TEST_F(OvsdbMonitor, LocksBetweenTwoClients) {
  EXPECT_EQ(client_.lock("one", soon()).value(), LockState::Held);
  EXPECT_EQ(writer_.lock("one", soon()).value(), LockState::Waiting);
  EXPECT_TRUE(client_.transact(kDatabase, std::vector<Operation>{Assert{"one"}}, soon()));
  EXPECT_EQ(
      writer_.transact(kDatabase, std::vector<Operation>{Assert{"one"}}, soon()).error().kind(),
      ErrorKind::Conflict);
  EXPECT_EQ(writer_.steal("one", soon()).value(), LockState::Held);
  const auto stolen =
      client_.waitUntil([&] { return client_.lockState("one") == LockState::Waiting; }, soon());
  EXPECT_TRUE(stolen);
  writer_.unlock("one");
  ASSERT_TRUE(writer_.listDbs(soon()));
  const auto back =
      client_.waitUntil([&] { return client_.lockState("one") == LockState::Held; }, soon());
  EXPECT_TRUE(back);
  EXPECT_EQ(client_.lock("no name", soon()).error().kind(), ErrorKind::InvalidInput);
}

TEST_F(OvsdbMonitor, AsksForItsLockAgainAfterAReconnection) {
  ASSERT_EQ(client_.lock("one", soon()).value(), LockState::Held);
  server_.stop();
  ASSERT_TRUE(
      client_.waitUntil([&] { return client_.lockState("one") == LockState::Absent; }, soon()));
  server_.start();
  EXPECT_TRUE(
      client_.waitUntil([&] { return client_.lockState("one") == LockState::Held; }, soon()));
}

}  // namespace
}  // namespace pointsman::ovsdb::testing
