// SPDX-License-Identifier: Apache-2.0
#include "base/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <array>
#include <thread>

#include "base/command.h"
#include "base/file.h"
#include "base/str_cat.h"

namespace pointsman {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Deadline soon() { return Deadline::after(seconds(20)); }

// Runs a shell script: tests need programs that misbehave in particular ways.
Result<CommandOutput> runScript(const std::string& script, const ProcessOptions& options = {},
                                Deadline deadline = soon(),
                                std::size_t mostBytes = kMostCommandOutput) {
  return runCommand({"/bin/sh", "-c", script}, options, deadline, mostBytes);
}

Result<Process> startScript(const std::string& script, const ProcessOptions& options = {}) {
  return Process::start({"/bin/sh", "-c", script}, options);
}

bool exists(pid_t pid) { return ::kill(pid, 0) == 0; }

std::string readLine(int fd) {
  std::string line;
  char letter = 0;
  while (::read(fd, &letter, 1) == 1 && letter != '\n') line += letter;
  return line;
}

TEST(RunCommand, KeepsBothOutputsAndTheStatus) {
  const auto ran = runScript("echo out; echo err >&2; exit 3");
  ASSERT_TRUE(ran) << ran.error().message();
  EXPECT_EQ(ran->output, "out\n");
  EXPECT_EQ(ran->errors, "err\n");
  EXPECT_EQ(ran->status, (ExitStatus{.code = 3, .signal = 0}));
  EXPECT_EQ(ran->check("tool").error().message(), "tool: exit status 3: err");
}

TEST(RunCommand, PassesArgumentsAsTheyAre) {
  const auto ran = runCommand({"printf", "%s|", "a b", "$HOME", "*"}, {}, soon());
  ASSERT_TRUE(ran) << ran.error().message();
  EXPECT_EQ(ran->output, "a b|$HOME|*|");
  EXPECT_TRUE(ran->check("printf"));
}

TEST(RunCommand, KeepsMoreThanAPipeHolds) {
  const auto ran = runScript("head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2");
  ASSERT_TRUE(ran) << ran.error().message();
  EXPECT_EQ(ran->output.size(), 300000U);
  EXPECT_EQ(ran->errors.size(), 300000U);
}

TEST(RunCommand, RefusesMoreOutputThanAllowed) {
  const auto ran = runScript("yes", {}, soon(), 1000);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().kind(), ErrorKind::Protocol);
  EXPECT_EQ(ran.error().message(), "/bin/sh: printed more than 1000 bytes");
}

TEST(RunCommand, EndsTheProgramAtTheDeadline) {
  const auto ran = runCommand({"sleep", "1000"}, {}, Deadline::after(milliseconds(20)));
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().kind(), ErrorKind::Unavailable);
  EXPECT_EQ(ran.error().message(), "sleep: still running at the deadline");
}

TEST(RunCommand, DoesNotWaitForADescendantThatKeepsThePipeOpen) {
  const auto ran = runScript("sleep 1000 & echo $!");
  ASSERT_TRUE(ran) << ran.error().message();
  const pid_t left = std::stoi(ran->output);
  EXPECT_TRUE(exists(left));
  ::kill(left, SIGKILL);
}

TEST(RunCommand, FeedsText) {
  const std::string text(200000, 'x');
  const auto ran = runCommand({"cat"}, {.input = TextStream{text}}, soon());
  ASSERT_TRUE(ran) << ran.error().message();
  EXPECT_EQ(ran->output, text);
}

TEST(ProcessStart, NamesAProgramThatDoesNotExist) {
  const auto unknown = Process::start({"no-such-program-anywhere"});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind(), ErrorKind::NotFound);
  EXPECT_EQ(unknown.error().message(), "no-such-program-anywhere: not found in PATH");
  EXPECT_FALSE(Process::start({}));
}

TEST(ProcessStart, ReportsWhatFailsInTheChild) {
  const auto noExec = Process::start({"/etc/passwd"});
  ASSERT_FALSE(noExec);
  EXPECT_EQ(noExec.error().kind(), ErrorKind::Denied);
  EXPECT_EQ(noExec.error().message(), "/etc/passwd: exec: Permission denied");

  const auto noDirectory = Process::start({"true"}, {.workingDirectory = "/no/such/place"});
  ASSERT_FALSE(noDirectory);
  EXPECT_EQ(noDirectory.error().message(), "true: chdir: No such file or directory");
}

