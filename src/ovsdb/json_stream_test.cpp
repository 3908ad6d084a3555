// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/json_stream.h"

#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "base/str_cat.h"

namespace pointsman::ovsdb {
namespace {

std::vector<std::string> taken(JsonStream& stream) {
  std::vector<std::string> texts;
  while (auto document = stream.next()) texts.push_back(boost::json::serialize(document->root()));
  return texts;
}

const std::string kFirst = R"({"id":1,"result":[{"rows":[{"name":"br\u00e9\\\""}]}],"error":null})";
const std::string kSecond = R"({"id":null,"method":"update3","params":[["monid","a"],-1.5e3]})";

TEST(JsonStreams, FindMessagesHoweverTheyAreCut) {
  const std::string bytes = strCat(kFirst, " \n", kSecond, kFirst);
  JsonStream whole;
  ASSERT_TRUE(whole.feed(bytes));
  const auto expected = taken(whole);
  ASSERT_EQ(expected.size(), 3U);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    JsonStream stream;
    ASSERT_TRUE(stream.feed(std::string_view(bytes).substr(0, cut)));
    ASSERT_TRUE(stream.feed(std::string_view(bytes).substr(cut)));
    EXPECT_EQ(taken(stream), expected) << "cut at " << cut;
  }
  JsonStream single;
  for (const char byte : bytes) ASSERT_TRUE(single.feed({&byte, 1}));
  EXPECT_EQ(taken(single), expected);
}

TEST(JsonStreams, GiveNothingOfAMessageThatHasNotEnded) {
  for (std::size_t length = 0; length < kFirst.size(); ++length) {
    JsonStream stream;
    ASSERT_TRUE(stream.feed(kFirst.substr(0, length)));
    EXPECT_FALSE(stream.next());
    EXPECT_EQ(stream.inside(), length > 0);
  }
}

TEST(JsonStreams, RefuseWhatIsNotJson) {
  for (const std::string_view text : {"}", "{]", "nul1", "{\"a\":\"\xff\"}", "\"\x01\""}) {
    JsonStream stream;
    const auto fed = stream.feed(text);
    ASSERT_FALSE(fed) << text;
    EXPECT_EQ(fed.error().kind(), ErrorKind::Protocol);
  }
}

TEST(JsonStreams, BoundDepthAndSize) {
  JsonStream deep(StreamLimits{.mostDepth = 4});
  ASSERT_TRUE(deep.feed("[[[[]]]]"));
  EXPECT_FALSE(deep.feed("[[[[[]]]]]"));
  JsonStream large(StreamLimits{.mostBytes = 100});
  ASSERT_TRUE(large.feed(strCat("\"", std::string(90, 'x'), "\"")));
  ASSERT_TRUE(large.feed(strCat("\"", std::string(90, 'x'))));
  EXPECT_FALSE(large.feed(std::string(20, 'x')));
}

TEST(Documents, KeepTheirMemoryWhenMoved) {
  JsonStream stream;
  ASSERT_TRUE(stream.feed(strCat(kFirst, kSecond)));
  auto first = stream.next();
  auto second = stream.next();
  ASSERT_TRUE(first && second);
  const std::string text = boost::json::serialize(second->root());
  *first = std::move(*second);
  second.reset();
  EXPECT_EQ(boost::json::serialize(first->root()), text);
}

}  // namespace
}  // namespace pointsman::ovsdb
