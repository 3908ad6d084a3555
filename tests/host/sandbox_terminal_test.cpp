// SPDX-License-Identifier: Apache-2.0
// A program that runs in a sandbox on a terminal: Ctrl-C and Ctrl-Z are for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>

#include "sandbox/sandbox.h"

namespace pointsman::sandbox {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

Deadline soon() { return Deadline::after(seconds(20)); }

// A process that has a pseudo-terminal for its own, as a login shell's child has.
class Terminal {
 public:
  static Result<Terminal> run(const std::vector<std::string>& argv) {
    int master = -1;
    int slave = -1;
    if (::openpty(&master, &slave, nullptr, nullptr, nullptr) != 0) return errnoError("openpty");
    UniqueFd ours{master};
    const UniqueFd theirs{slave};
    const auto supervise = [&argv] {
      if (::setsid() < 0 || ::ioctl(STDIN_FILENO, TIOCSCTTY, 0) != 0) return 97;
      auto sandbox = Sandbox::start({.nics = 1, .withOvs = false}, soon());
      if (!sandbox) return 99;
      const auto ended = (*sandbox)->run(argv);
      return ended ? ended->shellStatus() : 98;
    };
    TRY(Process parent, Process::startFunction(supervise, {.input = FdStream{slave},
                                                           .output = FdStream{slave},
                                                           .errors = FdStream{slave}}));
    return Terminal(std::move(parent), std::move(ours));
  }

  Process& parent() { return parent_; }

  void type(std::string_view keys) {
    EXPECT_EQ(::write(master_.number(), keys.data(), keys.size()),
              static_cast<ssize_t>(keys.size()));
  }

  // What appears on the screen up to and including 'text'.
  std::string readUntil(std::string_view text) {
    std::string screen;
    pollfd watched{.fd = master_.number(), .events = POLLIN, .revents = 0};
    std::array<char, 1024> chunk;
    const Deadline deadline = soon();
    while (screen.find(text) == std::string::npos) {
      if (::poll(&watched, 1, deadline.pollTimeout()) <= 0) break;
      const ssize_t count = ::read(master_.number(), chunk.data(), chunk.size());
      if (count <= 0) break;
      screen.append(chunk.data(), static_cast<std::size_t>(count));
    }
    return screen;
  }

 private:
  Terminal(Process parent, UniqueFd master)
      : parent_(std::move(parent)), master_(std::move(master)) {}
  Process parent_;
  UniqueFd master_;
};

TEST(SandboxTerminal, GivesCtrlCToTheProgram) {
  auto terminal = Terminal::run({"sh", "-c", "trap 'exit 42' INT; echo ready; read answer"});
  ASSERT_TRUE(terminal) << terminal.error().message();
  ASSERT_THAT(terminal->readUntil("ready"), HasSubstr("ready"));
  terminal->type("\x03");
  EXPECT_EQ(terminal->parent().wait(soon())->code, 42);
}

TEST(SandboxTerminal, StopsAndContinuesWithTheProgram) {
  auto terminal = Terminal::run({"sh", "-c", "echo ready; exec cat"});
  ASSERT_TRUE(terminal) << terminal.error().message();
  ASSERT_THAT(terminal->readUntil("ready"), HasSubstr("ready"));
  terminal->type("\x1a");
  siginfo_t stopped = {};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(terminal->parent().pid()), &stopped, WSTOPPED), 0);
  EXPECT_EQ(stopped.si_code, CLD_STOPPED);

  EXPECT_TRUE(terminal->parent().signal(SIGCONT));
  terminal->type("again\n");
  EXPECT_THAT(terminal->readUntil("again\r\nagain"), HasSubstr("again\r\nagain"))
      << "what is typed, then what cat says";
  terminal->type("\x04");
  EXPECT_EQ(terminal->parent().wait(soon())->code, 0);
}

}  // namespace
}  // namespace pointsman::sandbox
