// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/session.h"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "base/str_cat.h"

namespace pointsman::ovsdb {
namespace {

using std::chrono::seconds;

// The other end, by hand: what the session says is read request by request, answers are literals.
class Conversation {
 public:
  explicit Conversation(SessionOptions options = {},
                        std::vector<Remote> remotes = {UnixRemote{"/a"}})
      : session(std::move(remotes), std::move(options)) {}

  void connect() {
    ASSERT_EQ(session.advance(now), Session::Wish::Connect);
    session.connecting(now);
    session.connected(now);
  }
  void hangUp() { session.disconnected({ErrorKind::Unavailable, "hung up"}, now); }

  // The next request or notification the session has sent; null when there is none.
  boost::json::value heard() {
    EXPECT_TRUE(stream_.feed(session.output()));
    session.sent(session.output().size());
    auto document = stream_.next();
    if (!document) return {};
    // A plain copy would live in the document's memory.
    return boost::json::value(document->root(), boost::json::storage_ptr());
  }
  // Expects the next request to be 'method' and answers it.
  boost::json::value expectAndAnswer(std::string_view method, std::string_view result) {
    const boost::json::value request = heard();
    EXPECT_TRUE(request.is_object()) << "nothing said, expected " << method;
    if (!request.is_object()) return {};
    EXPECT_EQ(request.at("method").as_string(), method);
    say(strCat(R"({"id":)", boost::json::serialize(request.at("id")), R"(,"error":null,"result":)",
               result, "}"));
    return request.at("params");
  }
  void refuse(std::string_view method, std::string_view error) {
    const boost::json::value request = heard();
    ASSERT_TRUE(request.is_object());
    EXPECT_EQ(request.at("method").as_string(), method);
    say(strCat(R"({"id":)", boost::json::serialize(request.at("id")), R"(,"result":null,"error":)",
               error, "}"));
  }
  void say(std::string_view text) { session.received(text, now); }

  template <typename T>
  std::optional<T> expectEvent() {
    auto event = session.nextEvent();
    EXPECT_TRUE(event);
    if (!event) return std::nullopt;
    EXPECT_TRUE(std::holds_alternative<T>(*event)) << "event of kind " << event->index();
    if (!std::holds_alternative<T>(*event)) return std::nullopt;
    return std::move(std::get<T>(*event));
  }

  Clock::time_point now = Clock::time_point{} + std::chrono::hours(1);
  Session session;

