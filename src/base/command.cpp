// SPDX-License-Identifier: Apache-2.0
#include "base/command.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/str_cat.h"

namespace pointsman {

namespace {

constexpr std::size_t kMostQuoted = 2000;

// One captured stream of a running program.
class Capture {
 public:
  Capture(UniqueFd& pipe, std::string& text, std::size_t mostBytes)
      : pipe_(pipe), text_(text), mostBytes_(mostBytes) {}

  Result<> setNonBlocking() {
    if (::fcntl(pipe_.number(), F_SETFL, O_NONBLOCK) != 0) return errnoError("fcntl(O_NONBLOCK)");
    return ok();
  }

  // -1, which poll(2) passes over, once the stream has ended.
  [[nodiscard]] int fd() const { return pipe_.number(); }

  // Takes what is there without waiting.
  Result<> drain() {
    std::array<char, 65536> chunk;
    while (pipe_.valid()) {
      const ssize_t count = ::read(pipe_.number(), chunk.data(), chunk.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0 && errno == EAGAIN) return ok();
      if (count < 0) return errnoError("read");
      if (count == 0) pipe_.reset();
      text_.append(chunk.data(), static_cast<std::size_t>(count));
      if (text_.size() > mostBytes_) {
        return Error{ErrorKind::Protocol, strCat("printed more than ", mostBytes_, " bytes")};
      }
    }
    return ok();
  }

 private:
  UniqueFd& pipe_;
  std::string& text_;
  std::size_t mostBytes_;
};

Result<> drainUntilEnd(const Process& process, Capture& output, Capture& errors,
                       Deadline deadline) {
  bool ended = false;
  while (!ended) {
    std::array<pollfd, 3> watched = {{{.fd = process.pidfd(), .events = POLLIN, .revents = 0},
                                      {.fd = output.fd(), .events = POLLIN, .revents = 0},
                                      {.fd = errors.fd(), .events = POLLIN, .revents = 0}}};
    const int count = ::poll(watched.data(), watched.size(), deadline.pollTimeout());
    if (count < 0 && errno != EINTR) return errnoError("poll");
    if (count <= 0 && deadline.passed()) {
      return Error{ErrorKind::Unavailable, "still running at the deadline"};
    }
    // Read after the look at the pidfd: what was printed before the end is then in the pipe.
    ended = count > 0 && watched[0].revents != 0;
    CHECK_OK(output.drain());
    CHECK_OK(errors.drain());
  }
  return ok();
}

Result<CommandOutput> runToEnd(const std::vector<std::string>& argv, const ProcessOptions& options,
                               Deadline deadline, std::size_t mostBytes) {
  TRY(Process process, Process::start(argv, options));
  CommandOutput result;
  Capture output(process.output(), result.output, mostBytes);
  Capture errors(process.errors(), result.errors, mostBytes);
  CHECK_OK(output.setNonBlocking());
  CHECK_OK(errors.setNonBlocking());
  CHECK_OK(drainUntilEnd(process, output, errors, deadline).in(argv.front()));
  TRY(result.status, process.wait(deadline).in(argv.front()));
  return result;
}

}  // namespace

Result<> CommandOutput::check(std::string_view program) const {
  if (status.success()) return ok();
  std::string_view said = errors;
  while (!said.empty() && (said.back() == '\n' || said.back() == ' ')) said.remove_suffix(1);
  // The end of a long message says more than its beginning.
  if (said.size() > kMostQuoted) said.remove_prefix(said.size() - kMostQuoted);
  return Error{ErrorKind::Unavailable,
               strCat(program, ": ", status, said.empty() ? "" : ": ", said)};
}

Result<CommandOutput> runCommand(const std::vector<std::string>& argv, ProcessOptions options,
                                 Deadline deadline, std::size_t mostBytes) {
  options.output = PipeStream{};
  options.errors = PipeStream{};
  return runToEnd(argv, options, deadline, mostBytes);
}

}  // namespace pointsman
