// SPDX-License-Identifier: Apache-2.0
// Where and when a change is made: the boot, the network namespace, the directories that keep its
// traces, and the clock that its deadline is told by.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "base/result.h"

namespace pointsman::journal {

struct Directories {
  std::filesystem::path state = {};  // survives a reboot: /var/lib/pointsman
  std::filesystem::path run = {};    // does not: /run/pointsman
};

struct HostIdentity {
  std::string bootId = {};
  // Of the calling thread, as the kernel names it: "net:[4026531840]". A journal written in one
  // namespace must not be played back in another.
  std::string networkNamespace = {};
  bool operator==(const HostIdentity&) const = default;
};

Result<HostIdentity> readHostIdentity();

// Time since boot that goes on while the host sleeps (CLOCK_BOOTTIME). A deadline told by it means
// the same to every process of one boot, whatever happens to the wall clock.
using BootTime = std::chrono::milliseconds;
[[nodiscard]] BootTime bootTimeNow();

// Makes 'directory' with mode 0700 if it is missing, its parents with the usual one.
Result<> makePrivateDirectory(const std::filesystem::path& directory);

}  // namespace pointsman::journal
