// SPDX-License-Identifier: Apache-2.0
// The Open vSwitch of a sandbox: its own database, ovsdb-server and ovs-vswitchd, each of which can
// be stopped, killed and started alone, as a restart test needs.
#pragma once

#include <filesystem>
#include <string>

#include "base/deadline.h"
#include "base/result.h"
#include "sandbox/daemon.h"
#include "sandbox/vantage.h"

namespace pointsman::sandbox {

class Ovs {
 public:
  // 'root' is the sandbox's root directory as this process sees it.
  Ovs(const Vantage& host, const std::filesystem::path& root);

  // Makes an empty database unless there is one, and starts both daemons.
  Result<> start(Deadline deadline);

  Result<> startOvsdbServer(Deadline deadline);
  // Returns when vswitchd has carried out what the database says.
  Result<> startVswitchd(Deadline deadline);

  // For stop(), kill(), running() and pid(); starting is the work of the functions above.
  [[nodiscard]] Daemon& ovsdbServer() { return ovsdbServer_; }
  [[nodiscard]] Daemon& vswitchd() { return vswitchd_; }

  // Where the database server listens, as this process sees it: unix(7) sockets in the file system
  // can be reached from any network namespace.
  [[nodiscard]] const std::filesystem::path& socket() const { return socket_; }

 private:
  Result<> createDatabase(Deadline deadline);
  Result<> fillDatabase(Deadline deadline);

  const Vantage* host_;
  std::filesystem::path database_;  // as this process sees it
  std::filesystem::path socket_;
  Daemon ovsdbServer_;
  Daemon vswitchd_;
  int vswitchdStarts_ = 0;
};

}  // namespace pointsman::sandbox
