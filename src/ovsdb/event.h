// SPDX-License-Identifier: Apache-2.0
// What a Session has to tell.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "ovsdb/message.h"
#include "ovsdb/monitor_spec.h"
#include "ovsdb/replica.h"

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

// What a replica went through, in the order in which the server told. From an empty replica on,
// these tell everything.
struct Changed {
  MonitorId monitor;
  std::vector<Change> changes;
};

// The replica is what the server has: after the first load, and again after each reconnection.
struct Synchronised {
  MonitorId monitor;
};

// The server will not serve this monitor. It is tried again on the next connection.
struct MonitorFailed {
  MonitorId monitor;
  Error why;
};

enum class LockState : std::uint8_t {
  Absent,   // not asked for, or not connected
  Waiting,  // another client holds it
  Held,
};

struct LockMoved {
  std::string lock;
  LockState state;
};

using Event = std::variant<Ready, Lost, Replied, Changed, Synchronised, MonitorFailed, LockMoved>;

}  // namespace pointsman::ovsdb
