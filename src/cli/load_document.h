// SPDX-License-Identifier: Apache-2.0
// The document a verb works on: read, parsed, and every problem with it printed.
#pragma once

#include <tl/expected.hpp>

#include <string>

#include "cli/command.h"
#include "cli/exit_status.h"
#include "document/document.h"
#include "model/diagnostic.h"
#include "model/observed_state.h"
#include "plan/resolve.h"

namespace pointsman::cli {

struct LoadedDocument {
  std::string text = {};
  std::string fileName = {};
  document::Document document = {};
};

// On failure everything has been said and the status to exit with is returned. The host is read
// only when the document is a policy.
tl::expected<LoadedDocument, ExitStatus> loadDocument(const GlobalOptions& global,
                                                      const DocumentSource& source);

// A document laid over the host it is meant for.
struct ResolvedDocument {
  LoadedDocument loaded = {};
  ObservedState observed = {};
  plan::Resolution resolution = {};
};

// Loads, reads the host, resolves. Problems have been printed with their positions; errors end in
// BadDocument, a missing Open vSwitch that the document needs in Unavailable.
tl::expected<ResolvedDocument, ExitStatus> resolveDocument(const GlobalOptions& global,
                                                           const DocumentSource& source);

// Prints to standard error, unless quiet says to keep warnings back.
void report(const GlobalOptions& global, const LoadedDocument& loaded, Diagnostics diagnostics);

}  // namespace pointsman::cli
