// SPDX-License-Identifier: Apache-2.0
// Process::start() and startFunction(): everything that allocates is prepared before fork(); the
// child between fork() and exec() makes async-signal-safe calls only, since another thread may have
// held the allocator's lock. A child that cannot get there says why through a close-on-exec pipe,
// whose end-of-file tells the parent that it did.
#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <mutex>

#include "base/process.h"
#include "base/process_streams.h"
#include "base/str_cat.h"

namespace pointsman {

namespace {

// What the child could not do; the values cross the status pipe.
enum class ChildStep : int { ParentDeath, Unshare, JoinNamespace, Group, Stream, Directory, Exec };

const char* toString(ChildStep step) {
  switch (step) {
    case ChildStep::ParentDeath:
      return "prctl(PR_SET_PDEATHSIG)";
    case ChildStep::Unshare:
      return "unshare";
    case ChildStep::JoinNamespace:
      return "setns";
    case ChildStep::Group:
      return "setpgid";
    case ChildStep::Stream:
      return "dup2";
    case ChildStep::Directory:
      return "chdir";
    case ChildStep::Exec:
      return "exec";
  }
  return "child";
}

struct ChildFailure {
  ChildStep step = ChildStep::Exec;
  int number = 0;
};

std::vector<std::string> mergedEnvironment(const std::map<std::string, std::string>& additions) {
  std::vector<std::string> merged;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!additions.contains(std::string(text.substr(0, text.find('='))))) merged.emplace_back(text);
  }
  for (const auto& [name, value] : additions) merged.push_back(strCat(name, "=", value));
  return merged;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// A pid namespace is entered by children, never by the caller: this makes the calling thread's next
// child live in another one, until it goes out of scope.
class PidNamespaceOfChildren {
 public:
  Result<> change(const ChildNamespaces& wanted) {
    const bool fresh = (wanted.unshared & CLONE_NEWPID) != 0;
    if (!fresh && wanted.pid < 0) return ok();
    own_ = UniqueFd{::open("/proc/thread-self/ns/pid", O_RDONLY | O_CLOEXEC)};
    if (!own_.valid()) return errnoError("/proc/thread-self/ns/pid");
    const int changed = fresh ? ::unshare(CLONE_NEWPID) : ::setns(wanted.pid, CLONE_NEWPID);
    if (changed != 0) return errnoError(fresh ? "unshare(CLONE_NEWPID)" : "setns(CLONE_NEWPID)");
    return ok();
  }

  Result<> restore() {
    if (!own_.valid()) return ok();
    if (::setns(own_.number(), CLONE_NEWPID) != 0) return errnoError("setns(CLONE_NEWPID)");
    own_.reset();
    return ok();
  }

  PidNamespaceOfChildren() = default;
  PidNamespaceOfChildren(const PidNamespaceOfChildren&) = delete;
  PidNamespaceOfChildren& operator=(const PidNamespaceOfChildren&) = delete;
  ~PidNamespaceOfChildren() { (void)restore(); }

 private:
  UniqueFd own_;
};

// No handler of ours may run in the child, so signals stay blocked across fork().
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;
  ~AllSignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

void flushOutputs() {
  std::fflush(stdout);
  std::fflush(stderr);
}

// One start at a time: a child forked by another thread meanwhile would inherit our pipe ends, and
// keep them open for as long as it does not exec().
std::mutex& startLock() {
  static std::mutex lock;
  return lock;
}

}  // namespace

// Holds what the child needs, made ready before fork().
class ProcessStarter {
 public:
  explicit ProcessStarter(const ProcessOptions& options) : options_(options) {}

  Result<Process> startProgram(const std::vector<std::string>& argv) {
    if (argv.empty()) return Error{ErrorKind::InvalidInput, "no program given"};
    TRY(const auto program, findProgram(argv.front()));
    std::vector<std::string> arguments = argv;
    std::vector<std::string> environment = mergedEnvironment(options_.environment);
    const std::vector<char*> argumentPointers = pointersTo(arguments);
    const std::vector<char*> environmentPointers = pointersTo(environment);
    return forkChild([&] {
             // What the child must not have is closed by exec(); before Linux 5.11 (EINVAL) there
             // is only the habit of opening everything close-on-exec.
             ::syscall(SYS_close_range, STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC);
             ::execve(program.c_str(), argumentPointers.data(), environmentPointers.data());
             fail(ChildStep::Exec);
           })
        .in(argv.front());
  }

  Result<Process> startFunction(const std::function<int()>& body) {
    // The copy would otherwise print again what waits in our buffers. Not fflush(nullptr), which
    // waits for a thread that reads stdin.
    flushOutputs();
    return forkChild([&] {
      for (const auto& [name, value] : options_.environment) {
        ::setenv(name.c_str(), value.c_str(), 1);
      }
      status_.writer.reset();
      lock_.unlock();  // 'body' may start processes itself
      const int code = body();
      flushOutputs();
      ::_exit(code);
    });
  }

