// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/replica.h"

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "ovsdb/row_codec.h"

namespace pointsman::ovsdb {
namespace {

constexpr std::string_view kSchema = R"({"name":"Test","version":"1.0.0","tables":{
  "Port":{"isRoot":true,"indexes":[["name"]],"columns":{
    "name":{"type":"string","mutable":false},
    "tag":{"type":{"key":{"type":"integer","minInteger":0,"maxInteger":4095},"min":0,"max":1}},
    "trunks":{"type":{"key":"integer","min":0,"max":4096}},
    "ids":{"type":{"key":"string","value":"string","min":0,"max":"unlimited"}},
    "peer":{"type":{"key":{"type":"uuid","refTable":"Port","refType":"weak"},"min":0,"max":1}},
    "rate":{"type":"real","ephemeral":true}}},
  "Mode":{"maxRows":1,"columns":{
    "mode":{"type":{"key":{"type":"string","enum":["set",["a","b"]]}}}}}}})";

const std::string kOne = "00000000-0000-0000-0000-000000000001";
const std::string kTwo = "00000000-0000-0000-0000-000000000002";
constexpr Uuid kOneId{0, 1};
constexpr Uuid kTwoId{0, 2};

Schema schema() { return decodeSchema(boost::json::parse(kSchema)).value(); }

Replica replicaOf(const MonitorSpec& spec = {}) { return Replica::create(schema(), spec).value(); }

// An update of one row of Port.
boost::json::value port(const std::string& uuid, std::string_view update) {
  return boost::json::parse(strCat(R"({"Port":{")", uuid, R"(":)", update, "}}"));
}

TEST(SchemaDecode, KnowsTypesIndexesAndFlags) {
  const Schema decoded = schema();
  EXPECT_EQ(decoded.name, "Test");
  const Table& table = *decoded.find("Port");
  EXPECT_TRUE(table.isRoot);
  EXPECT_EQ(table.indexes, (std::vector<std::vector<std::string>>{{"name"}}));
  EXPECT_FALSE(table.find("name")->isMutable);
  EXPECT_TRUE(table.find("rate")->ephemeral);
  EXPECT_EQ(table.find("peer")->type.key.refKind, ReferenceKind::Weak);
  EXPECT_EQ(decoded.find("Mode")->mostRows, 1U);
  EXPECT_EQ(decoded.find("Port", "none"), nullptr);
}

TEST(SchemaDecode, NamesWhatItCannotRead) {
  const auto broken = decodeSchema(
      boost::json::parse(R"({"tables":{"T":{"columns":{"c":{"type":{"key":"what"}}}}}})"));
  EXPECT_EQ(broken.error().message(), "schema: table T: column c: key: unknown type \"what\"");
  for (const std::string_view text : {"1", "{}", R"({"tables":1})", R"({"tables":{"T":{}}})",
                                      R"({"tables":{"T":{"columns":{"c":{}}}}})"}) {
    EXPECT_EQ(decodeSchema(boost::json::parse(text)).error().kind(), ErrorKind::Protocol);
  }
}

TEST(ColumnTypes, ObjectToWhatTheyCannotHold) {
  const Schema decoded = schema();
  const auto objects = [&](const char* table, const char* column, const Value& value) {
    return decoded.find(table, column)->type.objection(value).has_value();
  };
  EXPECT_FALSE(objects("Port", "tag", 7));
  EXPECT_FALSE(objects("Port", "tag", Value()));
  EXPECT_TRUE(objects("Port", "tag", 4096));
  EXPECT_TRUE(objects("Port", "tag", "7"));
  EXPECT_TRUE(objects("Port", "tag", Value::set({std::int64_t{1}, std::int64_t{2}})));
  EXPECT_TRUE(objects("Port", "name", Value()));
  EXPECT_TRUE(objects("Port", "ids", "x"));
  EXPECT_FALSE(objects("Port", "ids", Value()));
  EXPECT_FALSE(objects("Port", "peer", NamedUuid{"row"}));
  EXPECT_TRUE(objects("Mode", "mode", "c"));
  EXPECT_FALSE(objects("Mode", "mode", "a"));
}

