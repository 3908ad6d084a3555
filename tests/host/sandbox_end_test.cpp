// SPDX-License-Identifier: Apache-2.0
// The end of a sandbox, in whatever way: nothing of it is left on the machine.
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "base/str_cat.h"
#include "sandbox/sandbox.h"

namespace pointsman::sandbox {
namespace {

using std::chrono::seconds;

Deadline soon() { return Deadline::after(seconds(20)); }

// What a sandbox could leave behind.
struct Traces {
  std::string links = {};
  std::string mounts = {};
  std::set<std::string> files = {};

  bool operator==(const Traces&) const = default;
};

Traces readTraces() {
  Traces traces;
  traces.links = runCommand({"ip", "-brief", "link"}, {}, soon())->output;
  traces.mounts = readFile("/proc/self/mounts", 1 << 20).value();
  std::error_code ignored;
  for (const char* directory : {"/run", "/run/netns", "/run/openvswitch", "/run/pointsman"}) {
    for (const auto& entry : std::filesystem::directory_iterator(directory, ignored)) {
      traces.files.insert(entry.path().native());
    }
  }
  return traces;
}

ino_t pidNamespaceOf(pid_t pid) {
  struct stat status = {};
  EXPECT_EQ(::stat(strCat("/proc/", pid, "/ns/pid").c_str(), &status), 0);
  return status.st_ino;
}

// The processes in the pid namespace that is known by 'inode'.
std::vector<std::string> processesIn(ino_t inode) {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    struct stat pidNamespace = {};
    if (::stat((entry.path() / "ns/pid").c_str(), &pidNamespace) == 0 &&
        pidNamespace.st_ino == inode) {
      found.push_back(entry.path().filename().native());
    }
  }
  return found;
}

// A parent with a sandbox in which a program runs, as `pointsman sandbox -- CMD` is one; it prints
// the pid of the sandbox's init, and the word "running" once the program does.
int superviseSandbox() {
  auto sandbox = Sandbox::start({}, soon());
  if (!sandbox) return 99;
  std::printf("%d ", (*sandbox)->initPid());
  std::fflush(stdout);
  const auto ended =
      (*sandbox)->run({"sh", "-c", "setsid sleep 1000 & sleep 1000 & echo running; wait"});
  return ended ? ended->shellStatus() : 98;
}

struct Supervised {
  Process parent;
  ino_t pidNamespace = 0;
};

// Orphans become children of this process, instead of waiting as zombies for the machine's init.
void adoptOrphans() { ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0); }

// Returns when the last of them has ended; the init of a pid namespace is the last.
void waitForOrphans() {
  while (::waitpid(-1, nullptr, 0) > 0) {
  }
}

Result<Supervised> startSupervised(ProcessGroup group) {
  TRY(Process parent,
      Process::startFunction(superviseSandbox, {.output = PipeStream{}, .group = group}));
  std::string said;
  char letter = 0;
  while (::read(parent.output().number(), &letter, 1) == 1 && letter != '\n') said += letter;
  if (!said.ends_with(" running")) return Error{ErrorKind::Internal, strCat("said ", said)};
  const pid_t init = std::stoi(said);
  return Supervised{.parent = std::move(parent), .pidNamespace = pidNamespaceOf(init)};
}

class SandboxEnd : public testing::TestWithParam<int> {};

TEST_P(SandboxEnd, LeavesNothingBehindWhenItsParentIsSignalled) {
  const Traces before = readTraces();
  adoptOrphans();
  auto supervised = startSupervised(ProcessGroup::Inherited);
  ASSERT_TRUE(supervised) << supervised.error().message();
  EXPECT_GE(processesIn(supervised->pidNamespace).size(), 7U)
      << "init, ovsdb-server, ovs-vswitchd, dnsmasq, sh, two sleeps";

  ASSERT_EQ(::kill(supervised->parent.pid(), GetParam()), 0);
  EXPECT_EQ(supervised->parent.wait(soon())->signal, GetParam());
  waitForOrphans();
  EXPECT_EQ(processesIn(supervised->pidNamespace), std::vector<std::string>{});
  EXPECT_EQ(readTraces(), before);
}

INSTANTIATE_TEST_SUITE_P(, SandboxEnd, testing::Values(SIGINT, SIGTERM, SIGKILL),
                         [](const auto& tested) { return strCat("Signal", tested.param); });

TEST(SandboxEnding, LeavesNothingBehindWhenItsGroupIsInterrupted) {
  const Traces before = readTraces();
  adoptOrphans();
  auto supervised = startSupervised(ProcessGroup::Own);
  ASSERT_TRUE(supervised) << supervised.error().message();
  EXPECT_TRUE(supervised->parent.signal(SIGINT));
  EXPECT_EQ(supervised->parent.wait(soon())->signal, SIGINT);
  waitForOrphans();
  EXPECT_EQ(processesIn(supervised->pidNamespace), std::vector<std::string>{});
  EXPECT_EQ(readTraces(), before);
}

TEST(SandboxEnding, LeavesNothingBehindInTheNormalCourse) {
  const Traces before = readTraces();
  ino_t pidNamespace = 0;
  {
    auto sandbox = Sandbox::start({}, soon());
    ASSERT_TRUE(sandbox) << sandbox.error().message();
    pidNamespace = pidNamespaceOf((*sandbox)->initPid());
    EXPECT_TRUE((*sandbox)->run({"sh", "-c", "setsid sleep 1000 &"})->success());
    EXPECT_FALSE(processesIn(pidNamespace).empty());
  }
  EXPECT_EQ(processesIn(pidNamespace), std::vector<std::string>{});
  EXPECT_EQ(readTraces(), before);
}

TEST(SandboxEnding, LeavesNothingBehindWhenItCannotStart) {
  const Traces before = readTraces();
  const auto late = Sandbox::start({}, Deadline::at(Clock::now()));
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().kind(), ErrorKind::Unavailable);
  EXPECT_EQ(readTraces(), before);
}

}  // namespace
}  // namespace pointsman::sandbox
