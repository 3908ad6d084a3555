// SPDX-License-Identifier: Apache-2.0
// How long a probe waits: until a deadline, or until somebody wants to stop.
#pragma once

#include <poll.h>

#include <memory>
#include <span>
#include <stop_token>

#include "base/deadline.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace pointsman::probe {

// A descriptor that becomes readable when a stop is requested, and stays so: every thread that
// polls it wakes up.
class StopFd {
 public:
  static Result<StopFd> open(std::stop_token token);

  [[nodiscard]] int number() const { return fd_->number(); }
  [[nodiscard]] bool requested() const { return token_.stop_requested(); }

 private:
  struct Wake {
    int fd = -1;
    void operator()() const;
  };
  explicit StopFd(UniqueFd fd, std::stop_token token);

  std::stop_token token_;
  std::unique_ptr<UniqueFd> fd_;                      // outlives the callback, declared before it
  std::unique_ptr<std::stop_callback<Wake>> onStop_;  // neither moves, so that StopFd can
};

struct Patience {
  Deadline deadline;
  const StopFd& stop;

  // No longer than 'span' from now.
  [[nodiscard]] Patience atMost(Clock::duration span) const;
  [[nodiscard]] bool ended() const { return stop.requested() || deadline.passed(); }
};

// Waits for events on any of 'fds' and fills in their revents. Unavailable when patience ends
// first.
Result<> waitForAny(std::span<pollfd> fds, const Patience& patience);

// Waits until patience ends.
void waitOut(const Patience& patience);

}  // namespace pointsman::probe
