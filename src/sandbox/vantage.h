// SPDX-License-Identifier: Apache-2.0
// A place in a sandbox from which programs see its network: the host itself, or behind its NICs.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/command.h"
#include "base/deadline.h"
#include "base/process.h"
#include "base/result.h"

namespace pointsman::sandbox {

// Threading: const methods may be called from several threads. A child dies with the thread that
// started it, see ProcessOptions::diesWithParent.
class Vantage {
 public:
  // 'root' is the sandbox's root directory as this process sees it.
  Vantage(ChildNamespaces namespaces, std::map<std::string, std::string> environment,
          std::filesystem::path root)
      : namespaces_(std::move(namespaces)),
        environment_(std::move(environment)),
        root_(std::move(root)) {}

  [[nodiscard]] const std::map<std::string, std::string>& environment() const {
    return environment_;
  }

  // Starts a program there. Namespaces in 'options' are replaced; its environment is added to ours;
  // an empty working directory means the caller's, or / when that does not exist inside. The
  // Process must be gone before the sandbox is: its end waits for every process to be reaped.
  Result<Process> spawn(const std::vector<std::string>& argv, ProcessOptions options = {}) const;

  // Runs a program there to its end.
  Result<CommandOutput> capture(const std::vector<std::string>& argv, Deadline deadline) const;

  // Runs 'body' there, in a forked copy of this process that has the sandbox's environment, with
  // our standard streams, and returns how it ended: for tests that call library code.
  Result<ExitStatus> call(const std::function<int()>& body, Deadline deadline) const;

 private:
  [[nodiscard]] ProcessOptions placed(ProcessOptions options) const;

  ChildNamespaces namespaces_;
  std::map<std::string, std::string> environment_;
  std::filesystem::path root_;
};

}  // namespace pointsman::sandbox
