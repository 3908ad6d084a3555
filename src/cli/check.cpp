// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "base/str_cat.h"
#include "cli/host_access.h"
#include "cli/load_document.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "document/print.h"
#include "document/report.h"
#include "plan/ovn_profile.h"
#include "plan/verify.h"

namespace pointsman::cli {

namespace {

void append(Diagnostics& to, Diagnostics more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

Diagnostics checkProfile(const CheckCommand& command, const HostConfig& config,
                         const HostFacts& facts) {
  if (command.profile.empty()) return {};
  return plan::checkOvnKubernetes(config, facts, {});
}

// A host is as it should be when, asked to be exactly as it is, it has nothing to object to and
// everything it has works.
Diagnostics checkLive(const ObservedState& observed) {
  const DesiredState asItIs = document::describe(observed);
  Diagnostics found = plan::resolve(asItIs, observed).diagnostics;
  for (const auto& mismatch : plan::verify(asItIs, observed, observed.config)) {
    found.push_back({.path = mismatch.path,
                     .message = strCat("wanted ", mismatch.wanted, ", host has ", mismatch.found)});
  }
  return found;
}

ExitStatus finish(const GlobalOptions& global, const CheckCommand& command,
                  const LoadedDocument& loaded, const Diagnostics& found, ExitStatus whenWrong) {
  const bool wrong = hasErrors(found);
  if (command.json) {
    if (auto written = writeOutput(document::printAsJson(found), ""); !written) {
      return fail(written.error());
    }
  } else {
    report(global, loaded, found);
    if (!wrong && !global.quiet) writeError("No errors found.\n");
  }
  return wrong ? whenWrong : ExitStatus::Done;
}

ExitStatus runLive(const GlobalOptions& global, const CheckCommand& command) {
  const auto observed = readHost(global, host::OvsNeed::Required);
  if (!observed) return fail(observed.error());
  Diagnostics found = checkLive(*observed);
  append(found, checkProfile(command, observed->config, observed->facts));
  return finish(global, command, {.fileName = "host"}, found, ExitStatus::Failed);
}

}  // namespace

ExitStatus runVerb(const GlobalOptions& global, const CheckCommand& command) {
  if (command.live) return runLive(global, command);
  auto loaded = loadDocument(global, command.document);
  if (!loaded) return loaded.error();
  const auto observed = readHost(global, host::OvsNeed::Optional);
  if (!observed) return fail(observed.error());
  auto resolution = plan::resolve(loaded->document.desired, *observed);
  Diagnostics found = std::move(resolution.diagnostics);
  if (!observed->facts.ovs.available) {
    found.push_back({.severity = Severity::Warning,
                     .message = strCat("checked without Open vSwitch: ",
                                       observed->facts.ovs.unavailableBecause),
                     .hint = "what the document says about existing bridges was not compared"});
  }
  if (!hasErrors(found)) {
    append(found, checkProfile(command, resolution.target, observed->facts));
  }
  loaded->document.sources.locate(found);
  document::sortByPosition(found);
  return finish(global, command, *loaded, found, ExitStatus::BadDocument);
}

}  // namespace pointsman::cli
