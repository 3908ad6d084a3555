// SPDX-License-Identifier: Apache-2.0
#include "sandbox/foreground.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace pointsman::sandbox {

namespace {

bool inForeground() {
  return ::isatty(STDIN_FILENO) != 0 && ::tcgetpgrp(STDIN_FILENO) == ::getpgrp();
}

void giveTerminalTo(pid_t group) {
  // A process in the background that does this is stopped by SIGTTOU unless it blocks it.
  sigset_t outputStop;
  sigset_t before;
  ::sigemptyset(&outputStop);
  ::sigaddset(&outputStop, SIGTTOU);
  ::pthread_sigmask(SIG_BLOCK, &outputStop, &before);
  ::tcsetpgrp(STDIN_FILENO, group);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// The program was stopped (Ctrl-Z): so are we, for our shell to notice, until it continues us.
void stopTogether(Process& program) {
  giveTerminalTo(::getpgrp());
  ::kill(::getpid(), SIGSTOP);
  if (inForeground()) giveTerminalTo(program.pid());
  (void)program.signal(SIGCONT);
}

// Returns when the program has ended, unreaped.
Result<> waitThroughStops(Process& program) {
  while (true) {
    siginfo_t change = {};
    if (::waitid(P_PID, static_cast<id_t>(program.pid()), &change, WEXITED | WSTOPPED | WNOWAIT) !=
        0) {
      if (errno == EINTR) continue;
      return errnoError("waitid");
    }
    if (change.si_code != CLD_STOPPED) return ok();
    // Takes note of the stop; WNOWAIT above was for the end, which Process::wait() reaps.
    ::waitid(P_PID, static_cast<id_t>(program.pid()), &change, WSTOPPED);
    stopTogether(program);
  }
}

}  // namespace

Result<ExitStatus> runInForeground(const std::function<Result<Process>(ProcessGroup)>& start) {
  if (!inForeground()) {
    TRY(Process program, start(ProcessGroup::Inherited));
    return program.wait(Deadline::never());
  }
  TRY(Process program, start(ProcessGroup::Foreground));
  auto waited = waitThroughStops(program);
  giveTerminalTo(::getpgrp());
  CHECK_OK(std::move(waited));
  return program.wait(Deadline::never());
}

}  // namespace pointsman::sandbox
