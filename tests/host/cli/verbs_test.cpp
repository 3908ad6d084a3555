// SPDX-License-Identifier: Apache-2.0
// The verbs against a real host: what they print, how they end, what they leave alone.
#include <gmock/gmock.h>

#include "base/str_cat.h"
#include "program.h"

namespace pointsman::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr const char* kExample = POINTSMAN_SOURCE_DIR "/examples/br-ex.yml";

class Verbs : public ProgramInSandbox {};

TEST_F(Verbs, PlanOfTheExampleMovesTheAddressToTheBridge) {
  const auto planned = pointsman({"plan", kExample, "--exit-code"});
  EXPECT_EQ(planned.status.code, 2) << planned.errors;
  EXPECT_THAT(planned.output, AllOf(HasSubstr("br-ex"), HasSubstr("192.0.2.10/24"),
                                    HasSubstr("default via 192.0.2.1")));
  EXPECT_EQ(inside({"ovs-vsctl", "list-br"}), "") << "a plan changes nothing";
}

TEST_F(Verbs, WhatShowPrintsIsADocumentThatChangesNothing) {
  const auto shown = pointsman({"show"});
  ASSERT_TRUE(shown.status.success()) << shown.errors;
  for (const char* format : {"", "--json"}) {
    const auto text = *format == 0 ? shown.output : pointsman({"show", format}).output;
    const auto planned = pointsman({"plan", file("shown.yml", text), "--exit-code"});
    EXPECT_EQ(planned.status.code, 0) << planned.output << planned.errors;
  }
}

TEST_F(Verbs, WrongDocumentGetsEveryErrorWithItsPositionAndExits65) {
  const auto path = file(
      "wrong.yml",
      "interfaces:\n- name: eth0\n  type: ethernet\n  mtuu: 9000\n  ipv4:\n    enabled: perhaps\n"
      "- name: br-much-too-long-a-name\n  type: ovs-bridge\n  state: up\n");
  const auto planned = pointsman({"plan", path});
  EXPECT_EQ(planned.status.code, 65);
  EXPECT_THAT(planned.output, IsEmpty());
  EXPECT_THAT(planned.errors, AllOf(HasSubstr("wrong.yml:4:3: error:"), HasSubstr("mtu"),
                                    HasSubstr("wrong.yml:6:14: error:")));
}

TEST_F(Verbs, RulesAcrossObjectsAreReportedWithPositionsToo) {
  const auto path =
      file("rules.yml",
           "interfaces:\n- name: br0\n  type: ovs-bridge\n  bridge:\n    port:\n    - name: eth9\n"
           "- name: eth9\n  type: ethernet\n- name: br-int\n  type: ovs-bridge\n");
  const auto planned = pointsman({"plan", path});
  EXPECT_EQ(planned.status.code, 65);
  EXPECT_THAT(planned.errors, AllOf(HasSubstr("rules.yml:7:"), HasSubstr("eth9 does not exist"),
                                    HasSubstr("rules.yml:9:"), HasSubstr("br-int belongs to OVN")));
}

TEST_F(Verbs, WithoutOpenVSwitchTheSocketAndTheUnitAreNamed) {
  host().ovs().vswitchd().kill();
  host().ovs().ovsdbServer().kill();
  for (const Argv& words : {Argv{"show"}, Argv{"plan", kExample}, Argv{"check", "--live"}}) {
    const auto ran = pointsman(words);
    EXPECT_EQ(ran.status.code, 69) << strJoin(words, " ") << ran.errors;
    EXPECT_THAT(ran.errors, AllOf(HasSubstr("db.sock"), HasSubstr("openvswitch-switch")));
  }
  const auto kernel = pointsman({"show", "--kernel"});
  EXPECT_TRUE(kernel.status.success());
  EXPECT_THAT(kernel.output, HasSubstr("192.0.2.10"));
}

TEST_F(Verbs, DocumentThatNeedsNoOpenVSwitchIsPlannedWithoutOne) {
  host().ovs().vswitchd().kill();
  host().ovs().ovsdbServer().kill();
  const auto planned =
      pointsman({"plan", file("mtu.yml", "interfaces:\n- name: eth1\n  mtu: 1400\n")});
  EXPECT_TRUE(planned.status.success()) << planned.errors;
  EXPECT_THAT(planned.output, HasSubstr("1400"));
}

