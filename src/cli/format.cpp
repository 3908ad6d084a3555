// SPDX-License-Identifier: Apache-2.0
#include "cli/load_document.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "document/print.h"

namespace pointsman::cli {

ExitStatus runVerb(const GlobalOptions& global, const FormatCommand& command) {
  const auto loaded = loadDocument(global, command.document);
  if (!loaded) return loaded.error();
  const auto tree = document::toTree(loaded->document.desired);
  const auto text = command.json ? document::printJson(tree) : document::printYaml(tree);
  if (auto written = writeOutput(text, command.output); !written) return fail(written.error());
  return ExitStatus::Done;
}

}  // namespace pointsman::cli
