// SPDX-License-Identifier: Apache-2.0
#include "journal/private_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace pointsman::journal {

Result<UniqueFd> openPrivateFile(const std::filesystem::path& path, int flags) {
  UniqueFd fd{::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0600)};
  if (!fd.valid()) return errnoError(path.native());
  return fd;
}

Result<> writeAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errnoError("write");
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return ok();
}

}  // namespace pointsman::journal
