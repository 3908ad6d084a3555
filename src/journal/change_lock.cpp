// SPDX-License-Identifier: Apache-2.0
#include "journal/change_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>

#include "base/file.h"
#include "base/str_cat.h"
#include "journal/private_file.h"

namespace pointsman::journal {

namespace {

constexpr std::size_t kMostHolderBytes = 4096;

Result<UniqueFd> openLockFile(const Directories& directories) {
  CHECK_OK(makePrivateDirectory(directories.run));
  return openPrivateFile(directories.run / "change.lock", O_RDWR | O_CREAT);
}

// The file says "<pid> <boot time in ms> <verb>".
Result<> writeHolder(int fd, std::string_view verb) {
  const std::string text =
      strCat(::getpid(), " ", bootTimeNow().count(), " ", verb.substr(0, kMostHolderBytes / 2));
  if (::ftruncate(fd, 0) != 0) return errnoError("change lock");
  const ssize_t count = ::pwrite(fd, text.data(), text.size(), 0);
  if (count != static_cast<ssize_t>(text.size())) return errnoError("change lock");
  return ok();
}

// Takes a number and the blank after it off the front.
bool takeNumber(std::string_view& text, long long& number) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc{} || end == text.data() + text.size() || *end != ' ') return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return true;
}

// What is known about the holder may be nothing: it has the lock before it writes who it is.
Error heldBySomebody(int fd) {
  const auto content = readAll(fd, kMostHolderBytes);
  std::string_view rest = content ? std::string_view(*content) : std::string_view();
  long long pid = 0;
  long long since = 0;
  if (!takeNumber(rest, pid) || !takeNumber(rest, since)) {
    return {ErrorKind::Conflict, "another change is under way"};
  }
  const auto held =
      std::chrono::duration_cast<std::chrono::seconds>(bootTimeNow() - BootTime(since));
  return {ErrorKind::Conflict, strCat("another change is under way: pid ", pid, ", '", rest,
                                      "', for ", held.count(), " s")};
}

}  // namespace

Result<ChangeLock> ChangeLock::acquire(const Directories& directories, std::string_view verb) {
  TRY(UniqueFd fd, openLockFile(directories));
  if (::flock(fd.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return heldBySomebody(fd.number());
    return errnoError("change lock");
  }
  CHECK_OK(writeHolder(fd.number(), verb));
  return ChangeLock(std::move(fd));
}

Result<ChangeLock> ChangeLock::await(const Directories& directories, std::string_view verb) {
  TRY(UniqueFd fd, openLockFile(directories));
  while (::flock(fd.number(), LOCK_EX) != 0) {
    if (errno != EINTR) return errnoError("change lock");
  }
  CHECK_OK(writeHolder(fd.number(), verb));
  return ChangeLock(std::move(fd));
}

ChangeLock::~ChangeLock() {
  if (!fd_.valid()) return;
  // So that the next holder is not taken for us before it has written who it is. The file stays:
  // unlinking it would let two processes lock two files of the same name.
  (void)!::ftruncate(fd_.number(), 0);
  ::flock(fd_.number(), LOCK_UN);
}

}  // namespace pointsman::journal
