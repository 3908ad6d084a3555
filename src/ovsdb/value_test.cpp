// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/value.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "ovsdb/value_json.h"

namespace pointsman::ovsdb {
namespace {

constexpr std::string_view kText = "36bef046-7da7-43a5-905a-c17899216fcb";

Value decoded(std::string_view text) {
  boost::json::error_code code;
  auto value = decodeValue(boost::json::parse(text, code));
  EXPECT_TRUE(value) << text << ": " << value.error().message();
  return value ? *value : Value("did not decode");
}

TEST(UuidText, ComesBackAsItWent) {
  const auto uuid = Uuid::parse(kText);
  ASSERT_TRUE(uuid);
  EXPECT_EQ(uuid->high, 0x36bef0467da743a5U);
  EXPECT_EQ(uuid->low, 0x905ac17899216fcbU);
  EXPECT_EQ(toString(*uuid), kText);
  EXPECT_EQ(Uuid::parse("36BEF046-7DA7-43A5-905A-C17899216FCB"), uuid);
  EXPECT_TRUE(Uuid{}.isZero());
}

TEST(UuidText, IsRefusedWhenAnyCharacterIsWrong) {
  for (std::size_t position = 0; position < kText.size(); ++position) {
    std::string broken(kText);
    broken[position] = 'x';
    EXPECT_FALSE(Uuid::parse(broken)) << broken;
    EXPECT_FALSE(Uuid::parse(kText.substr(0, position)));
  }
  EXPECT_FALSE(Uuid::parse(std::string(kText) + "0"));
}

TEST(Values, CompareByMeaning) {
  EXPECT_EQ(Value::set({std::int64_t{2}, std::int64_t{1}, std::int64_t{2}}),
            Value::set({std::int64_t{1}, std::int64_t{2}}));
  EXPECT_EQ(Value::set({std::string("a")}), Value("a"));
  EXPECT_EQ(Value::map({{std::string("b"), true}, {std::string("a"), false}}),
            Value::map({{std::string("a"), false}, {std::string("b"), true}}));
  EXPECT_NE(Value(1), Value(true));
  EXPECT_NE(Value(1), Value("1"));
}

TEST(Values, GiveWhatTypicalColumnsHold) {
  EXPECT_EQ(*Value("x").text(), "x");
  EXPECT_EQ(Value().text(), nullptr);
  EXPECT_EQ(Value(5).integer(), 5);
  EXPECT_EQ(Value(5).real(), 5.0);
  EXPECT_EQ(Value(0.5).real(), 0.5);
  EXPECT_EQ(Value(true).boolean(), true);
  EXPECT_EQ(Value("true").boolean(), std::nullopt);
  EXPECT_EQ(Value(Uuid{1, 2}).uuid(), (Uuid{1, 2}));
  const Value map = Value::map(TextMap{{"k", "v"}, {"a", "b"}});
  EXPECT_EQ(*map.findText("k"), "v");
  EXPECT_EQ(map.findText("z"), nullptr);
  EXPECT_TRUE(Value::set({std::string("a"), std::string("b")}).contains(std::string("b")));
}

TEST(Values, PrintForPeople) {
  EXPECT_EQ(toString(Value()), "{}");
  EXPECT_EQ(toString(Value(-3)), "-3");
  EXPECT_EQ(toString(Value(0.25)), "0.25");
  EXPECT_EQ(toString(Value::set({std::string("b"), std::string("a")})), "{a, b}");
  EXPECT_EQ(toString(Value::map(TextMap{{"k", "v"}})), "{k=v}");
}

struct WireCase {
  const char* name;
  std::string_view text;
  Value value;
};
class ValueOnTheWire : public testing::TestWithParam<WireCase> {};

TEST_P(ValueOnTheWire, ReadsAndWritesAsTheRfcSays) {
  EXPECT_EQ(decoded(GetParam().text), GetParam().value);
  EXPECT_EQ(boost::json::serialize(encode(GetParam().value)), GetParam().text);
}
INSTANTIATE_TEST_SUITE_P(
    , ValueOnTheWire,
    testing::Values(WireCase{"Integer", "-7", Value(-7)}, WireCase{"Real", "2.5E0", Value(2.5)},
                    WireCase{"Boolean", "true", Value(true)},
                    WireCase{"Text", R"("a\"b")", Value("a\"b")},
                    WireCase{"Uuid", R"(["uuid","36bef046-7da7-43a5-905a-c17899216fcb"])",
                             Value(*Uuid::parse(kText))},
                    WireCase{"NamedUuid", R"(["named-uuid","row1"])", Value(NamedUuid{"row1"})},
                    WireCase{"EmptySet", R"(["set",[]])", Value()},
                    WireCase{"Set", R"(["set",[1,2]])",
                             Value::set({std::int64_t{2}, std::int64_t{1}})},
                    WireCase{"EmptyMap", R"(["map",[]])", Value::map(TextMap{})},
                    WireCase{"Map", R"(["map",[["a","1"],["b","2"]]])",
                             Value::map(TextMap{{"b", "2"}, {"a", "1"}})}),
    [](const auto& tested) { return tested.param.name; });

TEST(ValueDecode, RefusesWhatTheRfcDoesNotAllow) {
  for (const std::string_view text :
       {"null", "{}", "[]", R"(["uuid"])", R"(["uuid","x"])", R"(["uuid",1])", R"(["set",1])",
        R"(["set",[1,1]])", R"(["set",[null]])", R"(["set",[["set",[]]]])", R"(["map",{}])",
        R"(["map",[["a"]]])", R"(["map",[["a","b"],["a","c"]]])", R"(["what",[]])",
        "18446744073709551615", "[1,2]", "[1,2,3]"}) {
    const auto value = decodeValue(boost::json::parse(text));
    ASSERT_FALSE(value) << text;
    EXPECT_EQ(value.error().kind(), ErrorKind::Protocol);
  }
}

TEST(ValueDecode, TakesASchemasWordForTheType) {
  const ColumnType real{.key = {.type = AtomType::Real}};
  EXPECT_EQ(decodeValue(boost::json::parse("1"), real).value(), Value(1.0));
  const ColumnType text{};
  EXPECT_FALSE(decodeValue(boost::json::parse("1"), text));
  EXPECT_FALSE(decodeValue(boost::json::parse(R"(["map",[]])"), text));
  const ColumnType map{.value = BaseType{.type = AtomType::Integer}, .min = 0};
  EXPECT_EQ(decodeValue(boost::json::parse(R"(["map",[["a",1]]])"), map).value(),
            Value::map({{std::string("a"), std::int64_t{1}}}));
  EXPECT_FALSE(decodeValue(boost::json::parse(R"(["map",[["a","1"]]])"), map));
  EXPECT_FALSE(decodeValue(boost::json::parse(R"("a")"), map));
}

}  // namespace
}  // namespace pointsman::ovsdb
