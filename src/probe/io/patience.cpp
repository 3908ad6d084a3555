// SPDX-License-Identifier: Apache-2.0
#include "probe/io/patience.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>
#include <vector>

namespace pointsman::probe {

void StopFd::Wake::operator()() const {
  const std::uint64_t one = 1;
  // Cannot fail: the counter goes from 0 to 1, once.
  [[maybe_unused]] const ssize_t written = ::write(fd, &one, sizeof one);
}

StopFd::StopFd(UniqueFd fd, std::stop_token token)
    : token_(std::move(token)),
      fd_(std::make_unique<UniqueFd>(std::move(fd))),
      onStop_(std::make_unique<std::stop_callback<Wake>>(token_, Wake{fd_->number()})) {}

Result<StopFd> StopFd::open(std::stop_token token) {
  UniqueFd fd{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  if (!fd.valid()) return errnoError("eventfd");
  return StopFd(std::move(fd), std::move(token));
}

Patience Patience::atMost(Clock::duration span) const {
  return {Deadline::at(std::min(deadline.when(), Clock::now() + span)), stop};
}

Result<> waitForAny(std::span<pollfd> fds, const Patience& patience) {
  std::vector<pollfd> all(fds.begin(), fds.end());
  all.push_back({.fd = patience.stop.number(), .events = POLLIN, .revents = 0});
  while (true) {
    const int ready = ::poll(all.data(), all.size(), patience.deadline.pollTimeout());
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return errnoError("poll");
    if (all.back().revents != 0) return Error(ErrorKind::Unavailable, "stopped");
    if (ready == 0) return Error(ErrorKind::Unavailable, "no answer");
    std::copy_n(all.begin(), fds.size(), fds.begin());
    return ok();
  }
}

void waitOut(const Patience& patience) {
  // Nothing but the end of patience can come.
  (void)waitForAny({}, patience);
}

}  // namespace pointsman::probe