 private:
  JsonStream stream_;
};

constexpr std::string_view kSchema =
    R"({"name":"D","version":"1","tables":{"T":{"columns":{"n":{"type":"integer"}}}}})";
constexpr std::string_view kTransaction = "11111111-1111-1111-1111-111111111111";
const MonitorSpec kSpec{.database = "D", .tables = {{"T", {}}}};

std::string row(std::string_view kind, int n) {
  return strCat(R"({"T":{"00000000-0000-0000-0000-000000000001":{")", kind, R"(":{"n":)", n,
                "}}}}");
}

TEST(Sessions, AnswerEchoesAndDeliverReplies) {
  Conversation talk;
  talk.connect();
  talk.expectEvent<Ready>();
  const RequestId id = talk.session.request("list_dbs", {});
  talk.say(R"({"method":"echo","params":["x"],"id":"server-1"})");
  talk.expectAndAnswer("list_dbs", R"(["D"])");
  EXPECT_EQ(boost::json::serialize(talk.heard()),
            R"({"id":"server-1","result":["x"],"error":null})");
  const auto replied = talk.expectEvent<Replied>();
  ASSERT_TRUE(replied && replied->reply);
  EXPECT_EQ(replied->request, id);
  EXPECT_EQ(boost::json::serialize(replied->reply->result()), R"(["D"])");
}

TEST(Sessions, ProbeSilenceAndGiveUp) {
  Conversation talk({}, {InetRemote{"192.0.2.1"}});
  talk.connect();
  talk.now += seconds(5);
  EXPECT_EQ(talk.session.advance(talk.now), Session::Wish::Nothing);
  talk.expectAndAnswer("echo", "[]");
  talk.now += seconds(5);
  EXPECT_EQ(talk.session.advance(talk.now), Session::Wish::Nothing);
  talk.now += seconds(5);
  EXPECT_EQ(talk.session.advance(talk.now), Session::Wish::Disconnect);
}

TEST(Sessions, AnswerOpenRequestsWithTheLoss) {
  Conversation talk;
  talk.connect();
  talk.expectEvent<Ready>();
  talk.session.request("transact", {});
  talk.hangUp();
  const auto replied = talk.expectEvent<Replied>();
  ASSERT_TRUE(replied);
  EXPECT_EQ(replied->reply.error().message(), "unix:/a: hung up");
  EXPECT_EQ(talk.expectEvent<Lost>()->why.kind(), ErrorKind::Unavailable);
  EXPECT_FALSE(talk.session.ready());
}

TEST(Sessions, CancelAndForget) {
  Conversation talk;
  talk.connect();
  talk.expectEvent<Ready>();
  const RequestId id = talk.session.request("transact", {});
  talk.session.cancel(id);
  talk.expectAndAnswer("transact", "[]");
  EXPECT_EQ(boost::json::serialize(talk.heard()),
            strCat(R"({"method":"cancel","params":[)", id, R"(],"id":null})"));
  EXPECT_FALSE(talk.session.nextEvent());
}

TEST(Sessions, LeaveAPeerThatBreaksTheProtocol) {
  for (const std::string_view text : {"}", "[]", R"({"id":1})", R"({"method":1,"params":[]})"}) {
    Conversation talk;
    talk.connect();
    talk.say(text);
    EXPECT_EQ(talk.session.advance(talk.now), Session::Wish::Disconnect) << text;
    talk.hangUp();
    talk.expectEvent<Ready>();
    EXPECT_EQ(talk.expectEvent<Lost>()->why.kind(), ErrorKind::Protocol);
  }
}

TEST(SessionMonitors, ResumeFromTheLastTransaction) {
  Conversation talk;
  const MonitorId id = talk.session.addMonitor(kSpec);
  talk.connect();
  talk.expectEvent<Ready>();
  talk.expectAndAnswer("get_schema", kSchema);
  auto params = talk.expectAndAnswer(
      "monitor_cond_since", strCat(R"([false,")", kTransaction, R"(",)", row("initial", 1), "]"));
  EXPECT_EQ(boost::json::serialize(params), R"(["D","pointsman-1",{"T":[{"columns":["n"]}]},)"
                                            R"("00000000-0000-0000-0000-000000000000"])");
  EXPECT_EQ(talk.expectEvent<Changed>()->changes.size(), 1U);
  EXPECT_EQ(talk.expectEvent<Synchronised>()->monitor, id);
  EXPECT_TRUE(talk.session.monitor(id)->live());

  talk.hangUp();
  talk.expectEvent<Lost>();
  EXPECT_FALSE(talk.session.monitor(id)->live());
  talk.connect();
  talk.expectEvent<Ready>();
  talk.expectAndAnswer("get_schema", kSchema);
  params = talk.expectAndAnswer("monitor_cond_since",
                                strCat(R"([true,")", kTransaction, R"(",)", row("modify", 2), "]"));
  EXPECT_EQ(params.at(3).as_string(), kTransaction);
  const auto changed = talk.expectEvent<Changed>();
  ASSERT_EQ(changed->changes.size(), 1U);
  EXPECT_EQ(changed->changes[0].readBefore().integer("n"), 1);
  EXPECT_EQ(changed->changes[0].readAfter().integer("n"), 2);
}

TEST(SessionMonitors, FallBackToWhatTheServerKnows) {
  Conversation talk;
  talk.session.addMonitor(kSpec);
  talk.connect();
  talk.expectEvent<Ready>();
  talk.expectAndAnswer("get_schema", kSchema);
  talk.refuse("monitor_cond_since", R"("unknown method")");
  talk.refuse("monitor_cond", R"("unknown method")");
  talk.expectAndAnswer("monitor", row("new", 1));
  EXPECT_EQ(talk.expectEvent<Changed>()->changes.size(), 1U);
  talk.expectEvent<Synchronised>();
  talk.say(strCat(R"({"id":null,"method":"update","params":["pointsman-1",)", row("new", 5), "]}"));
  EXPECT_EQ(talk.expectEvent<Changed>()->changes[0].readAfter().integer("n"), 5);
}

TEST(SessionMonitors, ReloadAfterAnUpdateThatCannotBe) {
  Conversation talk;
  const MonitorId id = talk.session.addMonitor(kSpec);
  talk.connect();
  talk.expectAndAnswer("get_schema", kSchema);
  talk.expectAndAnswer("monitor_cond_since", strCat(R"([false,")", kTransaction, R"(",{}])"));
  talk.say(strCat(R"({"id":null,"method":"update3","params":["pointsman-1",")", kTransaction,
                  R"(",)", row("modify", 2), "]}"));
  EXPECT_EQ(talk.session.advance(talk.now), Session::Wish::Disconnect);
  talk.hangUp();
  talk.connect();
  talk.expectAndAnswer("get_schema", kSchema);
  const auto params = talk.expectAndAnswer(
      "monitor_cond_since", strCat(R"([false,")", kTransaction, R"(",)", row("initial", 3), "]"));
  EXPECT_EQ(params.at(3).as_string(), "00000000-0000-0000-0000-000000000000");
  EXPECT_EQ(talk.session.monitor(id)->replica().table("T")->rows().size(), 1U);
}

