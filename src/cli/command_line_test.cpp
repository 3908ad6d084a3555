// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pointsman::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::variant<Invocation, Answer> parse(std::vector<const char*> words) {
  words.insert(words.begin(), "pointsman");
  return parseCommandLine(static_cast<int>(words.size()), words.data());
}

template <typename T>
T command(std::vector<const char*> words) {
  const auto parsed = parse(std::move(words));
  const auto* invocation = std::get_if<Invocation>(&parsed);
  if (invocation == nullptr) {
    ADD_FAILURE() << std::get<Answer>(parsed).text;
    return {};
  }
  return std::get<T>(invocation->command);
}

Answer answer(std::vector<const char*> words) {
  const auto parsed = parse(std::move(words));
  if (const auto* given = std::get_if<Answer>(&parsed)) return *given;
  ADD_FAILURE() << "was accepted";
  return {};
}

TEST(CommandLine, TakesGlobalOptionsBeforeAndAfterTheVerb) {
  for (const auto& words : {std::vector<const char*>{"--ovsdb", "unix:/x", "show"},
                            std::vector<const char*>{"show", "--ovsdb", "unix:/x"}}) {
    const auto parsed = parse(words);
    ASSERT_TRUE(std::holds_alternative<Invocation>(parsed));
    EXPECT_EQ(std::get<Invocation>(parsed).global.ovsdb, "unix:/x");
  }
}

TEST(CommandLine, ChoosesTheFormatOfShow) {
  EXPECT_EQ(command<ShowCommand>({"show"}).format, ShowFormat::Yaml);
  EXPECT_EQ(command<ShowCommand>({"show", "--svg"}).format, ShowFormat::Svg);
  EXPECT_THAT(command<ShowCommand>({"show", "eth0", "br-ex", "--json"}).interfaces,
              ElementsAre("eth0", "br-ex"));
  EXPECT_EQ(answer({"show", "--svg", "--json"}).status, ExitStatus::Usage);
}

TEST(CommandLine, KeepsTheOptionsOfTheSandboxedCommand) {
  const auto sandbox =
      command<SandboxCommand>({"sandbox", "--nics", "3", "--", "ip", "-br", "link", "--json"});
  EXPECT_EQ(sandbox.nics, 3U);
  EXPECT_THAT(sandbox.command, ElementsAre("ip", "-br", "link", "--json"));
  EXPECT_THAT(
      command<SandboxCommand>({"sandbox", "--", "pointsman", "--ovsdb", "tcp:x", "show"}).command,
      ElementsAre("pointsman", "--ovsdb", "tcp:x", "show"));
}

TEST(CommandLine, ReadsStandardInputForADash) {
  EXPECT_EQ(command<PlanCommand>({"plan", "-", "--exit-code"}).document.file, "-");
}

TEST(CommandLine, SaysWhatWasProbablyMeant) {
  const auto mistyped = answer({"shwo"});
  EXPECT_EQ(mistyped.status, ExitStatus::Usage);
  EXPECT_THAT(mistyped.text, HasSubstr("did you mean 'show'?"));
  EXPECT_THAT(answer({"plan"}).text, HasSubstr("'pointsman plan --help'"));
  EXPECT_EQ(answer({}).status, ExitStatus::Usage);
  EXPECT_EQ(answer({"check"}).status, ExitStatus::Usage);
  EXPECT_EQ(answer({"plan", "x.yml", "--bogus"}).status, ExitStatus::Usage);
}

TEST(CommandLine, AnswersHelpAndVersionWithoutDoingAnything) {
  EXPECT_EQ(answer({"--version"}).status, ExitStatus::Done);
  EXPECT_THAT(answer({"--version"}).text, HasSubstr("pointsman 0."));
  EXPECT_THAT(answer({"--help"}).text, HasSubstr("sandbox"));
  EXPECT_THAT(answer({"show", "--help"}).text, HasSubstr("--svg"));
  EXPECT_EQ(answer({"check", "--help"}).status, ExitStatus::Done);
}

}  // namespace
}  // namespace pointsman::cli
