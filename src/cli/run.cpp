// SPDX-License-Identifier: Apache-2.0
#include "cli/run.h"

#include <variant>

#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/verbs.h"

namespace pointsman::cli {

ExitStatus run(int argc, const char* const* argv) {
  const auto parsed = parseCommandLine(argc, argv);
  if (const auto* answer = std::get_if<Answer>(&parsed)) {
    if (answer->status != ExitStatus::Done) {
      writeError(answer->text);
      return answer->status;
    }
    if (auto written = writeOutput(answer->text, ""); !written) return fail(written.error());
    return ExitStatus::Done;
  }
  const auto& invocation = std::get<Invocation>(parsed);
  return std::visit([&](const auto& command) { return runVerb(invocation.global, command); },
                    invocation.command);
}

}  // namespace pointsman::cli
