// SPDX-License-Identifier: Apache-2.0
#include "sandbox/vantage.h"

namespace pointsman::sandbox {

ProcessOptions Vantage::placed(ProcessOptions options) const {
  options.namespaces = namespaces_;
  options.environment.insert(environment_.begin(), environment_.end());
  if (options.workingDirectory.empty()) {
    std::error_code failed;
    const auto here = std::filesystem::current_path(failed);
    const bool inside =
        !failed && std::filesystem::is_directory(root_ / here.relative_path(), failed);
    options.workingDirectory = inside ? here : "/";
  }
  return options;
}

Result<Process> Vantage::spawn(const std::vector<std::string>& argv, ProcessOptions options) const {
  return Process::start(argv, placed(std::move(options)));
}

Result<CommandOutput> Vantage::capture(const std::vector<std::string>& argv,
                                       Deadline deadline) const {
  return runCommand(argv, placed({}), deadline);
}

Result<ExitStatus> Vantage::call(const std::function<int()>& body, Deadline deadline) const {
  TRY(Process child, Process::startFunction(body, placed({.input = InheritedStream{},
                                                          .output = InheritedStream{},
                                                          .errors = InheritedStream{}})));
  return child.wait(deadline);
}

}  // namespace pointsman::sandbox
