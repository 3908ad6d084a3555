// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/str_cat.h"
#include "base/unique_fd.h"
#include "ovsdb_server.h"

namespace pointsman::ovsdb::testing {
namespace {

using std::chrono::milliseconds;

class OvsdbClient : public ::testing::Test {
 protected:
  // A transaction that must succeed.
  TransactReply must(const std::vector<Operation>& operations) {
    auto reply = client_.transact(kDatabase, operations, soon());
    if (reply) return std::move(*reply);
    ADD_FAILURE() << reply.error().message();
    std::abort();
  }

  // One that must not.
  TransactError mustNot(const std::vector<Operation>& operations) {
    auto reply = client_.transact(kDatabase, operations, soon());
    if (!reply) return std::move(reply.error());
    ADD_FAILURE() << "it succeeded";
    std::abort();
  }

  // The root row, and a bridge with one port and interface on it, by named uuids.
  std::vector<Operation> bridgeOperations(const std::string& name) {
    return {
        Insert{.table = "Interface", .row = {{"name", name}}, .name = "iface"},
        Insert{.table = "Port",
               .row = {{"name", name}, {"interfaces", NamedUuid{"iface"}}},
               .name = "port"},
        Insert{.table = "Bridge",
               .row = {{"name", name},
                       {"ports", NamedUuid{"port"}},
                       {"external_ids", Value::map(TextMap{{"owner", "me"}})}},
               .name = "bridge"},
        Insert{.table = "Open_vSwitch", .row = {{"bridges", NamedUuid{"bridge"}}}},
    };
  }

