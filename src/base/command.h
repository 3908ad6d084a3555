// SPDX-License-Identifier: Apache-2.0
// Runs a program to its end and keeps what it printed, within bounds.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/process.h"
#include "base/result.h"

namespace pointsman {

struct CommandOutput {
  ExitStatus status = {};
  std::string output = {};
  std::string errors = {};

  // The failure as an Error that quotes what the program said on stderr; ok() after success.
  [[nodiscard]] Result<> check(std::string_view program) const;
};

constexpr std::size_t kMostCommandOutput = std::size_t{4} << 20U;

// Both outputs are captured, whatever 'options' says of them. Does not wait for descendants that
// keep the pipes open. When the deadline passes the program is killed: Unavailable. More than
// 'mostBytes' on either stream is Protocol: half an answer must not pass for a whole one.
Result<CommandOutput> runCommand(const std::vector<std::string>& argv, ProcessOptions options,
                                 Deadline deadline, std::size_t mostBytes = kMostCommandOutput);

}  // namespace pointsman
