// SPDX-License-Identifier: Apache-2.0
#include "ovsdb_server.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>

#include "base/str_cat.h"

namespace pointsman::ovsdb::testing {

TempDirectory::TempDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "pointsman-XXXXXX").native();
  if (::mkdtemp(name.data()) == nullptr) std::abort();
  path_ = name;
}

TempDirectory::~TempDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TempDirectory::file(std::string_view name) const { return (path_ / name).native(); }

Child::Child(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ != 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  const int null = ::open("/dev/null", O_RDWR);
  for (const int stream : {0, 1, 2}) ::dup2(null, stream);
  ::execvp(argv[0], argv.data());
  ::_exit(127);
}

Child::Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}

Child& Child::operator=(Child&& other) noexcept {
  std::swap(pid_, other.pid_);
  return *this;
}

void Child::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  wait();
}

void Child::freeze() { ::kill(pid_, SIGSTOP); }

int Child::wait() {
  int status = -1;
  if (pid_ > 0) ::waitpid(std::exchange(pid_, -1), &status, 0);
  return status;
}

void run(const std::vector<std::string>& arguments) {
  EXPECT_EQ(Child(arguments).wait(), 0) << strJoin(arguments, " ");
}

Server::Server(std::vector<std::string> moreOptions, const std::string& schema)
    : options_(std::move(moreOptions)) {
  run({"ovsdb-tool", "create", directory_.file("conf.db"),
       schema.empty() ? "/usr/share/openvswitch/vswitch.ovsschema" : schema});
  start();
}

void Server::start() {
  std::vector<std::string> arguments{"ovsdb-server",
                                     strCat("--remote=punix:", directory_.file("db.sock")),
                                     strCat("--unixctl=", directory_.file("ctl"))};
  arguments.insert(arguments.end(), options_.begin(), options_.end());
  arguments.push_back(directory_.file("conf.db"));
  child_ = std::make_unique<Child>(arguments);
}

std::vector<Remote> Server::remotes() const { return {UnixRemote{directory_.file("db.sock")}}; }

Deadline soon() { return Deadline::after(std::chrono::seconds(30)); }

Client connectTo(std::vector<Remote> remotes, ClientOptions options) {
  options.patience = Patience::UntilDeadline;
  options.session.reconnect.leastBackoff = std::chrono::milliseconds(10);
  options.session.reconnect.mostBackoff = std::chrono::milliseconds(100);
  auto client = Client::connect(std::move(remotes), std::move(options), soon());
  if (client) return std::move(*client);
  ADD_FAILURE() << client.error().message();
  std::abort();
}

}  // namespace pointsman::ovsdb::testing
