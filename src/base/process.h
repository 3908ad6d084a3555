// SPDX-License-Identifier: Apache-2.0
// A child process, owned: started from an argument vector (never a shell), watched through its
// pidfd, killed and reaped when the owner lets go of it. command.h runs one to its end and keeps
// what it printed.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace pointsman {

// Where one of the child's standard streams leads.
struct NullStream {};
struct InheritedStream {};
struct PipeStream {};  // to us: Process::input(), output(), errors()
struct FileStream {
  std::filesystem::path path = {};  // read for stdin; else appended to, made with mode 0600
};
struct FdStream {
  int fd = -1;  // stays the caller's
};
struct TextStream {
  std::string text = {};  // stdin only
};
using Stream =
    std::variant<NullStream, InheritedStream, PipeStream, FileStream, FdStream, TextStream>;

enum class ProcessGroup : std::uint8_t {
  Inherited,
  Own,         // signals reach whatever the child starts, too
  Foreground,  // Own, and the terminal on stdin, if there is one, belongs to it
};

// Namespaces other than ours. Joining a mount namespace moves the child to its root directory.
struct ChildNamespaces {
  int unshared = 0;  // CLONE_NEW… of those to make; CLONE_NEWPID makes the child its init
  int pid = -1;      // descriptor of the pid namespace to join
  std::vector<int> others = {};  // descriptors of the rest, joined in this order
};

struct ProcessOptions {
  std::map<std::string, std::string> environment = {};  // added to ours, or replacing in it
  std::filesystem::path workingDirectory = {};          // empty: ours
  Stream input = NullStream{};
  Stream output = NullStream{};
  Stream errors = NullStream{};
  ProcessGroup group = ProcessGroup::Inherited;
  // The kernel kills the child when the thread that started it ends, so also after kill -9.
  // False for a child that must outlive us.
  bool diesWithParent = true;
  ChildNamespaces namespaces = {};
};

struct ExitStatus {
  int code = 0;    // what the program returned; meaningless when 'signal' is set
  int signal = 0;  // the signal that ended it, or 0

  [[nodiscard]] bool success() const { return code == 0 && signal == 0; }
  // As a shell reports it: 128 + signal for a program that was killed.
  [[nodiscard]] int shellStatus() const { return signal != 0 ? 128 + signal : code; }
  bool operator==(const ExitStatus&) const = default;
};
std::string toString(const ExitStatus& status);

// The file that 'name' means: itself when it holds a slash, else the first match in PATH and then
// in the sbin directories, which the PATH of a plain user lacks. NotFound otherwise.
Result<std::filesystem::path> findProgram(std::string_view name);

// Threading: one thread at a time. Keep the thread that starts a child alive as long as the child,
// see ProcessOptions::diesWithParent.
class Process {
 public:
  // Returns once the program runs; a failure between fork and exec, such as a missing working
  // directory, is an Error here. The child has an empty signal mask, default signal dispositions
  // and no descriptor of ours but its standard streams.
  static Result<Process> start(const std::vector<std::string>& argv,
                               const ProcessOptions& options = {});

  // Runs 'body' in a forked copy of this process, whose exit code it returns. The copy has the
  // calling thread only; 'body' may use any code that needs no other.
  static Result<Process> startFunction(const std::function<int()>& body,
                                       const ProcessOptions& options = {});

  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process();  // SIGKILL unless it has ended, then reaps it

  [[nodiscard]] pid_t pid() const { return pid_; }
  // Readable once the child has ended: for a poll(2) that waits for other things too.
  [[nodiscard]] int pidfd() const { return pidfd_.number(); }
  [[nodiscard]] bool running() const;

  // Our ends of the streams that were PipeStream, else invalid. Close input() to send end-of-file.
  [[nodiscard]] UniqueFd& input() { return input_; }
  [[nodiscard]] UniqueFd& output() { return output_; }
  [[nodiscard]] UniqueFd& errors() { return errors_; }

  // To the whole group if the child has its own. A child that has ended is no error.
  Result<> signal(int number);
  // Unavailable when the deadline passes first; the child then runs on.
  Result<ExitStatus> wait(Deadline deadline);
  // SIGTERM, and SIGKILL for what still runs at 'grace'.
  Result<ExitStatus> stop(Deadline grace);

 private:
  Process() = default;
  friend class ProcessStarter;

  void killAndReap();

  pid_t pid_ = -1;
  UniqueFd pidfd_;
  bool ownGroup_ = false;
  std::optional<ExitStatus> status_;  // set once reaped
  UniqueFd input_;
  UniqueFd output_;
  UniqueFd errors_;
};

}  // namespace pointsman
