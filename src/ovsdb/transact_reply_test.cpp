// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/transact_reply.h"

#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "ovsdb/json_stream.h"

namespace pointsman::ovsdb {
namespace {

const std::vector<Operation> kOperations{Insert{.table = "Bridge"}, Select{.table = "Port"},
                                         Update{.table = "Port"}, Comment{"c"}};

TransactResult answer(std::string_view result, std::string_view error = "null") {
  JsonStream stream;
  EXPECT_TRUE(stream.feed(strCat(R"({"id":1,"result":)", result, R"(,"error":)", error, "}")));
  auto document = stream.next();
  if (!document) return Error{ErrorKind::Internal, "the test's text has no end"};
  auto message = Message::decode(std::move(*document));
  if (!message) return std::move(message.error());
  return decodeTransactReply(std::move(*message), kOperations);
}

constexpr std::string_view kInserted =
    R"({"uuid":["uuid","36bef046-7da7-43a5-905a-c17899216fcb"]})";

TEST(TransactReplies, GiveEachOperationItsResult) {
  const auto reply = answer(strCat("[", kInserted, R"(,{"rows":[{"name":"p1","tag":["set",[]]}]},)",
                                   R"({"count":3},{}])"));
  ASSERT_TRUE(reply) << reply.error().message();
  EXPECT_EQ(reply->size(), 4U);
  EXPECT_EQ(toString(reply->inserted(0)), "36bef046-7da7-43a5-905a-c17899216fcb");
  EXPECT_EQ(reply->count(2), 3);
  auto rows = reply->rows(1);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].text("name"), "p1");
  EXPECT_EQ(rows[0].optionalInteger("tag"), std::nullopt);
  EXPECT_TRUE(rows[0].finish());
  EXPECT_TRUE(reply->rows(0).empty());
  EXPECT_TRUE(reply->inserted(1).isZero());
  EXPECT_EQ(reply->count(99), 0);
}

TEST(TransactReplies, NameTheOperationThatFailed) {
  const auto reply = answer(strCat(
      "[", kInserted, R"(,{"error":"timed out","details":"\"wait\" timed out"},null,null])"));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().operation(), 1U);
  EXPECT_EQ(reply.error().code(), "timed out");
  EXPECT_EQ(reply.error().details(), "\"wait\" timed out");
  EXPECT_EQ(reply.error().kind(), ErrorKind::Conflict);
  EXPECT_EQ(reply.error().message(),
            "operation 1 (select from Port): timed out: \"wait\" timed out");
}

TEST(TransactReplies, TellAFailedCommitFromAFailedOperation) {
  const auto reply = answer(strCat("[", kInserted, R"(,{"rows":[]},{"count":0},{},)",
                                   R"({"error":"referential integrity violation"}])"));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().operation(), std::nullopt);
  EXPECT_EQ(reply.error().code(), "referential integrity violation");
  EXPECT_EQ(reply.error().message(), "commit: referential integrity violation");
}

TEST(TransactReplies, PassOnAnErrorOfTheWholeRequest) {
  const auto reply =
      answer("null", R"({"error":"unknown database","details":"no X","syntax":"..."})");
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().kind(), ErrorKind::NotFound);
  EXPECT_EQ(reply.error().code(), "unknown database");
  EXPECT_EQ(answer("null", "\"canceled\"").error().kind(), ErrorKind::Unavailable);
}

TEST(TransactReplies, RefuseResultsOfAnotherForm) {
  for (const std::string_view result :
       {"null", "{}", "[]", R"([{},{"rows":[]},{"count":0},{}])",
        R"([{"uuid":["uuid","36bef046-7da7-43a5-905a-c17899216fcb"]},{"rows":[1]},{"count":0},{}])",
        R"([null,null,null,null])"}) {
    const auto reply = answer(result);
    ASSERT_FALSE(reply) << result;
    EXPECT_EQ(reply.error().kind(), ErrorKind::Protocol);
  }
}

TEST(TransactReplies, AreOrdinaryErrorsToWhoeverDoesNotAsk) {
  const auto caller = []() -> Result<std::int64_t> {
    TRY(const TransactReply reply, answer(R"([{"error":"constraint violation"}])"));
    return reply.count(0);
  };
  EXPECT_EQ(caller().error().kind(), ErrorKind::InvalidInput);
}

TEST(ErrorCodes, SayWhatACallerCanDo) {
  EXPECT_EQ(kindOfError("not owner"), ErrorKind::Conflict);
  EXPECT_EQ(kindOfError("resources exhausted"), ErrorKind::Unavailable);
  EXPECT_EQ(kindOfError("I/O error"), ErrorKind::Unavailable);
  EXPECT_EQ(kindOfError("permission error"), ErrorKind::Denied);
  EXPECT_EQ(kindOfError("unknown column"), ErrorKind::Unsupported);
  EXPECT_EQ(kindOfError("never heard of"), ErrorKind::Protocol);
}

TEST(RowReaders, RememberTheFirstColumnThatWasNotAsAsked) {
  auto reply = answer(strCat("[", kInserted, R"(,{"rows":[{"name":5,"map":["map",[["k","v"]]],)",
                             R"("set":["set",["a","b"]],"real":1,"flag":true}]},{"count":3},{}])"));
  ASSERT_TRUE(reply);
  RowReader row = reply->rows(1)[0];
  EXPECT_EQ(row.textMap("map"), (TextMap{{"k", "v"}}));
  EXPECT_EQ(row.texts("set"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(row.real("real"), 1.0);
  EXPECT_TRUE(row.boolean("flag"));
  EXPECT_FALSE(row.has("absent"));
  ASSERT_TRUE(row.finish());
  EXPECT_EQ(row.text("name"), "");
  EXPECT_TRUE(row.uuids("absent").empty());
  ASSERT_FALSE(row.finish());
  EXPECT_EQ(row.finish().error().message(), "Port.name: not text");
  EXPECT_EQ(row.finish().error().kind(), ErrorKind::Protocol);
}

}  // namespace
}  // namespace pointsman::ovsdb