TEST(ProcessStart, SetsEnvironmentAndDirectory) {
  ::setenv("POINTSMAN_TEST_KEPT", "kept", 1);
  ::setenv("POINTSMAN_TEST_CHANGED", "before", 1);
  const auto ran = runScript(
      "echo $POINTSMAN_TEST_KEPT $POINTSMAN_TEST_CHANGED $POINTSMAN_TEST_ADDED; pwd",
      {.environment = {{"POINTSMAN_TEST_CHANGED", "after"}, {"POINTSMAN_TEST_ADDED", "a=b"}},
       .workingDirectory = "/usr"});
  ASSERT_TRUE(ran) << ran.error().message();
  EXPECT_EQ(ran->output, "kept after a=b\n/usr\n");
}

TEST(ProcessStart, GivesTheChildNoOtherDescriptors) {
  const UniqueFd leaky{::open("/dev/null", O_RDONLY)};  // NOLINT: without O_CLOEXEC on purpose
  const auto ran = runScript(strCat("test -e /proc/self/fd/", leaky.number()));
  ASSERT_TRUE(ran) << ran.error().message();
  EXPECT_EQ(ran->status.code, 1);
}

TEST(ProcessStart, ResetsBlockedAndIgnoredSignals) {
  sigset_t blocked;
  sigset_t before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const auto ignored = ::signal(SIGPIPE, SIG_IGN);
  const auto ran = runScript("grep -E 'Sig(Blk|Ign)' /proc/self/status");
  ::signal(SIGPIPE, ignored);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ASSERT_TRUE(ran) << ran.error().message();
  EXPECT_EQ(ran->output, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

TEST(ProcessStart, AppendsToAFile) {
  std::string name = "/tmp/pointsman-process-XXXXXX";
  const UniqueFd made{::mkostemp(name.data(), O_CLOEXEC)};
  ASSERT_TRUE(made.valid());
  for (int i = 0; i < 2; ++i) {
    auto process = startScript("echo line", {.output = FileStream{name}});
    ASSERT_TRUE(process) << process.error().message();
    EXPECT_TRUE(process->wait(soon())->success());
  }
  EXPECT_EQ(readFile(name, 100).value(), "line\nline\n");
  ::unlink(name.c_str());
}

TEST(ProcessPipes, CarryAConversation) {
  auto cat = Process::start({"cat"}, {.input = PipeStream{}, .output = PipeStream{}});
  ASSERT_TRUE(cat) << cat.error().message();
  ASSERT_EQ(::write(cat->input().number(), "hello\n", 6), 6);
  EXPECT_EQ(readLine(cat->output().number()), "hello");
  EXPECT_TRUE(cat->running());
  cat->input().reset();
  EXPECT_TRUE(cat->wait(soon())->success());
  EXPECT_FALSE(cat->running());
}

TEST(ProcessWait, LeavesTheChildRunningAtTheDeadline) {
  auto process = Process::start({"sleep", "1000"});
  ASSERT_TRUE(process) << process.error().message();
  EXPECT_EQ(process->wait(Deadline::after(milliseconds(5))).error().kind(), ErrorKind::Unavailable);
  EXPECT_TRUE(process->running());
}

TEST(ProcessStop, TerminatesThenKills) {
  auto polite = startScript("exec sleep 1000");
  ASSERT_TRUE(polite) << polite.error().message();
  EXPECT_EQ(polite->stop(soon())->signal, SIGTERM);

  auto stubborn = startScript("trap '' TERM; echo ready; while :; do sleep 1000; done",
                              {.output = PipeStream{}, .group = ProcessGroup::Own});
  ASSERT_TRUE(stubborn) << stubborn.error().message();
  EXPECT_EQ(readLine(stubborn->output().number()), "ready");
  const auto stopped = stubborn->stop(Deadline::after(milliseconds(20)));
  EXPECT_EQ(stopped->signal, SIGKILL);
  EXPECT_EQ(stopped->shellStatus(), 128 + SIGKILL);
  EXPECT_TRUE(stubborn->signal(SIGTERM)) << "signalling a child that has ended is no error";
}

TEST(ProcessDestructor, EndsTheWholeGroup) {
  pid_t leader = -1;
  std::array<int, 2> alive = {-1, -1};
  ASSERT_EQ(::pipe2(alive.data(), O_CLOEXEC), 0);
  {
    auto process = startScript(
        "sleep 1000 & echo started >&2; wait",
        {.output = FdStream{alive[1]}, .errors = PipeStream{}, .group = ProcessGroup::Own});
    ASSERT_TRUE(process) << process.error().message();
    EXPECT_EQ(readLine(process->errors().number()), "started");
    leader = process->pid();
  }
  EXPECT_FALSE(exists(leader));
  ::close(alive[1]);
  char letter = 0;
  EXPECT_EQ(::read(alive[0], &letter, 1), 0) << "end-of-file: nobody holds the pipe any more";
  ::close(alive[0]);
}

TEST(ProcessMove, KeepsOneOwner) {
  auto first = Process::start({"sleep", "1000"});
  ASSERT_TRUE(first) << first.error().message();
  const pid_t pid = first->pid();
  Process second = std::move(*first);
  EXPECT_FALSE(first->running());
  EXPECT_TRUE(second.running());
  auto other = Process::start({"sleep", "1000"});
  ASSERT_TRUE(other) << other.error().message();
  second = std::move(*other);
  EXPECT_FALSE(exists(pid)) << "assignment ends what was owned before";
}

TEST(ProcessStartFunction, ReturnsTheCodeOfTheFunction) {
  int here = 1;
  auto process = Process::startFunction([&here] {
    here = 2;
    return 41 + (runCommand({"true"}, {}, soon())->status.success() ? 1 : 0);
  });
  ASSERT_TRUE(process) << process.error().message();
  EXPECT_EQ(process->wait(soon())->code, 42);
  EXPECT_EQ(here, 1) << "the function ran in a copy";
}

TEST(ProcessParentDeath, KillsTheChildEvenAfterKillMinusNine) {
  std::array<int, 2> alive = {-1, -1};
  ASSERT_EQ(::pipe2(alive.data(), O_CLOEXEC), 0);
  auto parent = Process::startFunction([&alive] {
    auto child = startScript("echo up; exec sleep 1000", {.output = FdStream{alive[1]}});
    ::close(alive[1]);
    ::kill(::getpid(), SIGKILL);
    return child ? 0 : 1;
  });
  ASSERT_TRUE(parent) << parent.error().message();
  EXPECT_EQ(parent->wait(soon())->signal, SIGKILL);
  ::close(alive[1]);
  // Ends only when the orphan is gone; the text before it is a matter of luck.
  EXPECT_TRUE(readAll(alive[0], 100));
  ::close(alive[0]);
}

TEST(ProcessStart, MayBeCalledFromManyThreads) {
  std::array<bool, 4> done = {};
  {
    std::vector<std::jthread> threads;
    for (bool& mine : done) {
      threads.emplace_back([&mine] {
        mine = true;
        for (int i = 0; i < 20; ++i) {
          const auto ran = runCommand({"cat"}, {.input = TextStream{"x"}}, soon());
          mine = mine && ran && ran->output == "x";
        }
      });
    }
  }
  for (const bool mine : done) EXPECT_TRUE(mine);
}

TEST(FindProgram, LooksInPathThenInSbin) {
  const std::string before = ::getenv("PATH");
  ::setenv("PATH", "/bin", 1);
  EXPECT_EQ(findProgram("chroot").value(), "/usr/sbin/chroot");
  ::setenv("PATH", before.c_str(), 1);
  EXPECT_EQ(findProgram("/some/where").value(), "/some/where");
  EXPECT_EQ(findProgram("sh").value().filename(), "sh");
  EXPECT_FALSE(findProgram("no-such-program-anywhere"));
}

}  // namespace
}  // namespace pointsman