TEST(SessionMonitors, StartAnewWhenTheSchemaWasConverted) {
  Conversation talk;
  talk.session.addMonitor(kSpec);
  talk.connect();
  talk.expectEvent<Ready>();
  talk.expectAndAnswer("get_schema", kSchema);
  talk.expectAndAnswer("monitor_cond_since",
                       strCat(R"([false,")", kTransaction, R"(",)", row("initial", 1), "]"));
  talk.expectEvent<Changed>();
  talk.expectEvent<Synchronised>();
  talk.say(R"({"id":null,"method":"monitor_canceled","params":["pointsman-1"]})");
  talk.expectAndAnswer(
      "get_schema",
      R"({"name":"D","version":"2","tables":{"T":{"columns":{"n":{"type":"real"}}}}})");
  const auto params = talk.expectAndAnswer(
      "monitor_cond_since", strCat(R"([false,")", kTransaction, R"(",)", row("initial", 1), "]"));
  EXPECT_EQ(params.at(3).as_string(), "00000000-0000-0000-0000-000000000000");
  const auto changed = talk.expectEvent<Changed>();
  ASSERT_EQ(changed->changes.size(), 2U);
  EXPECT_FALSE(changed->changes[0].after);
  EXPECT_EQ(changed->changes[1].readAfter().real("n"), 1.0);
}

TEST(SessionMonitors, SayWhenTheyCannotBeServed) {
  Conversation talk;
  const MonitorId id = talk.session.addMonitor(kSpec);
  talk.connect();
  talk.expectEvent<Ready>();
  talk.refuse("get_schema", R"({"error":"unknown database"})");
  const auto failed = talk.expectEvent<MonitorFailed>();
  EXPECT_EQ(failed->monitor, id);
  EXPECT_EQ(failed->why.kind(), ErrorKind::NotFound);
}

TEST(SessionLocks, FollowTheServersWord) {
  Conversation talk;
  ASSERT_TRUE(talk.session.lock("l"));
  EXPECT_FALSE(talk.session.lock("9"));
  talk.connect();
  talk.expectEvent<Ready>();
  talk.expectAndAnswer("lock", R"({"locked":false})");
  EXPECT_EQ(talk.expectEvent<LockMoved>()->state, LockState::Waiting);
  talk.say(R"({"id":null,"method":"locked","params":["l"]})");
  EXPECT_EQ(talk.expectEvent<LockMoved>()->state, LockState::Held);
  talk.say(R"({"id":null,"method":"stolen","params":["l"]})");
  EXPECT_EQ(talk.expectEvent<LockMoved>()->state, LockState::Waiting);
  talk.hangUp();
  EXPECT_EQ(talk.expectEvent<LockMoved>()->state, LockState::Absent);
  talk.expectEvent<Lost>();
  talk.connect();
  talk.expectAndAnswer("lock", R"({"locked":true})");
  EXPECT_EQ(talk.session.lockState("l"), LockState::Held);
  talk.session.unlock("l");
  talk.expectAndAnswer("unlock", "{}");
  EXPECT_EQ(talk.session.lockState("l"), LockState::Absent);
}

