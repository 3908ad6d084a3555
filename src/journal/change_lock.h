// SPDX-License-Identifier: Apache-2.0
// One change at a time: a lock that names its holder and that no crash leaves behind.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"
#include "journal/identity.h"

namespace pointsman::journal {

// Held while the object lives. It is a flock(2), which a forked child shares: start children by
// exec only, as Process::start() does.
class ChangeLock {
 public:
  // Conflict at once when somebody else has it: "another change is under way: pid 123,
  // 'apply br-ex.yml', for 3 s". 'verb' is what the next one will be told about us.
  static Result<ChangeLock> acquire(const Directories& directories, std::string_view verb);
  // The same, but waits until it is free.
  static Result<ChangeLock> await(const Directories& directories, std::string_view verb);

  ChangeLock(ChangeLock&&) noexcept = default;
  ChangeLock& operator=(ChangeLock&&) = delete;
  ~ChangeLock();

 private:
  explicit ChangeLock(UniqueFd fd) : fd_(std::move(fd)) {}

  UniqueFd fd_;
};

}  // namespace pointsman::journal