  Server server_;
  Client client_ = connectTo(server_.remotes());
};

TEST_F(OvsdbClient, ListsDatabasesAndReadsTheirSchema) {
  const auto databases = client_.listDbs(soon()).value();
  EXPECT_NE(std::find(databases.begin(), databases.end(), kDatabase), databases.end());
  const Schema schema = client_.schema(kDatabase, soon()).value();
  EXPECT_EQ(schema.name, kDatabase);
  const Column* const tag = schema.find("Port", "tag");
  ASSERT_NE(tag, nullptr);
  EXPECT_EQ(tag->type.min, 0U);
  EXPECT_EQ(tag->type.max, 1U);
  EXPECT_EQ(tag->type.key.maxInteger, 4095);
  EXPECT_EQ(schema.find("Bridge", "ports")->type.key.refTable, "Port");
  EXPECT_TRUE(schema.find("Open_vSwitch")->isRoot);
  EXPECT_TRUE(tag->type.objection(Value(4096)));
  EXPECT_EQ(client_.schema("None", soon()).error().kind(), ErrorKind::NotFound);
}

TEST_F(OvsdbClient, CarriesOutEveryOperation) {
  const auto made = must(bridgeOperations("br0"));
  const Uuid chosen{0x1234, 0x5678};
  const auto reply = must({
      Select{.table = "Bridge",
             .where = whereEqual("name", "br0"),
             .columns = {"_uuid", "name", "ports", "external_ids", "datapath_id"}},
      Update{.table = "Port", .where = whereEqual("name", "br0"), .row = {{"tag", 7}}},
      Mutate{.table = "Bridge",
             .mutations = {{"external_ids", Mutator::Insert, Value::map(TextMap{{"k", "v"}})},
                           {"external_ids", Mutator::Delete, Value("owner")}}},
      Wait{.table = "Port",
           .where = whereEqual("name", "br0"),
           .columns = {"tag"},
           .rows = {{{"tag", 7}}}},
      Insert{.table = "QoS", .row = {{"type", "x"}}, .uuid = chosen},
      Delete{.table = "QoS", .where = whereUuid(chosen)},
      Select{.table = "Bridge", .columns = {"external_ids"}},
      Comment{"everything at once"},
      Commit{},
  });
  auto bridge = reply.rows(0).at(0);
  EXPECT_EQ(bridge.uuid("_uuid"), made.inserted(2));
  EXPECT_EQ(bridge.uuids("ports"), std::vector{made.inserted(1)});
  EXPECT_EQ(bridge.textMap("external_ids"), (TextMap{{"owner", "me"}}));
  EXPECT_EQ(bridge.optionalText("datapath_id"), std::nullopt);
  EXPECT_TRUE(bridge.finish());
  EXPECT_EQ(reply.count(1), 1);
  EXPECT_EQ(reply.count(2), 1);
  EXPECT_EQ(reply.inserted(4), chosen);
  EXPECT_EQ(reply.count(5), 1);
  EXPECT_EQ(reply.rows(6).at(0).textMap("external_ids"), (TextMap{{"k", "v"}}));
}

TEST_F(OvsdbClient, NamesTheFailingOperationAndWhatKindOfFailureItIs) {
  must(bridgeOperations("br0"));
  const auto guard = mustNot(
      {Comment{"x"}, Wait{.table = "Bridge", .columns = {"name"}, .rows = {{{"name", "br9"}}}}});
  EXPECT_EQ(guard.kind(), ErrorKind::Conflict);
  EXPECT_EQ(guard.operation(), 1U);
  EXPECT_EQ(guard.code(), "timed out");

  const auto range = mustNot({Update{.table = "Port", .row = {{"tag", 5000}}}});
  EXPECT_EQ(range.kind(), ErrorKind::InvalidInput);
  EXPECT_EQ(range.code(), "constraint violation");
  EXPECT_EQ(range.operation(), 0U);

  const auto dangling = mustNot({Update{.table = "Bridge", .row = {{"ports", Value(Uuid{1, 1})}}}});
  EXPECT_EQ(dangling.kind(), ErrorKind::Conflict);
  EXPECT_EQ(dangling.code(), "referential integrity violation");
  EXPECT_EQ(dangling.operation(), std::nullopt);

  EXPECT_EQ(mustNot({Comment{"x"}, Abort{}}).code(), "aborted");
  EXPECT_EQ(mustNot({Assert{"nobodys"}}).code(), "not owner");
  EXPECT_EQ(mustNot({Update{.table = "Port", .row = {{"x", 1}}}}).kind(), ErrorKind::Unsupported);
  const auto unknown = client_.transact("None", std::vector<Operation>{Abort{}}, soon());
  EXPECT_EQ(unknown.error().kind(), ErrorKind::NotFound);
}

TEST_F(OvsdbClient, CancelsATransactionThatOutlastsItsDeadline) {
  const std::vector<Operation> endless{Wait{.table = "Bridge",
                                            .columns = {"name"},
                                            .until = Until::NotEqual,
                                            .rows = {},
                                            .timeout = std::nullopt}};
  const auto late = client_.transact(kDatabase, endless, Deadline::after(milliseconds(50)));
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().kind(), ErrorKind::Unavailable);
  must({Comment{"the connection is as good as before"}});
}

TEST_F(OvsdbClient, TakesLargeRequestsAndReplies) {
  std::vector<Operation> inserts;
  const std::string filler(1000, 'x');
  for (int row = 0; row < 5000; ++row) {
    inserts.push_back(Insert{
        .table = "QoS",
        .row = {{"type", strCat(row)}, {"external_ids", Value::map(TextMap{{"f", filler}})}}});
  }
  must(inserts);
  const auto reply = must({Select{.table = "QoS"}});
  EXPECT_EQ(reply.rows(0).size(), inserts.size());
  EXPECT_EQ(reply.rows(0).back().textMap("external_ids").at("f"), filler);
}

TEST_F(OvsdbClient, ConnectsAnewAfterTheServerWasRestarted) {
  must({Comment{"before"}});
  server_.stop();
  const auto lost = client_.transact(kDatabase, std::vector<Operation>{Comment{"between"}},
                                     Deadline::after(milliseconds(50)));
  EXPECT_EQ(lost.error().kind(), ErrorKind::Unavailable);
  server_.start();
  must({Comment{"after"}});
}

TEST_F(OvsdbClient, StopsWaitingWhenWoken) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const UniqueFd readable{ends[0]};
  const UniqueFd writable{ends[1]};
  ClientOptions options;
  options.wakeFd = readable.number();
  Client client = connectTo(server_.remotes(), options);
  EXPECT_TRUE(std::holds_alternative<Ready>(client.nextEvent(soon()).value()));
  ASSERT_EQ(::write(writable.number(), "x", 1), 1);
  EXPECT_FALSE(client.nextEvent(Deadline::never()));
  EXPECT_EQ(client.waitUntil([] { return false; }, Deadline::never()).error().kind(),
            ErrorKind::Unavailable);
}

TEST(OvsdbConnect, NamesTheRemotesThatAreNotThere) {
  const TempDirectory directory;
  const std::string one = directory.file("one.sock");
  const std::string two = directory.file("two.sock");
  const auto client = Client::connect({UnixRemote{one}, UnixRemote{two}}, {}, soon());
  ASSERT_FALSE(client);
  EXPECT_EQ(client.error().kind(), ErrorKind::Unavailable);
  EXPECT_NE(client.error().message().find(strCat("unix:", one, ": ")), std::string::npos);
  EXPECT_NE(client.error().message().find(strCat("unix:", two, ": ")), std::string::npos);
  EXPECT_EQ(Client::connect({}, {}, soon()).error().kind(), ErrorKind::InvalidInput);
}

}  // namespace
}  // namespace pointsman::ovsdb::testing
