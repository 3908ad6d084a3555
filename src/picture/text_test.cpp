// SPDX-License-Identifier: Apache-2.0
#include "picture/text.h"

#include <gtest/gtest.h>

#include <string>

namespace pointsman::picture {
namespace {

struct VisibleCase {
  const char* name;
  std::string text;
  std::string visible;
};
class VisibleText : public testing::TestWithParam<VisibleCase> {};

TEST_P(VisibleText, IsValidUtf8ThatHidesNothing) {
  EXPECT_EQ(toVisibleText(GetParam().text), GetParam().visible);
}

INSTANTIATE_TEST_SUITE_P(
    , VisibleText,
    testing::Values(VisibleCase{"Ascii", "br-ex", "br-ex"},
                    VisibleCase{"Umlaut", "br\xC3\xBC", "br\xC3\xBC"},
                    VisibleCase{"Control", "a\x01z", "a\xEF\xBF\xBDz"},
                    VisibleCase{"NewLine", "a\nz", "a\xEF\xBF\xBDz"},
                    VisibleCase{"Zero", std::string("a\0z", 3), "a\xEF\xBF\xBDz"},
                    VisibleCase{"Delete", "\x7F", "\xEF\xBF\xBD"},
                    VisibleCase{"LoneByte", "\xFFz", "\xEF\xBF\xBDz"},
                    VisibleCase{"Truncated", "a\xE2\x80", "a\xEF\xBF\xBD\xEF\xBF\xBD"},
                    VisibleCase{"Overlong", "\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD"},
                    VisibleCase{"Surrogate", "\xED\xA0\x80",
                                "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
                    VisibleCase{"RightToLeft", "a\xE2\x80\xAEz", "a\xEF\xBF\xBDz"},
                    VisibleCase{"ZeroWidth", "a\xE2\x80\x8Bz", "a\xEF\xBF\xBDz"},
                    VisibleCase{"NotACharacter", "\xEF\xBF\xBF", "\xEF\xBF\xBD"}),
    [](const auto& tested) { return tested.param.name; });

TEST(ShortText, CutsAtACodePointAndSaysSo) {
  EXPECT_EQ(toShortText("abcdef", 6), "abcdef");
  EXPECT_EQ(toShortText("abcdefg", 6), "abcde\xE2\x80\xA6");
  EXPECT_EQ(toShortText("\xC3\xBC\xC3\xBC\xC3\xBC", 2), "\xC3\xBC\xE2\x80\xA6");
  EXPECT_EQ(toShortText("", 3), "");
}

TEST(EscapedText, HoldsNothingThatEndsATagOrAnAttribute) {
  EXPECT_EQ(escapeXml("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c&#39;");
}

TEST(NaturalOrder, ReadsDigitsAsNumbers) {
  EXPECT_TRUE(naturallyLess("eth2", "eth10"));
  EXPECT_FALSE(naturallyLess("eth10", "eth2"));
  EXPECT_TRUE(naturallyLess("eth", "eth0"));
  EXPECT_TRUE(naturallyLess("eth1.2", "eth1.10"));
  EXPECT_TRUE(naturallyLess("eth1", "eth01"));
  EXPECT_FALSE(naturallyLess("eth01", "eth1"));
  EXPECT_FALSE(naturallyLess("eth0", "eth0"));
  EXPECT_TRUE(naturallyLess("a", "b"));
  EXPECT_TRUE(naturallyLess("1", "99999999999999999999999999"));
}

TEST(TextWidths, GrowWithTextSizeAndWeight) {
  EXPECT_EQ(textWidth("", 11, Weight::Regular), 0);
  EXPECT_LT(textWidth("iii", 11, Weight::Regular), textWidth("mmm", 11, Weight::Regular));
  EXPECT_LT(textWidth("br-ex", 11, Weight::Regular), textWidth("br-ex", 11, Weight::Bold));
  EXPECT_LT(textWidth("br-ex", 10, Weight::Bold), textWidth("br-ex", 13, Weight::Bold));
}

}  // namespace
}  // namespace pointsman::picture
