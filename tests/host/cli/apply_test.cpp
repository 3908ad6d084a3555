// SPDX-License-Identifier: Apache-2.0
// apply, commit and rollback on a real host.
#include <gmock/gmock.h>

#include <chrono>

#include "base/str_cat.h"
#include "program.h"

namespace pointsman::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kExample = POINTSMAN_SOURCE_DIR "/examples/br-ex.yml";

class Apply : public ProgramInSandbox {
 protected:
  // Everything a change may touch, as text: what must be the same after a rollback.
  std::string dump() {
    return strCat(
        inside({"ip", "-o", "-4", "address"}),
        inside({"ip", "-o", "-6", "address", "show", "scope", "global"}), inside({"ip", "route"}),
        inside({"ip", "rule"}), inside({"ip", "-br", "link", "show", "eth0"}),
        inside({"ovs-vsctl", "--columns=name,ports,external_ids,other_config", "list", "Bridge"}),
        inside({"ovs-vsctl", "--columns=name,type,external_ids", "list", "Interface"}),
        inside({"cat", "/etc/resolv.conf"}));
  }
  std::string bridges() { return inside({"ovs-vsctl", "list-br"}); }
  bool gatewayAnswers() {
    const auto ran = host().inside().capture({"ping", "-c1", "-W5", "192.0.2.1"},
                                             Deadline::after(std::chrono::seconds(10)));
    return ran && ran->status.success();
  }
};

TEST_F(Apply, MovesTheAddressAndTheDefaultRouteToBrExAndTrafficFlows) {
  const auto applied = pointsman({"apply", kExample});
  EXPECT_EQ(applied.status.code, 0) << applied.errors;
  EXPECT_EQ(bridges(), "br-ex\n");
  EXPECT_THAT(inside({"ip", "route"}),
              HasSubstr("default via 192.0.2.1 dev br-ex proto static metric 48"));
  EXPECT_THAT(inside({"ip", "-4", "address", "show", "eth0"}), Not(HasSubstr("192.0.2.10")));
  EXPECT_TRUE(gatewayAnswers());
  EXPECT_EQ(inside({"ovs-vsctl", "get", "interface", "eth0", "type"}), "system\n");
}

TEST_F(Apply, ASecondTimeDoesNothing) {
  ASSERT_EQ(pointsman({"apply", kExample}).status.code, 0);
  const std::string before = inside({"ovsdb-client", "dump", "Open_vSwitch", "Bridge"});
  const auto again = pointsman({"apply", kExample});
  EXPECT_EQ(again.status.code, 0);
  EXPECT_THAT(again.errors, HasSubstr("nothing to do"));
  EXPECT_EQ(inside({"ovsdb-client", "dump", "Open_vSwitch", "Bridge"}), before);
}

TEST_F(Apply, RollbackOfAnUncommittedChangeRestoresTheHost) {
  const std::string before = dump();
  ASSERT_EQ(pointsman({"apply", kExample, "--no-commit", "--timeout", "60"}).status.code, 0);
  EXPECT_EQ(bridges(), "br-ex\n");
  EXPECT_EQ(pointsman({"apply", kExample}).status.code, 75) << "one change at a time";
  const auto back = pointsman({"rollback"});
  EXPECT_EQ(back.status.code, 0) << back.errors;
  EXPECT_EQ(dump(), before);
  EXPECT_TRUE(gatewayAnswers());
}

TEST_F(Apply, CommitKeepsTheChangeAndEndsTheWait) {
  ASSERT_EQ(pointsman({"apply", kExample, "--no-commit", "--timeout", "60"}).status.code, 0);
  EXPECT_EQ(pointsman({"commit"}).status.code, 0);
  const auto nothing = pointsman({"rollback"});
  EXPECT_EQ(nothing.status.code, 1);
  EXPECT_THAT(nothing.errors, HasSubstr("no change waits"));
  EXPECT_EQ(bridges(), "br-ex\n");
}

TEST_F(Apply, WithoutACommitTheGuardTakesItBack) {
  const std::string before = dump();
  ASSERT_EQ(pointsman({"apply", kExample, "--no-commit", "--timeout", "1"}).status.code, 0);
  // `rollback` finds nothing to do once the guard is through, and says Busy while it is at it.
  const Deadline deadline = Deadline::after(std::chrono::seconds(30));
  while (dump() != before && !deadline.passed()) {
  }
  EXPECT_EQ(dump(), before);
}

TEST_F(Apply, DocumentsUndoEachOther) {
  const std::string before = dump();
  const auto undo = pointsman({"revert", kExample});
  ASSERT_TRUE(undo.status.success());
  ASSERT_EQ(pointsman({"apply", kExample}).status.code, 0);
  const auto undone = pointsman({"apply", file("undo.yml", undo.output)});
  EXPECT_EQ(undone.status.code, 0) << undone.errors;
  EXPECT_EQ(bridges(), "");
  EXPECT_THAT(inside({"ip", "route"}), HasSubstr("default via 192.0.2.1 dev eth0"));
  EXPECT_TRUE(gatewayAnswers());
}

TEST_F(Apply, KilledAtAnyMomentTheNextRunEndsBeforeOrAfter) {
  const std::string before = dump();
  for (int milliseconds : {1, 5, 10, 20, 40, 80}) {
    SCOPED_TRACE(milliseconds);
    // timeout(1) kills it in the middle of whatever it does then.
    (void)host().inside().capture(
        {"timeout", "-s", "KILL", strCat("0.", milliseconds < 10 ? "00" : "0", milliseconds),
         POINTSMAN_BINARY, "apply", kExample},
        Deadline::after(std::chrono::seconds(30)));
    // Any later change first takes back, or leaves, what was cut short.
    const auto next =
        pointsman({"apply", file("noop.yml", "interfaces:\n- name: eth0\n  type: ethernet\n")});
    EXPECT_EQ(next.status.code, 0) << next.errors;
    if (bridges().empty()) {
      EXPECT_EQ(dump(), before);
    } else {
      EXPECT_THAT(pointsman({"apply", kExample}).errors, HasSubstr("nothing to do"));
      const auto undo = file(
          "undo.yml",
          "interfaces:\n- name: br-ex\n  state: absent\n- name: eth0\n  ipv4:\n    enabled: true\n"
          "    address:\n    - ip: 192.0.2.10\n      prefix-length: 24\n"
          "routes:\n  config:\n  - destination: 0.0.0.0/0\n    next-hop-address: 192.0.2.1\n"
          "    next-hop-interface: eth0\n");
      ASSERT_EQ(pointsman({"apply", undo}).status.code, 0);
      break;  // later moments end after, too
    }
  }
  EXPECT_TRUE(gatewayAnswers());
}

}  // namespace
}  // namespace pointsman::tests
