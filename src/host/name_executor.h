// SPDX-License-Identifier: Apache-2.0
// Carries out the steps of a plan that are about the resolver and the host's name.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "plan/step.h"

namespace pointsman::host {

// 'text', a resolv.conf(5), with the resolver's settings replaced. Comments and what is unknown
// here stay, and lines stay where they were, so that the way back leads to the same file.
[[nodiscard]] std::string editResolvConf(std::string_view text, const ResolverConfig& resolver);

class NameExecutor {
 public:
  NameExecutor(std::filesystem::path resolvConf, std::filesystem::path hostnameFile)
      : resolvConf_(std::move(resolvConf)), hostnameFile_(std::move(hostnameFile)) {}

  // Unsupported when systemd-resolved owns the file: what is written there does not last.
  Result<> execute(const plan::SetResolver& step);
  Result<> execute(const plan::SetHostname& step);

 private:
  std::filesystem::path resolvConf_;
  std::filesystem::path hostnameFile_;
};

}  // namespace pointsman::host
