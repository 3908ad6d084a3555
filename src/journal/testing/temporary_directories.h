// SPDX-License-Identifier: Apache-2.0
// A state and a run directory that vanish with the test.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "journal/identity.h"

namespace pointsman::journal {

class TemporaryDirectories {
 public:
  TemporaryDirectories() {
    // In memory where there is such a place: tests write thousands of journals, each to disk.
    std::error_code absent;
    const std::filesystem::path root = std::filesystem::is_directory("/dev/shm", absent)
                                           ? "/dev/shm"
                                           : std::filesystem::temp_directory_path();
    std::string name = (root / "pointsman.XXXXXX").native();
    if (::mkdtemp(name.data()) == nullptr) ::abort();
    root_ = name;
    directories_ = {root_ / "state", root_ / "run"};
  }
  TemporaryDirectories(const TemporaryDirectories&) = delete;
  TemporaryDirectories& operator=(const TemporaryDirectories&) = delete;
  ~TemporaryDirectories() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }

  [[nodiscard]] const Directories& directories() const { return directories_; }

 private:
  std::filesystem::path root_;
  Directories directories_;
};

}  // namespace pointsman::journal
