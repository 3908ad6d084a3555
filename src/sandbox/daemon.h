// SPDX-License-Identifier: Apache-2.0
// A server program of the sandbox: started in the foreground, as a child of ours, and ready when it
// has made a certain file. It can be stopped, killed and started again.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/process.h"
#include "base/result.h"
#include "sandbox/vantage.h"

namespace pointsman::sandbox {

struct DaemonRecipe {
  std::string name = {};
  std::vector<std::string> argv = {};
  // As seen from this process: where the file appears that tells that the daemon is ready, how it
  // is called, and the log to quote when it does not get there.
  std::filesystem::path readyDirectory = {};
  std::function<bool(std::string_view)> readyFile = {};
  std::filesystem::path log = {};
};

class Daemon {
 public:
  Daemon(const Vantage& place, DaemonRecipe recipe) : place_(&place), recipe_(std::move(recipe)) {}

  // Conflict when it runs already.
  Result<> start(Deadline deadline);
  // SIGTERM, SIGKILL at 'grace'. No error when it does not run.
  Result<> stop(Deadline grace);
  void kill() { process_.reset(); }

  [[nodiscard]] bool running() const { return process_ && process_->running(); }
  // Of the running daemon, as this process sees it; -1 when there is none.
  [[nodiscard]] pid_t pid() const { return running() ? process_->pid() : -1; }

  // Waits for a command that cannot succeed once this daemon has ended.
  Result<> waitForCommand(Process& command, std::string_view name, Deadline deadline);

 private:
  // 'error' with the end of the log, where daemons say why.
  [[nodiscard]] Error explained(Error error) const;

  const Vantage* place_;
  DaemonRecipe recipe_;
  std::optional<Process> process_;
};

}  // namespace pointsman::sandbox
