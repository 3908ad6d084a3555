// SPDX-License-Identifier: Apache-2.0
#include "base/process.h"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/str_cat.h"

namespace pointsman {

namespace {

bool isProgram(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

// True once 'fd' is readable, false when the deadline passes first.
Result<bool> waitReadable(int fd, Deadline deadline) {
  pollfd watched{.fd = fd, .events = POLLIN, .revents = 0};
  while (true) {
    const int count = ::poll(&watched, 1, deadline.pollTimeout());
    if (count > 0) return true;
    if (count < 0 && errno != EINTR) return errnoError("poll");
    if (count == 0 && deadline.passed()) return false;
  }
}

}  // namespace

std::string toString(const ExitStatus& status) {
  if (status.signal != 0) return strCat("killed by signal ", status.signal);
  return strCat("exit status ", status.code);
}

Result<std::filesystem::path> findProgram(std::string_view name) {
  if (name.find('/') != std::string_view::npos) return std::filesystem::path(name);
  const char* path = std::getenv("PATH");
  const std::string directories =
      strCat(path != nullptr ? path : "/usr/bin:/bin", ":/usr/local/sbin:/usr/sbin:/sbin");
  std::string_view rest = directories;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string_view directory = rest.substr(0, colon);
    rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
    // An empty element means the working directory to exec(3); for a program run as root that is a
    // trap, not a feature.
    if (directory.empty()) continue;
    auto candidate = std::filesystem::path(directory) / name;
    if (isProgram(candidate)) return candidate;
  }
  return Error{ErrorKind::NotFound, strCat(name, ": not found in PATH")};
}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      pidfd_(std::move(other.pidfd_)),
      ownGroup_(other.ownGroup_),
      status_(other.status_),
      input_(std::move(other.input_)),
      output_(std::move(other.output_)),
      errors_(std::move(other.errors_)) {}

Process& Process::operator=(Process&& other) noexcept {
  if (this == &other) return *this;
  killAndReap();
  pid_ = std::exchange(other.pid_, -1);
  pidfd_ = std::move(other.pidfd_);
  ownGroup_ = other.ownGroup_;
  status_ = other.status_;
  input_ = std::move(other.input_);
  output_ = std::move(other.output_);
  errors_ = std::move(other.errors_);
  return *this;
}

Process::~Process() { killAndReap(); }

void Process::killAndReap() {
  if (pid_ < 0 || status_) return;
  (void)signal(SIGKILL);
  (void)wait(Deadline::never());
}

bool Process::running() const {
  if (pid_ < 0 || status_) return false;
  const auto ended = waitReadable(pidfd_.number(), Deadline::at(Clock::now()));
  return ended && !*ended;
}

Result<> Process::signal(int number) {
  if (pid_ < 0 || status_) return ok();
  // The pid cannot have been reused: until wait() has reaped it, the child keeps it as a zombie.
  const long sent = ownGroup_
                        ? ::kill(-pid_, number)
                        : ::syscall(SYS_pidfd_send_signal, pidfd_.number(), number, nullptr, 0);
  if (sent != 0 && errno != ESRCH) return errnoError("kill");
  return ok();
}

Result<ExitStatus> Process::wait(Deadline deadline) {
  if (status_) return *status_;
  if (pid_ < 0) return Error{ErrorKind::Internal, "wait for a process that was moved away"};
  TRY(const bool ended, waitReadable(pidfd_.number(), deadline));
  if (!ended) return Error{ErrorKind::Unavailable, "still running at the deadline"};
  int raw = 0;
  while (::waitpid(pid_, &raw, 0) < 0) {
    if (errno != EINTR) return errnoError("waitpid");
  }
  status_ = WIFSIGNALED(raw) ? ExitStatus{.code = 0, .signal = WTERMSIG(raw)}
                             : ExitStatus{.code = WEXITSTATUS(raw), .signal = 0};
  return *status_;
}

Result<ExitStatus> Process::stop(Deadline grace) {
  CHECK_OK(signal(SIGTERM));
  auto ended = wait(grace);
  if (ended || ended.error().kind() != ErrorKind::Unavailable) return ended;
  CHECK_OK(signal(SIGKILL));
  return wait(Deadline::never());
}

}  // namespace pointsman
