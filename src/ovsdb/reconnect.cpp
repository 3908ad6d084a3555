// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/reconnect.h"

#include <algorithm>

namespace pointsman::ovsdb {

using std::chrono::milliseconds;

Reconnect::Action Reconnect::advance(Clock::time_point now) {
  if (now < wakeAt()) return Action::Nothing;
  switch (state_) {
    case State::Waiting:
      return Action::Connect;
    case State::Connecting:
    case State::Idle:
      return Action::Disconnect;
    case State::Active:
      enter(State::Idle, now);
      return Action::Probe;
  }
  return Action::Nothing;
}

Clock::time_point Reconnect::wakeAt() const {
  switch (state_) {
    case State::Waiting:
      return nextTry_;
    case State::Connecting:
      return since_ + options_.connectTimeout;
    case State::Active:
    case State::Idle:
      break;
  }
  if (probeInterval_ == milliseconds::zero()) return Clock::time_point::max();
  return since_ + probeInterval_;
}

void Reconnect::connecting(Clock::time_point now) { enter(State::Connecting, now); }

void Reconnect::connected(Clock::time_point now, Peer peer) {
  const auto usual = peer == Peer::Local ? milliseconds(0) : milliseconds(5000);
  probeInterval_ = options_.probeInterval.value_or(usual);
  enter(State::Active, now);
  connectedAt_ = now;
}

void Reconnect::received(Clock::time_point now) {
  if (state_ == State::Active || state_ == State::Idle) enter(State::Active, now);
}

void Reconnect::disconnected(Clock::time_point now) {
  // A connection that held is no reason to wait; one that is cut at once, each time, is.
  const bool wasUp = state_ == State::Active || state_ == State::Idle;
  if (wasUp && now - connectedAt_ >= backoff_) {
    backoff_ = options_.leastBackoff;
    freeTriesLeft_ = freeTries_;
  }
  enter(State::Waiting, now);
  if (freeTriesLeft_ > 0) {
    --freeTriesLeft_;
    nextTry_ = now;
    return;
  }
  nextTry_ = now + backoff_;
  backoff_ = std::min(backoff_ * 2, options_.mostBackoff);
}

}  // namespace pointsman::ovsdb
