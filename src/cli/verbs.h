// SPDX-License-Identifier: Apache-2.0
// The verbs, one file each. They read the host, ask the pure directories, and print.
#pragma once

#include "cli/command.h"
#include "cli/exit_status.h"

namespace pointsman::cli {

ExitStatus runVerb(const GlobalOptions& global, const ShowCommand& command);
ExitStatus runVerb(const GlobalOptions& global, const PlanCommand& command);
ExitStatus runVerb(const GlobalOptions& global, const ApplyCommand& command);
ExitStatus runVerb(const GlobalOptions& global, const CommitCommand& command);
ExitStatus runVerb(const GlobalOptions& global, const RollbackCommand& command);
ExitStatus runVerb(const GlobalOptions& global, const GuardCommand& command);
ExitStatus runVerb(const GlobalOptions& global, const CheckCommand& command);
ExitStatus runVerb(const GlobalOptions& global, const RevertCommand& command);
ExitStatus runVerb(const GlobalOptions& global, const FormatCommand& command);
ExitStatus runVerb(const GlobalOptions& global, const SandboxCommand& command);

}  // namespace pointsman::cli
