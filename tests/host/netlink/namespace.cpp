// SPDX-License-Identifier: Apache-2.0
#include "namespace.h"

#include <boost/json/parse.hpp>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "base/file.h"
#include "base/str_cat.h"

namespace pointsman::netlink {

FreshNamespace::FreshNamespace() : previous_(::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC)) {
  if (!previous_.valid() || ::unshare(CLONE_NEWNET) != 0) {
    ADD_FAILURE() << errnoError("unshare(CLONE_NEWNET)").message();
    std::abort();  // going on would change the namespace the test was started in
  }
}

FreshNamespace::~FreshNamespace() {
  if (::setns(previous_.number(), CLONE_NEWNET) != 0) std::abort();
}

ChildProcess::ChildProcess(const std::function<void()>& body) : number_(::fork()) {
  if (number_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    body();
    ::_exit(0);
  }
  if (number_ < 0) std::abort();
}

ChildProcess::~ChildProcess() {
  ::kill(number_, SIGKILL);
  ::waitpid(number_, nullptr, 0);
}

namespace {

// Forks within the new namespace, so that its child is the one that stays there.
ChildProcess forkElsewhere() {
  const FreshNamespace other;
  return ChildProcess([] { ::pause(); });
}

}  // namespace

NamespaceHolder::NamespaceHolder() : child_(forkElsewhere()) {}

std::string run(const std::vector<std::string>& arguments) {
  int ends[2] = {};
  if (::pipe2(ends, O_CLOEXEC) != 0) std::abort();
  UniqueFd readEnd{ends[0]};
  UniqueFd writeEnd{ends[1]};
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(writeEnd.number(), STDOUT_FILENO);
    ::execvp(argv[0], argv.data());
    ::_exit(127);
  }
  writeEnd.reset();
  auto output = readAll(readEnd.number(), std::size_t{64} << 20U);
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << strJoin(arguments, " ");
  return output.value_or("");
}

void ip(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{"ip"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  run(command);
}

boost::json::array ipJson(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{"ip", "-j", "-d"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  boost::json::error_code broken;
  auto value = boost::json::parse(run(command), broken);
  EXPECT_FALSE(broken) << strJoin(command, " ");
  return value.is_array() ? value.as_array() : boost::json::array{};
}

Link linkNamed(Netlink& netlink, std::string_view name) {
  for (const Link& link : must(netlink.links())) {
    if (link.name == name) return link;
  }
  ADD_FAILURE() << "no link " << name;
  return {};
}

}  // namespace pointsman::netlink
