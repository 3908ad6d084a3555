// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "base/result.h"
#include "base/unique_fd.h"
#include "journal/identity.h"

namespace pointsman::apply {

enum class WatchEvent : std::uint8_t { JournalChanged, OwnerDied, DeadlinePassed };

// Waits for whatever can decide the fate of a change.
class JournalWatch {
 public:
  // 'owner' may have died already.
  static Result<JournalWatch> start(const journal::Directories& directories, pid_t owner);

  // Without a deadline waits for the other events only. OwnerDied comes once.
  Result<WatchEvent> wait(std::optional<journal::BootTime> deadline);

  // False once OwnerDied has come, or when there was no such process to begin with.
  [[nodiscard]] bool ownerAlive() const { return owner_.valid(); }

 private:
  JournalWatch(UniqueFd changes, UniqueFd owner, UniqueFd timer)
      : changes_(std::move(changes)), owner_(std::move(owner)), timer_(std::move(timer)) {}

  Result<> setTimer(std::optional<journal::BootTime> deadline);

  UniqueFd changes_;  // inotify
  UniqueFd owner_;    // pidfd; invalid once its death was told
  UniqueFd timer_;    // timerfd, on the clock that goes on while the host sleeps
};

}  // namespace pointsman::apply
