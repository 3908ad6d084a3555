// SPDX-License-Identifier: Apache-2.0
#include "document/report.h"

#include <gtest/gtest.h>

#include "document/testing/expect.h"

namespace pointsman::document {
namespace {

Diagnostic at(unsigned line, unsigned column) {
  return {.message = "wrong", .where = SourcePosition{"f.yml", line, column}};
}

TEST(Report, PutsTheCaretUnderTheCharacter) {
  EXPECT_EQ(printForPeople({at(2, 5)}, {"f.yml", "a: 1\n\tü: x\r\n"}),
            "f.yml:2:5: error: wrong\n     ü: x\n        ^\n");
}

TEST(Report, CutsLongLinesAroundTheCaret) {
  const std::string line = std::string(300, 'a') + "X" + std::string(300, 'b');
  const std::string said = printForPeople({at(1, 301)}, {"f.yml", line});
  EXPECT_EQ(said, strCat("f.yml:1:301: error: wrong\n    …", std::string(50, 'a'), "X",
                         std::string(49, 'b'), "…\n    ", std::string(51, ' '), "^\n"));
}

TEST(Report, ShowsNoLineThatIsNotThere) {
  EXPECT_EQ(printForPeople({at(9, 1)}, {"f.yml", "a\n"}), "f.yml:9:1: error: wrong\n");
  EXPECT_EQ(printForPeople({at(1, 1)}, {"g.yml", "a\n"}), "f.yml:1:1: error: wrong\n");
  EXPECT_EQ(printForPeople({{.path = "interfaces[0]", .message = "m"}}, {}),
            "interfaces[0]: error: m\n");
}

TEST(Report, NeverPassesTerminalControlsOn) {
  const std::string said = printForPeople({at(1, 1)}, {"f.yml",
                                                       "a\x1b[2J\xC2\x9B"
                                                       "b\xFF"});
  EXPECT_NE(said.find("a?[2J?b?"), std::string::npos) << said;
}

TEST(Report, PrintsHintsWarningsAndColours) {
  Diagnostic warning{.severity = Severity::Warning, .message = "m", .hint = "h"};
  EXPECT_EQ(printForPeople({warning}, {}), "warning: m\n    hint: h\n");
  EXPECT_NE(printForPeople({warning}, {}, Colour::Always).find("\x1b[1;33mwarning:\x1b[0m m"),
            std::string::npos);
}

TEST(Report, IsJsonForPrograms) {
  Diagnostic first = at(2, 5);
  first.path = "a.b";
  first.hint = "say \"x\"";
  EXPECT_EQ(printAsJson({first}), R"([
  {
    "severity": "error",
    "path": "a.b",
    "message": "wrong",
    "hint": "say \"x\"",
    "file": "f.yml",
    "line": 2,
    "column": 5
  }
]
)");
  EXPECT_EQ(printAsJson({}), "[]\n");
}

}  // namespace
}  // namespace pointsman::document