TEST(Replicas, FillWhatTheServerLeavesOutWithDefaults) {
  Replica replica = replicaOf();
  const auto outcome =
      replica.reset(port(kOne, R"({"initial":{"name":"p1","tag":7}})"), UpdateFormat::Difference);
  ASSERT_FALSE(outcome.problem);
  ASSERT_EQ(outcome.changes.size(), 1U);
  EXPECT_FALSE(outcome.changes[0].before);
  RowReader row = replica.table("Port")->find(kOneId).value();
  EXPECT_EQ(row.uuid("_uuid"), kOneId);
  EXPECT_EQ(row.text("name"), "p1");
  EXPECT_EQ(row.optionalInteger("tag"), 7);
  EXPECT_TRUE(row.integers("trunks").empty());
  EXPECT_TRUE(row.textMap("ids").empty());
  EXPECT_EQ(row.optionalUuid("peer"), std::nullopt);
  EXPECT_EQ(row.real("rate"), 0.0);
  EXPECT_TRUE(row.finish());
}

TEST(Replicas, ApplyDifferencesByTheKindOfColumn) {
  Replica replica = replicaOf();
  replica.reset(port(kOne, R"({"initial":{"name":"p1","tag":7,"trunks":["set",[1,2,3]],
      "ids":["map",[["keep","1"],["drop","2"],["edit","3"]]]}})"),
                UpdateFormat::Difference);
  const auto outcome =
      replica.update(port(kOne, R"({"modify":{"tag":["set",[]],"trunks":["set",[3,4]],
      "ids":["map",[["drop","2"],["edit","30"],["new","4"]]]}})"),
                     UpdateFormat::Difference);
  ASSERT_FALSE(outcome.problem) << outcome.problem->message();
  ASSERT_EQ(outcome.changes.size(), 1U);
  RowReader before = outcome.changes[0].readBefore();
  RowReader after = outcome.changes[0].readAfter();
  EXPECT_EQ(before.optionalInteger("tag"), 7);
  EXPECT_EQ(after.optionalInteger("tag"), std::nullopt);
  EXPECT_EQ(after.integers("trunks"), (std::vector<std::int64_t>{1, 2, 4}));
  EXPECT_EQ(after.textMap("ids"), (TextMap{{"edit", "30"}, {"keep", "1"}, {"new", "4"}}));
  EXPECT_EQ(before.textMap("ids").size(), 3U);
}

TEST(Replicas, TakeTheRfcsOwnFormatToo) {
  Replica replica = replicaOf();
  auto outcome = replica.reset(port(kOne, R"({"new":{"name":"p1","tag":7}})"), UpdateFormat::Plain);
  EXPECT_EQ(outcome.changes.size(), 1U);
  outcome = replica.update(port(kOne, R"({"old":{"tag":7},"new":{"name":"p1","tag":["set",[]]}})"),
                           UpdateFormat::Plain);
  ASSERT_EQ(outcome.changes.size(), 1U);
  EXPECT_EQ(outcome.changes[0].readAfter().optionalInteger("tag"), std::nullopt);
  outcome = replica.update(port(kOne, R"({"old":{"name":"p1"}})"), UpdateFormat::Plain);
  ASSERT_EQ(outcome.changes.size(), 1U);
  EXPECT_FALSE(outcome.changes[0].after);
  EXPECT_TRUE(replica.table("Port")->rows().empty());
}

TEST(Replicas, TellOfAddedChangedAndRemovedRowsOnce) {
  Replica replica = replicaOf();
  EXPECT_EQ(replica.update(port(kOne, R"({"insert":{"name":"p1"}})"), UpdateFormat::Difference)
                .changes.size(),
            1U);
  EXPECT_TRUE(replica.update(port(kOne, R"({"insert":{"name":"p1"}})"), UpdateFormat::Difference)
                  .changes.empty());
  const auto removed =
      replica.update(port(kOne, R"({"delete":null})"), UpdateFormat::Difference).changes;
  ASSERT_EQ(removed.size(), 1U);
  EXPECT_EQ(removed[0].readBefore().text("name"), "p1");
  EXPECT_EQ(removed[0].table(), "Port");
  EXPECT_TRUE(
      replica.update(port(kOne, R"({"delete":null})"), UpdateFormat::Difference).changes.empty());
}

