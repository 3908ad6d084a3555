// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.h"

#include "cli/load_document.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "picture/picture.h"
#include "plan/print.h"

namespace pointsman::cli {

namespace {

std::string print(const ResolvedDocument& resolved, const std::vector<plan::Step>& steps,
                  PlanFormat format) {
  const auto& [loaded, observed, resolution] = resolved;
  if (format == PlanFormat::Svg) {
    // What can only be seen (carrier, leases) is not known of the future; it is drawn as it is.
    return picture::drawComparison(observed, {resolution.target, observed.facts});
  }
  const auto disruption = plan::estimateDisruption(steps, observed.config, observed.facts);
  return plan::printPlan(
      steps, disruption,
      format == PlanFormat::Json ? plan::PlanFormat::Json : plan::PlanFormat::Text);
}

}  // namespace

ExitStatus runVerb(const GlobalOptions& global, const PlanCommand& command) {
  const auto resolved = resolveDocument(global, command.document);
  if (!resolved) return resolved.error();
  const auto steps = plan::planSteps(resolved->observed.config, resolved->resolution.target,
                                     resolved->observed.facts);
  if (auto written = writeOutput(print(*resolved, steps, command.format), command.output);
      !written) {
    return fail(written.error());
  }
  return command.exitCode && !steps.empty() ? ExitStatus::Changes : ExitStatus::Done;
}

}  // namespace pointsman::cli
