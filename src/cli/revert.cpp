// SPDX-License-Identifier: Apache-2.0
#include "plan/revert.h"

#include "cli/load_document.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "document/print.h"

namespace pointsman::cli {

ExitStatus runVerb(const GlobalOptions& global, const RevertCommand& command) {
  const auto resolved = resolveDocument(global, command.document);
  if (!resolved) return resolved.error();
  const auto undoing = plan::revertOf(resolved->loaded.document.desired, resolved->observed);
  const auto tree = document::toTree(undoing);
  const auto text = command.json ? document::printJson(tree) : document::printYaml(tree);
  if (auto written = writeOutput(text, command.output); !written) return fail(written.error());
  return ExitStatus::Done;
}

}  // namespace pointsman::cli
