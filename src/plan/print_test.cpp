// SPDX-License-Identifier: Apache-2.0
#include "plan/print.h"

#include <gtest/gtest.h>

#include "plan/plan.h"
#include "plan/resolve.h"
#include "plan/testing/builders.h"

namespace pointsman::plan {
namespace {

TEST(PrintPlan, SaysThatThereIsNothingToDo) {
  EXPECT_EQ(printPlan({}, {}, PlanFormat::Text), "nothing to do\n");
  EXPECT_EQ(printPlan({}, {}, PlanFormat::Json),
            "{\n  \"steps\": [],\n  \"disruption\": {\"links\": [], \"default-routes\": []}\n}\n");
}

TEST(PrintPlan, SumsUpAndWarnsOfTheDefaultRoute) {
  const ObservedState host = plainHost();
  const auto steps = planSteps(host.config, resolve(bridgeDocument(), host).target, host.facts);
  const std::string text =
      printPlan(steps, estimateDisruption(steps, host.config, host.facts), PlanFormat::Text);
  EXPECT_NE(text.find("\n10 steps: 3 ovsdb, 1 link, 2 route, 4 ip\n"), std::string::npos) << text;
  EXPECT_NE(text.find("traffic may pause on eth0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("the default route leaves by eth0"), std::string::npos) << text;
}

TEST(PrintPlan, EscapesWhatJsonForbids) {
  const std::vector<Step> steps = {
      ChangeOvsKey{OvsColumn::ExternalIds, "a\"b", std::nullopt, "line\nline"}};
  EXPECT_NE(printPlan(steps, {}, PlanFormat::Json).find(R"(set external_ids:a\"b=line\nline)"),
            std::string::npos);
}

TEST(Describe, TellsEachKindOfChangeInOneLine) {
  EXPECT_EQ(describe(SetLinkMtu{InterfaceName("eth0"), 1500, 9000}),
            "link   set eth0 mtu 1500 -> 9000");
  EXPECT_EQ(describe(SetLinkController{
                InterfaceName("eth0"), {}, {.controller = InterfaceName("bond0")}}),
            "link   attach eth0 to bond0");
  EXPECT_EQ(describe(ChangeOvsKey{OvsColumn::OtherConfig, "k", "v", std::nullopt}),
            "ovsdb  remove other_config:k");
  EXPECT_EQ(describe(SetHostname{{"a", ""}, {"b", "b"}}), "host   set name a -> b (static b)");
}

TEST(Steps, AreTheirOwnInverseTwice) {
  const ObservedState host = plainHost();
  for (const Step& step :
       planSteps(host.config, resolve(bridgeDocument(), host).target, host.facts)) {
    EXPECT_EQ(inverse(inverse(step)), step);
  }
}

}  // namespace
}  // namespace pointsman::plan
