// SPDX-License-Identifier: Apache-2.0
#include "ovsdb_server.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "base/command.h"
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

void run(const std::vector<std::string>& arguments) {
  const auto done = runCommand(arguments, {}, soon());
  ASSERT_TRUE(done) << done.error().message();
  const auto checked = done->check(arguments.front());
  EXPECT_TRUE(checked) << strJoin(arguments, " ") << ": " << checked.error().message();
}

Process launch(const std::vector<std::string>& arguments) {
  auto process = Process::start(arguments);
  if (process) return std::move(*process);
  ADD_FAILURE() << process.error().message();
  std::abort();
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
  process_ = launch(arguments);
}

void Server::freeze() { EXPECT_TRUE(process_->signal(SIGSTOP)); }

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
