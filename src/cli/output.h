// SPDX-License-Identifier: Apache-2.0
// What a verb prints: results on standard output or into a file, words to people on standard error.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/command.h"
#include "cli/exit_status.h"

namespace pointsman::cli {

// To standard output, or atomically into 'file' when one is named. A reader that went away early
// (a closed pipe) is not a failure.
Result<> writeOutput(std::string_view text, const std::string& file);

void writeError(std::string_view text);

// "pointsman: …" on standard error; returns the status to exit with.
ExitStatus fail(const Error& error);

[[nodiscard]] bool colorsOn(ColorMode mode, int fd);

}  // namespace pointsman::cli