TEST(Replicas, TellOnlyWhatAResetReallyChanged) {
  Replica replica = replicaOf();
  replica.reset(boost::json::parse(strCat(R"({"Port":{")", kOne, R"(":{"initial":{"name":"p1"}},")",
                                          kTwo, R"(":{"initial":{"name":"p2"}}},"Mode":{")", kOne,
                                          R"(":{"initial":{"mode":"a"}}}})")),
                UpdateFormat::Difference);
  const auto kept = replica.table("Port")->rows().at(kTwoId);
  const auto outcome = replica.reset(
      boost::json::parse(strCat(R"({"Port":{")", kOne, R"(":{"initial":{"name":"p1","tag":1}},")",
                                kTwo, R"(":{"initial":{"name":"p2"}}}})")),
      UpdateFormat::Difference);
  ASSERT_EQ(outcome.changes.size(), 2U);
  EXPECT_EQ(outcome.changes[0].row, kOneId);
  EXPECT_EQ(outcome.changes[1].table(), "Mode");
  EXPECT_FALSE(outcome.changes[1].after);
  EXPECT_EQ(replica.table("Port")->rows().at(kTwoId), kept);
}

TEST(Replicas, FollowOnlyTheColumnsAndTablesAskedFor) {
  Replica replica = replicaOf({.tables = {{"Port", {.columns = {"tag", "name"}}}}});
  EXPECT_EQ(replica.table("Mode"), nullptr);
  const auto outcome = replica.update(
      boost::json::parse(strCat(R"({"Mode":{},"Port":{")", kOne,
                                R"(":{"insert":{"name":"p","tag":3,"rate":1.5}}}})")),
      UpdateFormat::Difference);
  ASSERT_EQ(outcome.changes.size(), 1U);
  EXPECT_FALSE(outcome.changes[0].readAfter().has("rate"));
  EXPECT_EQ(outcome.changes[0].readAfter().optionalInteger("tag"), 3);
  EXPECT_EQ(Replica::create(schema(), {.tables = {{"Port", {.columns = {"x"}}}}}).error().message(),
            "the schema has no column Port.x");
  EXPECT_EQ(Replica::create(schema(), {.tables = {{"X", {}}}}).error().kind(),
            ErrorKind::Unsupported);
}

TEST(Replicas, SayWhatIsWrongWithAnUpdateAndKeepTheRest) {
  Replica replica = replicaOf();
  for (const std::string_view update :
       {"1", "{}", R"({"insert":1})", R"({"insert":{"name":1}})", R"({"modify":{"name":"x"}})",
        R"({"insert":{"ids":"x"}})", R"({"initial":{"tag":["uuid","x"]}})"}) {
    const auto outcome = replica.update(port(kOne, update), UpdateFormat::Difference);
    ASSERT_TRUE(outcome.problem) << update;
    EXPECT_EQ(outcome.problem->kind(), ErrorKind::Protocol);
    EXPECT_NE(outcome.problem->message().find(strCat("table Port: row ", kOne)), std::string::npos);
    EXPECT_TRUE(outcome.changes.empty());
  }
  for (const std::string_view updates : {"1", R"({"Port":[]})", R"({"Port":{"x":{}}})"}) {
    EXPECT_TRUE(replica.update(boost::json::parse(updates), UpdateFormat::Difference).problem);
  }
}

TEST(Differences, ReplaceWhatCanHoldOnlyOne) {
  const ColumnType single{.key = {.type = AtomType::Integer}, .min = 0, .max = 1};
  EXPECT_EQ(applyDifference(1, 1, single), Value(1));
  const ColumnType several{.key = {.type = AtomType::Integer}, .min = 0, .max = 2};
  EXPECT_EQ(applyDifference(1, 1, several), Value());
}

}  // namespace
}  // namespace pointsman::ovsdb
