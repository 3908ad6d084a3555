// SPDX-License-Identifier: Apache-2.0
#include "journal/identity.h"

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <system_error>

#include "base/file.h"

namespace pointsman::journal {

namespace {

constexpr std::size_t kMostBootIdBytes = 256;

}  // namespace

Result<HostIdentity> readHostIdentity() {
  HostIdentity identity;
  TRY(identity.bootId, readFile("/proc/sys/kernel/random/boot_id", kMostBootIdBytes));
  while (!identity.bootId.empty() && identity.bootId.back() == '\n') identity.bootId.pop_back();

  std::array<char, 64> link = {};
  // thread-self: a thread can be in a namespace of its own.
  const ssize_t length = ::readlink("/proc/thread-self/ns/net", link.data(), link.size());
  if (length < 0) return errnoError("/proc/thread-self/ns/net");
  identity.networkNamespace.assign(link.data(), static_cast<std::size_t>(length));
  return identity;
}

BootTime bootTimeNow() {
  timespec now = {};
  ::clock_gettime(CLOCK_BOOTTIME, &now);  // fails only for clocks that do not exist
  return std::chrono::duration_cast<BootTime>(std::chrono::seconds(now.tv_sec) +
                                              std::chrono::nanoseconds(now.tv_nsec));
}

Result<> makePrivateDirectory(const std::filesystem::path& directory) {
  std::error_code failed;
  if (std::filesystem::is_directory(directory, failed)) return ok();
  if (directory.has_parent_path()) {
    std::filesystem::create_directories(directory.parent_path(), failed);
    if (failed) return errnoError(failed.value(), directory.parent_path().native());
  }
  if (::mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST) {
    return errnoError(directory.native());
  }
  return ok();
}

}  // namespace pointsman::journal