TEST_F(Verbs, WithoutRootItSaysWhatIsMissing) {
  const auto copy = directory() / "pointsman";
  std::filesystem::copy_file(POINTSMAN_BINARY, copy);
  const auto ran = host().inside().capture(
      {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", copy.native(), "show"},
      Deadline::after(std::chrono::seconds(20)));
  ASSERT_TRUE(ran);
  EXPECT_EQ(ran->status.code, 1);
  EXPECT_THAT(ran->errors, HasSubstr("root"));
}

TEST_F(Verbs, UnknownInterfaceIsSaidWithWhatWasMeant) {
  const auto shown = pointsman({"show", "eht0"});
  EXPECT_EQ(shown.status.code, 1);
  EXPECT_THAT(shown.errors, HasSubstr("did you mean 'eth0'?"));
}

TEST_F(Verbs, PicturesAreDrawnOfTheHostAndOfAPlan) {
  EXPECT_THAT(pointsman({"show", "--svg"}).output,
              AllOf(HasSubstr("<svg"), HasSubstr("192.0.2.10/24")));
  EXPECT_THAT(pointsman({"show", "--dot"}).output, HasSubstr("graph"));
  const auto target = (directory() / "plan.svg").native();
  const auto drawn = pointsman({"plan", kExample, "--svg", "-o", target});
  EXPECT_TRUE(drawn.status.success()) << drawn.errors;
  EXPECT_THAT(inside({"cat", target}), AllOf(HasSubstr("<svg"), HasSubstr("br-ex")));
}

TEST_F(Verbs, RevertGivesADocumentThatCanBePlanned) {
  const auto reverted = pointsman({"revert", kExample});
  ASSERT_TRUE(reverted.status.success()) << reverted.errors;
  EXPECT_THAT(reverted.output, AllOf(HasSubstr("absent"), HasSubstr("192.0.2.10")));
  const auto planned = pointsman({"plan", file("undo.yml", reverted.output), "--exit-code"});
  EXPECT_EQ(planned.status.code, 0) << "nothing was applied, so nothing is to be undone\n"
                                    << planned.output << planned.errors;
}

TEST_F(Verbs, FormatIsStable) {
  const auto once = pointsman({"format", kExample});
  ASSERT_TRUE(once.status.success()) << once.errors;
  EXPECT_EQ(pointsman({"format", file("once.yml", once.output)}).output, once.output);
}

TEST_F(Verbs, CheckOfTheExampleFindsItFitForOvnKubernetes) {
  const auto checked = pointsman({"check", kExample, "--profile", "ovn-kubernetes"});
  EXPECT_TRUE(checked.status.success()) << checked.errors;
  const auto live = pointsman({"check", "--live", "--profile", "ovn-kubernetes", "--json"});
  EXPECT_EQ(live.status.code, 1) << "there is no br-ex yet";
  EXPECT_THAT(live.output, AllOf(StartsWith("["), HasSubstr("br-ex")));
}

TEST_F(Verbs, FaultsOfTheLiveHostAreFound) {
  inside({"ovs-vsctl", "add-br", "br0", "--", "set", "bridge", "br0", "datapath_type=netdev", "--",
          "add-port", "br0", "nosuchnic"});
  const auto checked = pointsman({"check", "--live"});
  EXPECT_EQ(checked.status.code, 1);
  EXPECT_THAT(checked.errors, HasSubstr("nosuchnic"));
}

TEST_F(Verbs, MissingFileIsNamed) {
  const auto planned = pointsman({"plan", "/no/such/file.yml"});
  EXPECT_EQ(planned.status.code, 1);
  EXPECT_THAT(planned.errors, HasSubstr("/no/such/file.yml"));
}

TEST_F(Verbs, InstallConfigIsReadForTheHostNamed) {
  const auto* path = POINTSMAN_SOURCE_DIR "/examples/install-config.yml";
  const auto formatted = pointsman({"format", path, "--host", "master-1"});
  EXPECT_TRUE(formatted.status.success()) << formatted.errors;
  EXPECT_THAT(formatted.output, HasSubstr("br-ex"));
  const auto unknown = pointsman({"format", path, "--host", "worker-9"});
  EXPECT_EQ(unknown.status.code, 65);
  EXPECT_THAT(unknown.errors, HasSubstr("master-1"));
}

}  // namespace
}  // namespace pointsman::tests
