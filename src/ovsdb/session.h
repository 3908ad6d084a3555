// SPDX-License-Identifier: Apache-2.0
// An OVSDB client's side of the conversation, over as many connections as it takes, without a
// socket: bytes and time go in, bytes, events and a wish about the connection come out. Client
// (ovsdb/io) drives one with sockets; tests drive one with literals.
//
// Monitors and locks outlive connections: they are asked for again on each new one.
//
// Threading: none; one owner.
#pragma once

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "ovsdb/event.h"
#include "ovsdb/json_stream.h"
#include "ovsdb/message.h"
#include "ovsdb/monitor.h"
#include "ovsdb/reconnect.h"
#include "ovsdb/remote.h"
#include "ovsdb/server_status.h"
#include "ovsdb/session_options.h"

namespace pointsman::ovsdb {

class Session {
 public:
  enum class Wish : std::uint8_t { Nothing, Connect, Disconnect };

  // 'remotes' holds at least one; they are tried in turn.
  Session(std::vector<Remote> remotes, SessionOptions options);

  // --- for whoever moves the bytes ---

  // What the connection needs at 'now'. Connect goes to remote().
  Wish advance(Clock::time_point now);
  [[nodiscard]] Clock::time_point wakeAt() const { return reconnect_.wakeAt(); }
  [[nodiscard]] const Remote& remote() const { return remotes_[current_]; }

  void connecting(Clock::time_point now) { reconnect_.connecting(now); }
  void connected(Clock::time_point now);
  void disconnected(Error why, Clock::time_point now);
  // Bytes from the peer. A wish to disconnect follows when they break the protocol.
  void received(std::string_view bytes, Clock::time_point now);

  // Bytes for the peer; sent() drops the first 'count' of them.
  [[nodiscard]] std::string_view output() const;
  void sent(std::size_t count);

  // --- for whoever uses the database ---

  [[nodiscard]] bool ready() const { return ready_; }
  std::optional<Event> nextEvent();

  // Sends a request; a Replied event brings the answer. Call only when ready().
  RequestId request(std::string_view method, const boost::json::array& params);
  // Tells the server that the answer is not wanted any more (RFC 7047, 4.1.4). No event follows.
  void cancel(RequestId request);

  // Changed and Synchronised events follow, or MonitorFailed.
  MonitorId addMonitor(MonitorSpec spec);
  void removeMonitor(MonitorId id);
  // Null after removeMonitor().
  [[nodiscard]] const Monitor* monitor(MonitorId id) const;
  Result<> changeCondition(MonitorId id, std::string_view table, Where where);

  // LockMoved events follow. The lock is asked for again on each connection until unlock(); a steal
  // is not repeated. Fails with InvalidInput for what cannot be a lock's name (RFC 7047, 3.1,
  // <id>).
  Result<> lock(std::string_view name);
  Result<> steal(std::string_view name);
  void unlock(std::string_view name);
  [[nodiscard]] LockState lockState(std::string_view name) const;

  // What the server said last about the database of the options; nothing when not ready or not
  // asked.
  [[nodiscard]] std::optional<DatabaseStatus> status() const;

 private:
  // What an open request is for.
  struct ByCaller {};
  struct Ignored {};
  struct ServerStep {};
  struct MonitorStep {
    MonitorId monitor;
  };
  struct ConditionChange {
    MonitorId monitor;
  };
  struct LockRequest {
    std::string name;
  };
  using Purpose =
      std::variant<ByCaller, Ignored, ServerStep, MonitorStep, ConditionChange, LockRequest>;

  RequestId send(std::string_view method, const boost::json::array& params, Purpose purpose);
  void becomeReady();

  void handle(Message message);
  void handleRequest(const Message& message);
  void handleNotification(const Message& message);
  void handleReply(Message message);
  void serverAnswered(const Message& reply);
  void monitorAnswered(MonitorId id, const Message& reply);
  void conditionAnswered(MonitorId id, const Message& reply);
  void lockAnswered(const std::string& name, const Message& reply);
  void judgeServer();
  void deliver(MonitorId id, Replica::Outcome outcome);
  void moveLock(std::string_view name, LockState state);

  std::vector<Remote> remotes_;
  SessionOptions options_;
  Reconnect reconnect_;
  std::size_t current_ = 0;  // in remotes_

  bool up_ = false;                   // a connection is there
  bool ready_ = false;                // and its server was found fit
  std::optional<Error> broken_ = {};  // why this connection must go
  std::optional<JsonStream> stream_;  // anew for each connection
  std::string output_;
  std::size_t sent_ = 0;  // of output_
  RequestId lastRequest_ = 0;
  std::map<RequestId, Purpose> open_;
  std::deque<Event> events_;

  std::optional<Monitor> server_;  // of _Server, when a database is given
  ServerJudge judge_;
  MonitorId lastMonitor_ = 0;
  std::map<MonitorId, Monitor> monitors_;
  std::map<std::string, LockState, std::less<>> locks_;
};

}  // namespace pointsman::ovsdb