// --- clusters ---

const std::vector<Remote> kThree{UnixRemote{"/a"}, UnixRemote{"/b"}, UnixRemote{"/c"}};
const SessionOptions kLeader{.database = "D", .serving = Serving::LeaderOnly};

std::string status(std::string_view columns) {
  return strCat(R"([false,"00000000-0000-0000-0000-000000000000",{"Database":{)",
                R"("00000000-0000-0000-0000-000000000009":{"initial":{"name":"D",)", columns,
                "}}}}]");
}
constexpr std::string_view kCluster = R"("cid":["uuid","22222222-2222-2222-2222-222222222222"])";

void meetServer(Conversation& talk, std::string_view columns) {
  talk.connect();
  talk.expectAndAnswer("set_db_change_aware", "{}");
  const auto params = talk.expectAndAnswer("monitor_cond_since", status(columns));
  EXPECT_EQ(params.at(0).as_string(), "_Server");
}

TEST(SessionClusters, PassOverEveryServerThatIsNotFit) {
  struct {
    std::string_view columns;
    bool fit;
  } const cases[] = {
      {R"("model":"standalone","connected":true,"leader":true)", true},
      {R"("model":"clustered","connected":true,"leader":true)", true},
      {R"("model":"clustered","connected":true)", false},
      {R"("model":"clustered","leader":true)", false},
      {R"("model":"relay")", false},
      {R"("model":"relay","connected":true)", true},
  };
  for (const auto& [columns, fit] : cases) {
    Conversation talk(kLeader, kThree);
    meetServer(talk, columns);
    EXPECT_EQ(talk.session.ready(), fit) << columns;
    EXPECT_EQ(talk.session.advance(talk.now),
              fit ? Session::Wish::Nothing : Session::Wish::Disconnect);
  }
}

TEST(SessionClusters, FollowTheLeader) {
  Conversation talk(kLeader, kThree);
  meetServer(talk, R"("model":"clustered","connected":true,"leader":true)");
  talk.expectEvent<Ready>();
  EXPECT_TRUE(talk.session.status()->leader);
  talk.say(R"({"id":null,"method":"update3","params":["pointsman-0",)"
           R"("00000000-0000-0000-0000-000000000000",{"Database":{)"
           R"("00000000-0000-0000-0000-000000000009":{"modify":{"leader":false}}}}]})");
  EXPECT_EQ(talk.session.advance(talk.now), Session::Wish::Disconnect);
  talk.hangUp();
  EXPECT_NE(talk.expectEvent<Lost>()->why.message().find("does not lead"), std::string::npos);
  EXPECT_EQ(toString(talk.session.remote()), "unix:/b");
  meetServer(talk, R"("model":"clustered","connected":true,"leader":true)");
  talk.expectEvent<Ready>();
}

TEST(SessionClusters, DoNotBelieveAMemberThatLagsBehind) {
  Conversation talk({.database = "D"}, kThree);
  meetServer(talk, strCat(R"("model":"clustered","connected":true,"index":100,)", kCluster));
  EXPECT_TRUE(talk.session.ready());
  talk.hangUp();
  meetServer(talk, strCat(R"("model":"clustered","connected":true,"index":99,)", kCluster));
  EXPECT_FALSE(talk.session.ready());
  talk.hangUp();
  meetServer(talk, strCat(R"("model":"clustered","connected":true,"index":101,)", kCluster));
  EXPECT_TRUE(talk.session.ready());
}

TEST(SessionClusters, TakeAServerFromBeforeThereWereClusters) {
  Conversation talk(kLeader);
  talk.connect();
  talk.refuse("set_db_change_aware", R"("unknown method")");
  talk.refuse("monitor_cond_since", R"({"error":"unknown database"})");
  EXPECT_TRUE(talk.session.ready());
  EXPECT_FALSE(talk.session.status());
}

}  // namespace
}  // namespace pointsman::ovsdb
