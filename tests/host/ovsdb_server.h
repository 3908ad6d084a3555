// SPDX-License-Identifier: Apache-2.0
// Real ovsdb-servers in a private directory, for tests. Everything they start dies with the test.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/process.h"
#include "ovsdb/io/client.h"

namespace pointsman::ovsdb::testing {

class TempDirectory {
 public:
  TempDirectory();
  ~TempDirectory();
  TempDirectory(const TempDirectory&) = delete;
  TempDirectory& operator=(const TempDirectory&) = delete;

  [[nodiscard]] std::string file(std::string_view name) const;

 private:
  std::filesystem::path path_;
};

// Runs a program to its end; fails the test unless it succeeds.
void run(const std::vector<std::string>& arguments);
// Starts one that runs until its owner lets go of it.
Process launch(const std::vector<std::string>& arguments);

// A database of its own, from the schema of OVS unless told otherwise, served on unix:DIR/db.sock.
class Server {
 public:
  explicit Server(std::vector<std::string> moreOptions = {}, const std::string& schema = "");

  [[nodiscard]] std::vector<Remote> remotes() const;
  [[nodiscard]] const TempDirectory& directory() const { return directory_; }
  void stop() { process_.reset(); }
  void freeze();  // alive, and silent
  void start();

 private:
  TempDirectory directory_;
  std::vector<std::string> options_;
  std::optional<Process> process_;
};

// For waits that should not happen; generous, as test machines are slow at times.
Deadline soon();
// Connects, as soon as the server is there.
Client connectTo(std::vector<Remote> remotes, ClientOptions options = {});

inline constexpr std::string_view kDatabase = "Open_vSwitch";

}  // namespace pointsman::ovsdb::testing
