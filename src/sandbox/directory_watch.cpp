// SPDX-License-Identifier: Apache-2.0
#include "sandbox/directory_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace pointsman::sandbox {

namespace {

// Whether a name in 'events', as read from inotify(7), satisfies 'matches'.
bool anyMatches(std::string_view events, const std::function<bool(std::string_view)>& matches) {
  while (events.size() >= sizeof(inotify_event)) {
    inotify_event event;
    std::memcpy(&event, events.data(), sizeof event);
    events.remove_prefix(sizeof event);
    if (event.len > events.size()) return false;
    // Padded with zeros to 'len'.
    const std::string_view padded = events.substr(0, event.len);
    events.remove_prefix(event.len);
    if (matches(padded.substr(0, padded.find('\0')))) return true;
  }
  return false;
}

}  // namespace

Result<DirectoryWatch> DirectoryWatch::open(const std::filesystem::path& directory) {
  UniqueFd inotify{::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)};
  if (!inotify.valid()) return errnoError("inotify_init1");
  if (::inotify_add_watch(inotify.number(), directory.c_str(), IN_CREATE | IN_MOVED_TO) < 0) {
    return errnoError(directory.native());
  }
  return DirectoryWatch(std::move(inotify));
}

Result<> DirectoryWatch::waitFor(const std::function<bool(std::string_view)>& matches,
                                 const Process& daemon, Deadline deadline) {
  std::array<char, 4096> buffer;
  while (true) {
    std::array<pollfd, 2> watched = {{{.fd = inotify_.number(), .events = POLLIN, .revents = 0},
                                      {.fd = daemon.pidfd(), .events = POLLIN, .revents = 0}}};
    const int count = ::poll(watched.data(), watched.size(), deadline.pollTimeout());
    if (count < 0 && errno != EINTR) return errnoError("poll");
    if (count == 0 && deadline.passed()) {
      return Error{ErrorKind::Unavailable, "not ready at the deadline"};
    }
    const ssize_t size = ::read(inotify_.number(), buffer.data(), buffer.size());
    if (size > 0 && anyMatches({buffer.data(), static_cast<std::size_t>(size)}, matches)) {
      return ok();
    }
    if (count > 0 && watched[1].revents != 0) {
      return Error{ErrorKind::Unavailable, "ended while it was starting"};
    }
  }
}

}  // namespace pointsman::sandbox