 private:
  template <typename Body>
  Result<Process> forkChild(const Body& body) {
    lock_.lock();
    CHECK_OK(openStreams());
    TRY(status_, openPipe());
    PidNamespaceOfChildren pidNamespace;
    CHECK_OK(pidNamespace.change(options_.namespaces));

    pid_t pid = -1;
    const pid_t parent = ::getpid();
    {
      const AllSignalsBlocked blocked;
      pid = ::fork();
      if (pid == 0) {
        prepareChild(parent);
        body();
        ::_exit(127);  // not reached: both bodies end the process
      }
    }
    if (pid < 0) return errnoError("fork");
    closeChildEnds();
    lock_.unlock();
    TRY(Process child, adopt(pid));
    CHECK_OK(pidNamespace.restore());
    return child;
  }

  Result<> openStreams() {
    const std::array<const Stream*, 3> wanted = {&options_.input, &options_.output,
                                                 &options_.errors};
    for (int target = 0; target < 3; ++target) {
      const auto index = static_cast<std::size_t>(target);
      TRY(streams_[index], openStream(*wanted[index], target));
    }
    return ok();
  }

  void closeChildEnds() {
    status_.writer.reset();
    for (StreamEnds& stream : streams_) stream.child.reset();
  }

  // The rest of start() in the parent: opens the pidfd and waits for exec() or the reason why not.
  Result<Process> adopt(pid_t pid) {
    Process child;
    child.pidfd_ = UniqueFd{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))};
    if (!child.pidfd_.valid()) {
      Error error = errnoError("pidfd_open");
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
      return error;
    }
    child.pid_ = pid;
    child.ownGroup_ = options_.group != ProcessGroup::Inherited;
    ChildFailure failure;
    ssize_t count = 0;
    do {
      count = ::read(status_.reader.number(), &failure, sizeof failure);
    } while (count < 0 && errno == EINTR);
    if (count == static_cast<ssize_t>(sizeof failure)) {
      (void)child.wait(Deadline::never());
      return errnoError(failure.number, toString(failure.step));
    }
    child.input_ = std::move(streams_[0].ours);
    child.output_ = std::move(streams_[1].ours);
    child.errors_ = std::move(streams_[2].ours);
    return child;
  }

  // From here on, in the child.

  [[noreturn]] void fail(ChildStep step) const {
    const ChildFailure failure{.step = step, .number = errno};
    (void)!::write(status_.writer.number(), &failure, sizeof failure);
    ::_exit(127);
  }

  void prepareChild(pid_t parent) const {
    if (options_.diesWithParent) {
      if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail(ChildStep::ParentDeath);
      // The parent may have died before that call. In another pid namespace it has number 0, but
      // there the death of the namespace's init, which is a child of the parent too, ends us.
      const pid_t now = ::getppid();
      if (now != parent && now != 0) ::_exit(127);
    }
    enterNamespaces();
    for (int target = 0; target < 3; ++target) {
      const UniqueFd& source = streams_[static_cast<std::size_t>(target)].child;
      if (source.valid() && ::dup2(source.number(), target) < 0) fail(ChildStep::Stream);
    }
    arrangeGroup();
    if (!options_.workingDirectory.empty() && ::chdir(options_.workingDirectory.c_str()) != 0) {
      fail(ChildStep::Directory);
    }
    resetSignals();
  }

  void enterNamespaces() const {
    const int fresh = options_.namespaces.unshared & ~CLONE_NEWPID;
    if (fresh != 0 && ::unshare(fresh) != 0) fail(ChildStep::Unshare);
    for (const int fd : options_.namespaces.others) {
      if (::setns(fd, 0) != 0) fail(ChildStep::JoinNamespace);
    }
  }

  void arrangeGroup() const {
    if (options_.group == ProcessGroup::Inherited) return;
    if (::setpgid(0, 0) != 0) fail(ChildStep::Group);
    // Signals are still blocked, so SIGTTOU does not stop a background process that does this.
    // Without a terminal it fails, which is all right.
    if (options_.group == ProcessGroup::Foreground) ::tcsetpgrp(STDIN_FILENO, ::getpid());
  }

  static void resetSignals() {
    struct sigaction standard = {};
    standard.sa_handler = SIG_DFL;
    for (int number = 1; number <= SIGRTMAX; ++number) ::sigaction(number, &standard, nullptr);
    sigset_t none;
    ::sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  }

  const ProcessOptions& options_;
  std::unique_lock<std::mutex> lock_{startLock(), std::defer_lock};
  std::array<StreamEnds, 3> streams_ = {};
  PipeEnds status_ = {};
};

Result<Process> Process::start(const std::vector<std::string>& argv,
                               const ProcessOptions& options) {
  return ProcessStarter(options).startProgram(argv);
}

Result<Process> Process::startFunction(const std::function<int()>& body,
                                       const ProcessOptions& options) {
  return ProcessStarter(options).startFunction(body);
}

}  // namespace pointsman
