// SPDX-License-Identifier: Apache-2.0
#include "sandbox/daemon.h"

#include <poll.h>

#include <array>
#include <cerrno>

#include "base/file.h"
#include "base/str_cat.h"
#include "sandbox/directory_watch.h"

namespace pointsman::sandbox {

namespace {

constexpr std::size_t kMostLog = std::size_t{1} << 20U;
constexpr std::size_t kMostQuoted = 1000;

}  // namespace

Result<> Daemon::start(Deadline deadline) {
  if (running()) return Error{ErrorKind::Conflict, strCat(recipe_.name, " runs already")};
  TRY(DirectoryWatch watch, DirectoryWatch::open(recipe_.readyDirectory));
  // A group of its own: Ctrl-C is for the program in the foreground.
  TRY(Process started,
      place_->spawn(recipe_.argv, {.errors = FileStream{recipe_.log}, .group = ProcessGroup::Own}));
  process_ = std::move(started);
  if (auto ready = watch.waitFor(recipe_.readyFile, *process_, deadline); !ready) {
    return explained(std::move(ready.error()));
  }
  return ok();
}

Result<> Daemon::stop(Deadline grace) {
  if (!process_) return ok();
  CHECK_OK(process_->stop(grace).in(recipe_.name));
  process_.reset();
  return ok();
}

Result<> Daemon::waitForCommand(Process& command, std::string_view name, Deadline deadline) {
  while (running()) {
    std::array<pollfd, 2> watched = {{{.fd = command.pidfd(), .events = POLLIN, .revents = 0},
                                      {.fd = process_->pidfd(), .events = POLLIN, .revents = 0}}};
    const int count = ::poll(watched.data(), watched.size(), deadline.pollTimeout());
    if (count < 0 && errno != EINTR) return errnoError("poll");
    if (count == 0 && deadline.passed()) {
      return explained({ErrorKind::Unavailable, strCat(name, " got no answer by the deadline")});
    }
    if (count > 0 && watched[0].revents != 0) {
      TRY(const ExitStatus status, command.wait(deadline));
      if (status.success()) return ok();
      return explained({ErrorKind::Unavailable, strCat(name, " ended with ", status)});
    }
  }
  return explained({ErrorKind::Unavailable, "ended while it was starting"});
}

Error Daemon::explained(Error error) const {
  std::string message = strCat(recipe_.name, ": ", error.message());
  if (const auto log = readFile(recipe_.log, kMostLog); log && !log->empty()) {
    std::string_view end = *log;
    while (!end.empty() && end.back() == '\n') end.remove_suffix(1);
    if (end.size() > kMostQuoted) end.remove_prefix(end.size() - kMostQuoted);
    strAppend(message, "; its log ends:\n", end);
  }
  return {error.kind(), std::move(message)};
}

}  // namespace pointsman::sandbox
