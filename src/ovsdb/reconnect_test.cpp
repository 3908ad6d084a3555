// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/reconnect.h"

#include <gtest/gtest.h>

namespace pointsman::ovsdb {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Action = Reconnect::Action;

class Reconnecting : public testing::Test {
 protected:
  void pass(milliseconds span) { now_ += span; }
  Action advance() { return reconnect_.advance(now_); }
  // A try that fails at once.
  void fail() {
    ASSERT_EQ(advance(), Action::Connect);
    reconnect_.connecting(now_);
    reconnect_.disconnected(now_);
  }
  void succeed() {
    ASSERT_EQ(advance(), Action::Connect);
    reconnect_.connecting(now_);
    reconnect_.connected(now_, Reconnect::Peer::Distant);
  }
  milliseconds untilWake() {
    return std::chrono::duration_cast<milliseconds>(reconnect_.wakeAt() - now_);
  }

  Clock::time_point now_ = Clock::time_point{} + std::chrono::hours(1);
  Reconnect reconnect_{{}, 2};
};

TEST_F(Reconnecting, TriesEveryRemoteAtOnceThenBacksOff) {
  fail();
  fail();
  fail();
  for (const int wait : {1000, 2000, 4000, 8000, 8000}) {
    EXPECT_EQ(untilWake(), milliseconds(wait));
    EXPECT_EQ(advance(), Action::Nothing);
    pass(milliseconds(wait));
    fail();
  }
}

TEST_F(Reconnecting, GivesUpATryThatTakesTooLong) {
  ASSERT_EQ(advance(), Action::Connect);
  reconnect_.connecting(now_);
  pass(milliseconds(4999));
  EXPECT_EQ(advance(), Action::Nothing);
  pass(milliseconds(1));
  EXPECT_EQ(advance(), Action::Disconnect);
}

TEST_F(Reconnecting, ProbesASilentPeerOnceThenGivesItUp) {
  succeed();
  pass(seconds(4));
  reconnect_.received(now_);
  pass(seconds(4));
  EXPECT_EQ(advance(), Action::Nothing);
  pass(seconds(1));
  EXPECT_EQ(advance(), Action::Probe);
  EXPECT_EQ(advance(), Action::Nothing);
  EXPECT_EQ(reconnect_.state(), Reconnect::State::Idle);
  reconnect_.received(now_);
  EXPECT_EQ(reconnect_.state(), Reconnect::State::Active);
  pass(seconds(5));
  EXPECT_EQ(advance(), Action::Probe);
  pass(seconds(5));
  EXPECT_EQ(advance(), Action::Disconnect);
}

TEST_F(Reconnecting, ForgivesAConnectionThatHeldButNotOneThatIsCutAtOnce) {
  fail();
  fail();
  fail();
  pass(seconds(1));
  succeed();
  reconnect_.disconnected(now_);
  EXPECT_EQ(untilWake(), seconds(2));
  pass(seconds(2));
  succeed();
  pass(seconds(60));
  reconnect_.received(now_);
  reconnect_.disconnected(now_);
  EXPECT_EQ(untilWake(), seconds(0));
}

TEST(ReconnectProbes, AreNotSentToLocalPeersUnlessAskedFor) {
  const Clock::time_point now = Clock::time_point{} + seconds(1);
  Reconnect reconnect({}, 1);
  reconnect.connecting(now);
  reconnect.connected(now, Reconnect::Peer::Local);
  EXPECT_EQ(reconnect.wakeAt(), Clock::time_point::max());
  EXPECT_EQ(reconnect.advance(now + std::chrono::hours(1)), Action::Nothing);
  Reconnect asking({.probeInterval = seconds(1)}, 1);
  asking.connecting(now);
  asking.connected(now, Reconnect::Peer::Local);
  EXPECT_EQ(asking.advance(now + seconds(1)), Action::Probe);
}

}  // namespace
}  // namespace pointsman::ovsdb
