// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include "base/str_cat.h"
#include "base/unique_fd.h"

namespace pointsman {

namespace {

Result<> writeAll(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::write(fd, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errnoError("write");
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  return ok();
}

Result<> syncDirectory(const std::filesystem::path& directory) {
  const UniqueFd fd{::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!fd.valid()) return errnoError("open");
  if (::fsync(fd.number()) != 0) return errnoError("fsync");
  return ok();
}

Result<> writeAndRename(const UniqueFd& fd, const std::string& temporary,
                        const std::filesystem::path& path, std::string_view content, mode_t mode) {
  CHECK_OK(writeAll(fd.number(), content));
  if (::fchmod(fd.number(), mode) != 0) return errnoError("fchmod");
  if (::fsync(fd.number()) != 0) return errnoError("fsync");
  if (::rename(temporary.c_str(), path.c_str()) != 0) return errnoError("rename");
  return ok();
}

}  // namespace

Result<std::string> readAll(int fd, std::size_t mostBytes) {
  std::string content;
  std::array<char, 65536> chunk;
  while (true) {
    const ssize_t count = ::read(fd, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errnoError("read");
    if (count == 0) return content;
    content.append(chunk.data(), static_cast<std::size_t>(count));
    if (content.size() > mostBytes) {
      return Error{ErrorKind::InvalidInput, strCat("larger than ", mostBytes, " bytes")};
    }
  }
}

Result<std::string> readFile(const std::filesystem::path& path, std::size_t mostBytes) {
  const UniqueFd fd{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!fd.valid()) return errnoError(path.native());
  return readAll(fd.number(), mostBytes).in(path.native());
}

Result<> writeFileAtomically(const std::filesystem::path& path, std::string_view content,
                             mode_t mode) {
  std::string temporary = strCat(path.native(), ".XXXXXX");
  const UniqueFd fd{::mkostemp(temporary.data(), O_CLOEXEC)};
  if (!fd.valid()) return errnoError(path.native());
  if (auto written = writeAndRename(fd, temporary, path, content, mode); !written) {
    ::unlink(temporary.c_str());
    return std::move(written).in(path.native());
  }
  const auto directory = path.parent_path();
  return syncDirectory(directory.empty() ? "." : directory).in(path.native());
}

}  // namespace pointsman
