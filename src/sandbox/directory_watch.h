// SPDX-License-Identifier: Apache-2.0
// Waits for a daemon to put a file into a directory: how OVS daemons and dnsmasq show that they are
// ready without detaching from us.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "base/deadline.h"
#include "base/process.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace pointsman::sandbox {

class DirectoryWatch {
 public:
  // To be opened before the daemon starts, so that nothing is missed.
  static Result<DirectoryWatch> open(const std::filesystem::path& directory);

  // Returns once a file appears whose name 'matches'. Unavailable when 'daemon' ends before that,
  // or when the deadline passes.
  Result<> waitFor(const std::function<bool(std::string_view)>& matches, const Process& daemon,
                   Deadline deadline);

 private:
  explicit DirectoryWatch(UniqueFd inotify) : inotify_(std::move(inotify)) {}
  UniqueFd inotify_;
};

}  // namespace pointsman::sandbox
