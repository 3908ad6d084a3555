// SPDX-License-Identifier: Apache-2.0
// argv to an Invocation. The only file that knows the command-line library.
#pragma once

#include <string>
#include <variant>

#include "cli/command.h"
#include "cli/exit_status.h"

namespace pointsman::cli {

// The command line asked for nothing but words: help, the version, or what is wrong with it.
struct Answer {
  ExitStatus status = ExitStatus::Done;
  std::string text = {};  // for standard output when done, for standard error otherwise
};

std::variant<Invocation, Answer> parseCommandLine(int argc, const char* const* argv);

}  // namespace pointsman::cli
