// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/io/pump.h"

#include <poll.h>

#include <algorithm>
#include <array>

namespace pointsman::ovsdb {

namespace {

constexpr std::size_t kReadSize = 65536;
// Then the session's timers are looked at again, however much a server has to say.
constexpr int kMostReads = 64;

}  // namespace

Pump::Ending Pump::turn(Deadline deadline) {
  switch (session_.advance(Clock::now())) {
    case Session::Wish::Nothing:
      break;
    case Session::Wish::Connect:
      connect();
      break;
    case Session::Wish::Disconnect:
      disconnect({ErrorKind::Unavailable, "given up"});
      return Ending::Ordinary;  // the caller has an event to look at
  }
  flush();
  return waitForEvents(deadline);
}

void Pump::connect() {
  const Clock::time_point now = Clock::now();
  session_.connecting(now);
  auto started = Transport::start(session_.remote(), files_);
  if (!started) {
    session_.disconnected(std::move(started.error()), now);
    return;
  }
  transport_.emplace(std::move(*started));
  open_ = false;
}

void Pump::disconnect(Error why) {
  transport_.reset();
  open_ = unread_ = false;
  session_.disconnected(std::move(why), Clock::now());
}

Pump::Ending Pump::waitForEvents(Deadline deadline) {
  std::array<pollfd, 2> watched = {};
  watched[0].fd = -1;
  watched[1] = {.fd = wakeFd_, .events = POLLIN, .revents = 0};
  if (transport_) {
    const bool waiting = open_ && !session_.output().empty();
    watched[0].fd = transport_->fd();
    watched[0].events =
        transport_->pollEvents(waiting ? Transport::Output::Waiting : Transport::Output::None);
  }
  const auto wakeAt = std::min(deadline.when(), session_.wakeAt());
  const int timeout = unread_ ? 0 : Deadline::at(wakeAt).pollTimeout();
  const int count = ::poll(watched.data(), watched.size(), timeout);
  if (count > 0 && watched[1].revents != 0) return Ending::Woken;
  if (!unread_ && (count <= 0 || watched[0].revents == 0)) return Ending::Ordinary;
  if (!open_) proceed();
  if (open_) receive();
  flush();
  return Ending::Ordinary;
}

void Pump::proceed() {
  auto progress = transport_->proceed();
  if (!progress) {
    disconnect(std::move(progress.error()));
    return;
  }
  if (!*progress) return;
  open_ = true;
  session_.connected(Clock::now());
}

void Pump::receive() {
  buffer_.resize(kReadSize);
  unread_ = false;
  for (int reads = 0; reads < kMostReads; ++reads) {
    auto count = transport_->read(buffer_);
    if (!count) {
      disconnect(std::move(count.error()));
      return;
    }
    if (*count == 0) return;
    session_.received({buffer_.data(), *count}, Clock::now());
  }
  unread_ = true;
}

void Pump::flush() {
  while (open_ && !session_.output().empty()) {
    auto count = transport_->write(session_.output());
    if (!count) {
      disconnect(std::move(count.error()));
      return;
    }
    if (*count == 0) return;
    session_.sent(*count);
  }
}

}  // namespace pointsman::ovsdb
