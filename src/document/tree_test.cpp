// SPDX-License-Identifier: Apache-2.0
#include "document/tree.h"

#include <gtest/gtest.h>

#include "document/print.h"
#include "document/testing/expect.h"

namespace pointsman::document {
namespace {

std::string firstProblem(std::string_view text, const TreeLimits& limits = {}) {
  const auto tree = parseTree(text, "test.yml", limits);
  if (tree) return "";
  const Diagnostic& first = tree.error().front();
  return strCat(first.where->line, ":", first.where->column, ": ", first.message,
                first.hint.empty() ? "" : strCat(" (", first.hint, ")"));
}

TEST(TreeParse, KeepsOrderQuotingAndPositions) {
  const Node tree = mustParseTree("b: 1\na:\n- 'x'\n- {k: ~}\n");
  ASSERT_EQ(tree.entries.size(), 2U);
  EXPECT_EQ(tree.entries[0].key, "b");
  EXPECT_FALSE(tree.entries[0].value.quoted);
  EXPECT_EQ(tree.entries[0].value.at, (Position{1, 4}));
  const Node& list = tree.entries[1].value;
  EXPECT_TRUE(list.items[0].quoted);
  EXPECT_EQ(list.items[0].at, (Position{3, 3}));
  EXPECT_TRUE(list.items[1].find("k")->isNull());
}

TEST(TreeParse, CountsColumnsInCharacters) {
  const Node tree = mustParseTree("{ü: é, größe: 5}");
  EXPECT_EQ(tree.entries[1].keyAt, (Position{1, 8}));
  EXPECT_EQ(tree.entries[1].value.at, (Position{1, 15}));
}

TEST(TreeParse, TakesNonBreakingSpacesForBlanks) {
  const Node tree = mustParseTree(
      "a:\n\xC2\xA0\xC2\xA0"
      "b:\xC2\xA0"
      "1\n");
  EXPECT_EQ(tree.find("a")->find("b")->text, "1");
  EXPECT_EQ(tree.find("a")->find("b")->at, (Position{2, 6}));
}

TEST(TreeParse, SkipsAByteOrderMark) {
  EXPECT_EQ(mustParseTree("\xEF\xBB\xBF"
                          "a: 1")
                .find("a")
                ->text,
            "1");
}

TEST(TreeParse, ExpandsAliasesAndMergeKeys) {
  const Node tree = mustParseTree(
      "base: &b {x: 1, w: 2}\nmore: &m {z: 3, x: 9}\none: *b\ntwo:\n  w: own\n  <<: [*b, *m]\n");
  EXPECT_TRUE(sameContent(*tree.find("one"), *tree.find("base")));
  EXPECT_EQ(printYaml(*tree.find("two")), "w: own\nx: 1\nz: 3\n");
  EXPECT_EQ(tree.find("two")->find("x")->at.line, 1U);
}

TEST(TreeParse, ReadsJson) {
  const Node tree = mustParseTree("{\"a\": [1, \"2\", true, null], \"<<\": \"text\"}");
  EXPECT_TRUE(tree.find("a")->items[1].quoted);
  EXPECT_EQ(tree.find("<<")->text, "text");
}

TEST(TreeParse, TakesAnEmptyTextForNothing) {
  EXPECT_TRUE(mustParseTree("").isNull());
  EXPECT_TRUE(mustParseTree("# only a comment\n---\n").isNull());
}

struct Refusal {
  const char* name;
  std::string text;
  std::string expected;
};
class TreeRefusal : public testing::TestWithParam<Refusal> {};

TEST_P(TreeRefusal, SaysWhatAndWhere) {
  EXPECT_EQ(firstProblem(GetParam().text), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    , TreeRefusal,
    testing::Values(
        Refusal{"SecondDocument", "a: 1\n---\nb: 2\n",
                "3:1: a second document begins here; one file holds one document"},
        Refusal{
            "DuplicateKey", "a: 1\nb: 2\na: 3\n",
            "3:1: key 'a' is written twice in this map (it stands at line 1, column 1 already)"},
        Refusal{"MapAsKey", "? {a: 1}\n: 2\n", "1:3: a key must be text, not a map (quote it)"},
        Refusal{"MergeOfText", "<<: text\n",
                "1:1: << takes a map or a list of maps, not a single value"},
        Refusal{"AliasWithinItself", "a: &x [*x]\n",
                "1:8: this alias stands inside what it refers to"},
        Refusal{"UnknownTag", "a: !binary xyz\n",
                "1:4: the tag !binary has no meaning in a network document"},
        Refusal{"CommaAtTheTop", ",a", "1:1: this cannot stand here"},
        Refusal{"LongKey", std::string(161, 'k') + ": 1", "1:1: a key has at most 160 characters"},
        Refusal{"NotUtf8", "a: \xFF\n", "1:4: this is not UTF-8 text (save the file as UTF-8)"},
        Refusal{"OverlongUtf8", "a: \xC0\x80\n",
                "1:4: this is not UTF-8 text (save the file as UTF-8)"},
        Refusal{"ControlCharacter", std::string("a: \x01\n"),
                "1:4: control character 1 in the text (documents are plain text; was another file "
                "meant?)"},
        Refusal{"Zero", std::string("a: \0b", 5),
                "1:4: control character 0 in the text (documents are plain text; was another file "
                "meant?)"},
        Refusal{
            "Unclosed", "a: [1, 2\n",
            "2:1: not valid YAML: end of sequence flow not found (look at the indentation and the "
            "quotation marks here and just above)"}),
    [](const auto& tested) { return tested.param.name; });

TEST(TreeLimit, StopsAnAliasBombBeforeItIsExpanded) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    strAppend(bomb, "a", i, ": &a", i, " [");
    for (int j = 0; j < 10; ++j) strAppend(bomb, "*a", i - 1, ", ");
    bomb += "]\n";
  }
  EXPECT_NE(firstProblem(bomb).find("more than 500000 values"), std::string::npos);
}

TEST(TreeLimit, BoundsDepthAndSize) {
  EXPECT_EQ(firstProblem(std::string(65, '[') + std::string(65, ']')),
            "1:65: maps and lists are nested more than 64 deep");
  EXPECT_EQ(firstProblem("a: 12345", {.bytes = 5}), "1:1: the document is larger than 5 bytes");
}

TEST(TreeParse, ReportsEveryDuplicateKey) {
  const auto tree = parseTree("a: 1\na: 2\nb: {c: 1, c: 2}\n", "test.yml");
  ASSERT_FALSE(tree.has_value());
  EXPECT_EQ(tree.error().size(), 2U);
}

}  // namespace
}  // namespace pointsman::document
