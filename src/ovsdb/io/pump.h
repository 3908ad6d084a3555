// SPDX-License-Identifier: Apache-2.0
// Moves bytes between a Session and its connection.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "ovsdb/io/transport.h"
#include "ovsdb/session.h"

namespace pointsman::ovsdb {

class Pump {
 public:
  // 'wakeFd', when not negative, ends a turn() early by becoming readable. It stays the caller's.
  Pump(Session& session, TlsFiles files, int wakeFd)
      : session_(session), files_(std::move(files)), wakeFd_(wakeFd) {}

  enum class Ending : std::uint8_t { Ordinary, Woken };

  // Connects, sends and receives what can be, after waiting until 'deadline' at most for something
  // to do. Whatever goes wrong is told to the session.
  Ending turn(Deadline deadline);

 private:
  void connect();
  void disconnect(Error why);
  Ending waitForEvents(Deadline deadline);
  void proceed();
  void receive();
  void flush();

  Session& session_;
  TlsFiles files_;
  int wakeFd_;
  std::optional<Transport> transport_ = {};
  bool open_ = false;
  bool unread_ =
      false;  // receive() stopped before it had everything; TLS may hold it unseen by poll
  std::vector<char> buffer_ = {};
};

}  // namespace pointsman::ovsdb
