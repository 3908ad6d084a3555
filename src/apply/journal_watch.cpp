// SPDX-License-Identifier: Apache-2.0
#include "apply/journal_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace pointsman::apply {

Result<JournalWatch> JournalWatch::start(const journal::Directories& directories, pid_t owner) {
  UniqueFd changes{::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)};
  if (!changes.valid()) return errnoError("inotify_init1");
  // The directory, not the file: a journal ends by being renamed, and another takes its name.
  if (::inotify_add_watch(changes.number(), directories.state.c_str(),
                          IN_MODIFY | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE) < 0) {
    return errnoError(directories.state.native());
  }
  UniqueFd timer{::timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK)};
  if (!timer.valid()) return errnoError("timerfd_create");
  UniqueFd process{static_cast<int>(::syscall(SYS_pidfd_open, owner, 0))};
  if (!process.valid() && errno != ESRCH) return errnoError("pidfd_open");
  return JournalWatch(std::move(changes), std::move(process), std::move(timer));
}

Result<> JournalWatch::setTimer(std::optional<journal::BootTime> deadline) {
  itimerspec when = {};
  if (deadline) {
    // A time of zero would switch the timer off.
    const auto ms = std::max<journal::BootTime::rep>(deadline->count(), 1);
    when.it_value = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
  }
  if (::timerfd_settime(timer_.number(), TFD_TIMER_ABSTIME, &when, nullptr) != 0) {
    return errnoError("timerfd_settime");
  }
  return ok();
}

Result<WatchEvent> JournalWatch::wait(std::optional<journal::BootTime> deadline) {
  CHECK_OK(setTimer(deadline));
  // poll(2) passes over negative descriptors.
  std::array<pollfd, 3> watched = {pollfd{changes_.number(), POLLIN, 0},
                                   pollfd{owner_.number(), POLLIN, 0},
                                   pollfd{timer_.number(), POLLIN, 0}};
  while (::poll(watched.data(), watched.size(), -1) < 0) {
    if (errno != EINTR) return errnoError("poll");
  }
  if (watched[0].revents != 0) {
    // What changed does not matter: the journal is read again. One call may not take everything,
    // but then the next wait returns at once.
    std::array<char, 4096> events;
    if (::read(changes_.number(), events.data(), events.size()) < 0 && errno != EAGAIN) {
      return errnoError("inotify");
    }
    return WatchEvent::JournalChanged;
  }
  if (watched[1].revents != 0) {
    owner_.reset();
    return WatchEvent::OwnerDied;
  }
  return WatchEvent::DeadlinePassed;
}

}  // namespace pointsman::apply
