// SPDX-License-Identifier: Apache-2.0
// When to connect, when to ask a silent peer whether it lives, and when to give a connection up:
// OVS's lib/reconnect.c, less what only listeners need. Knows nothing of sockets; time is an
// argument.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "base/deadline.h"

namespace pointsman::ovsdb {

struct ReconnectOptions {
  // Between tries: the first, doubled after each failure up to the second.
  std::chrono::milliseconds leastBackoff{1000};
  std::chrono::milliseconds mostBackoff{8000};
  // Silence after which a peer is asked, and after which again it is given up; zero: never. None: 5
  // s, and never on a unix socket, where the kernel tells of a peer's death, and only a server busy
  // with a large answer is silent.
  std::optional<std::chrono::milliseconds> probeInterval = {};
  // For a connection to come up, TLS included.
  std::chrono::milliseconds connectTimeout{5000};
};

class Reconnect {
 public:
  enum class State : std::uint8_t { Waiting, Connecting, Active, Idle };
  enum class Action : std::uint8_t { Nothing, Connect, Disconnect, Probe };

  // The first 'freeTries' failures, and as many again after a connection that held, are followed by
  // another try at once, so that every member of a cluster is asked before any is waited for.
  Reconnect(ReconnectOptions options, unsigned freeTries)
      : options_(options),
        backoff_(options.leastBackoff),
        freeTries_(freeTries),
        freeTriesLeft_(freeTries) {}

  // What is due at 'now'. Connect and Disconnect are repeated until connecting() or disconnected()
  // says that it was done; Probe is said once.
  Action advance(Clock::time_point now);
  // When advance() may next have something to say.
  [[nodiscard]] Clock::time_point wakeAt() const;

  void connecting(Clock::time_point now);
  enum class Peer : std::uint8_t { Local, Distant };
  void connected(Clock::time_point now, Peer peer);
  void received(Clock::time_point now);  // anything at all
  // A try failed, or a connection ended.
  void disconnected(Clock::time_point now);
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] std::chrono::milliseconds backoff() const { return backoff_; }

 private:
  void enter(State state, Clock::time_point now) {
    state_ = state;
    since_ = now;
  }

  ReconnectOptions options_;
  State state_ = State::Waiting;
  Clock::time_point since_ = {};  // in state_; in Active the last sign of life
  Clock::time_point connectedAt_ = {};
  Clock::time_point nextTry_ = {};
  std::chrono::milliseconds backoff_;
  std::chrono::milliseconds probeInterval_{0};  // of this connection
  unsigned freeTries_;
  unsigned freeTriesLeft_;
};

}  // namespace pointsman::ovsdb
