// SPDX-License-Identifier: Apache-2.0
#include "base/process_streams.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace pointsman {

namespace {

// Never one of 0, 1, 2, even when we run with those closed: the child's dup2() onto them would
// overwrite one stream with another.
Result<UniqueFd> aboveStandardStreams(UniqueFd fd) {
  if (fd.number() > STDERR_FILENO) return fd;
  UniqueFd higher{::fcntl(fd.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1)};
  if (!higher.valid()) return errnoError("fcntl(F_DUPFD_CLOEXEC)");
  return higher;
}

Result<UniqueFd> openPath(const std::filesystem::path& path, int flags) {
  UniqueFd fd{::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, 0600)};
  if (!fd.valid()) return errnoError(path.native());
  return aboveStandardStreams(std::move(fd));
}

// A memory file rather than a pipe: no one has to feed it while the child runs.
Result<UniqueFd> openText(const std::string& text) {
  UniqueFd fd{::memfd_create("stdin", MFD_CLOEXEC)};
  if (!fd.valid()) return errnoError("memfd_create");
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(fd.number(), text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errnoError("write");
    written += static_cast<std::size_t>(count);
  }
  if (::lseek(fd.number(), 0, SEEK_SET) != 0) return errnoError("lseek");
  return aboveStandardStreams(std::move(fd));
}

}  // namespace

Result<PipeEnds> openPipe() {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errnoError("pipe2");
  UniqueFd reader{ends[0]};
  UniqueFd writer{ends[1]};
  TRY(UniqueFd safeReader, aboveStandardStreams(std::move(reader)));
  TRY(UniqueFd safeWriter, aboveStandardStreams(std::move(writer)));
  return PipeEnds{.reader = std::move(safeReader), .writer = std::move(safeWriter)};
}

Result<StreamEnds> openStream(const Stream& stream, int target) {
  const bool input = target == STDIN_FILENO;
  StreamEnds ends;
  if (std::holds_alternative<NullStream>(stream)) {
    TRY(ends.child, openPath("/dev/null", O_RDWR));
  } else if (std::holds_alternative<PipeStream>(stream)) {
    TRY(PipeEnds pipe, openPipe());
    ends.child = std::move(input ? pipe.reader : pipe.writer);
    ends.ours = std::move(input ? pipe.writer : pipe.reader);
  } else if (const auto* file = std::get_if<FileStream>(&stream)) {
    TRY(ends.child, openPath(file->path, input ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND));
  } else if (const auto* given = std::get_if<FdStream>(&stream)) {
    ends.child = UniqueFd{::fcntl(given->fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)};
    if (!ends.child.valid()) return errnoError("fcntl(F_DUPFD_CLOEXEC)");
  } else if (const auto* text = std::get_if<TextStream>(&stream)) {
    if (!input) return Error{ErrorKind::InvalidInput, "a TextStream can only be read"};
    TRY(ends.child, openText(text->text));
  }
  return ends;
}

}  // namespace pointsman
