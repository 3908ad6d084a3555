// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/operation.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

namespace pointsman::ovsdb {
namespace {

struct OperationCase {
  const char* name;
  Operation operation;
  std::string_view text;
  std::string_view description;
};
class OperationOnTheWire : public testing::TestWithParam<OperationCase> {};

TEST_P(OperationOnTheWire, IsWhatTheRfcSays) {
  EXPECT_EQ(boost::json::serialize(encode(GetParam().operation)), GetParam().text);
  EXPECT_EQ(describe(GetParam().operation), GetParam().description);
}
INSTANTIATE_TEST_SUITE_P(
    , OperationOnTheWire,
    testing::Values(
        OperationCase{"Insert", Insert{.table = "Bridge", .row = {{"name", "br0"}}, .name = "row0"},
                      R"({"op":"insert","table":"Bridge","row":{"name":"br0"},"uuid-name":"row0"})",
                      "insert into Bridge"},
        OperationCase{
            "InsertWithUuid", Insert{.table = "T", .uuid = Uuid{0, 1}},
            R"({"op":"insert","table":"T","row":{},"uuid":"00000000-0000-0000-0000-000000000001"})",
            "insert into T"},
        OperationCase{"Select", Select{.table = "Port", .columns = {"_uuid", "name"}},
                      R"({"op":"select","table":"Port","where":[],"columns":["_uuid","name"]})",
                      "select from Port"},
        OperationCase{"SelectWhere", Select{.table = "Port", .where = whereUuid(Uuid{0, 2})},
                      R"({"op":"select","table":"Port","where":[["_uuid","==",)"
                      R"(["uuid","00000000-0000-0000-0000-000000000002"]]]})",
                      "select from Port"},
        OperationCase{
            "Update",
            Update{.table = "Port",
                   .where = {Comparison{"tag", Function::GreaterOrEqual, 5}, true},
                   .row = {{"tag", Value()}}},
            R"({"op":"update","table":"Port","where":[["tag",">=",5],true],"row":{"tag":["set",[]]}})",
            "update of Port"},
        OperationCase{"Mutate",
                      Mutate{.table = "Open_vSwitch",
                             .mutations = {{"bridges", Mutator::Insert, NamedUuid{"row0"}},
                                           {"next_cfg", Mutator::Add, 1}}},
                      R"({"op":"mutate","table":"Open_vSwitch","where":[],"mutations":[)"
                      R"(["bridges","insert",["named-uuid","row0"]],["next_cfg","+=",1]]})",
                      "mutate of Open_vSwitch"},
        OperationCase{"Delete", Delete{.table = "Port", .where = whereEqual("name", "p1")},
                      R"({"op":"delete","table":"Port","where":[["name","==","p1"]]})",
                      "delete from Port"},
        OperationCase{
            "WaitAsGuard",
            Wait{.table = "Port",
                 .where = whereEqual("name", "p1"),
                 .columns = {"tag"},
                 .rows = {{{"tag", 7}}}},
            R"({"op":"wait","table":"Port","where":[["name","==","p1"]],"columns":["tag"],)"
            R"("until":"==","rows":[{"tag":7}],"timeout":0})",
            "wait on Port"},
        OperationCase{"WaitForEver",
                      Wait{.table = "T", .until = Until::NotEqual, .timeout = std::nullopt},
                      R"({"op":"wait","table":"T","where":[],"columns":[],"until":"!=","rows":[]})",
                      "wait on T"},
        OperationCase{"Commit", Commit{}, R"({"op":"commit","durable":true})", "commit"},
        OperationCase{"Abort", Abort{}, R"({"op":"abort"})", "abort"},
        OperationCase{"Comment", Comment{"why"}, R"({"op":"comment","comment":"why"})", "comment"},
        OperationCase{"Assert", Assert{"l"}, R"({"op":"assert","lock":"l"})", "assert of lock l"}),
    [](const auto& tested) { return tested.param.name; });

TEST(Transaction, NamesItsDatabaseFirst) {
  const std::vector<Operation> operations{Comment{"a"}, Abort{}};
  EXPECT_EQ(boost::json::serialize(encodeTransaction("Open_vSwitch", operations)),
            R"(["Open_vSwitch",{"op":"comment","comment":"a"},{"op":"abort"}])");
}

}  // namespace
}  // namespace pointsman::ovsdb
