// SPDX-License-Identifier: Apache-2.0
// An OVSDB client's side of the conversation, over as many connections as it takes, without a
// socket: bytes and time go in, bytes, events and a wish about the connection come out. Client
// (ovsdb/io) drives one with sockets; tests drive one with literals.
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
#include "ovsdb/json_stream.h"
#include "ovsdb/message.h"
#include "ovsdb/reconnect.h"
#include "ovsdb/remote.h"
#include "ovsdb/session_options.h"

namespace pointsman::ovsdb {

using RequestId = std::uint64_t;

// Requests may be sent from here on.
struct Ready {};

// The connection, or a try to connect, has ended. Every open request was answered with an Error.
struct Lost {
  Error why;
};

struct Replied {
  RequestId request;
  Result<Message>
      reply;  // an Error when the connection was lost; an answer of "error" is a Message
};

using Event = std::variant<Ready, Lost, Replied>;

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

  [[nodiscard]] bool ready() const { return up_; }
  std::optional<Event> nextEvent();

  // Sends a request; a Replied event brings the answer. Call only when ready().
  RequestId request(std::string_view method, const boost::json::array& params);
  // Tells the server that the answer is not wanted any more (RFC 7047, 4.1.4). No event follows.
  void cancel(RequestId request);

 private:
  struct ByCaller {};
  struct Probe {};
  using Purpose = std::variant<ByCaller, Probe>;

  RequestId send(std::string_view method, const boost::json::array& params, Purpose purpose);
  void handle(Message message);
  void handleRequest(const Message& message);
  void handleReply(Message message);

  std::vector<Remote> remotes_;
  SessionOptions options_;
  Reconnect reconnect_;
  std::size_t current_ = 0;  // in remotes_

  bool up_ = false;
  std::optional<Error> broken_ = {};  // why this connection must go
  std::optional<JsonStream> stream_;  // anew for each connection
  std::string output_;
  std::size_t sent_ = 0;  // of output_
  RequestId lastRequest_ = 0;
  std::map<RequestId, Purpose> open_;
  std::deque<Event> events_;
};

}  // namespace pointsman::ovsdb
