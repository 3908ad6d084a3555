// SPDX-License-Identifier: Apache-2.0
#include <variant>

#include "apply/driver.h"
#include "apply/guard.h"
#include "base/str_cat.h"
#include "cli/change_site.h"
#include "cli/load_document.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "plan/resolve.h"

namespace pointsman::cli {

namespace {

apply::ChangeRequest makeRequest(const ApplyCommand& command, const LoadedDocument& loaded) {
  apply::ChangeRequest request{.verb = strCat("apply ", command.document.file),
                               .document = loaded.fileName};
  if (command.noVerify) request.verifyFor.reset();
  if (command.noCommit) request.confirmWithin = std::chrono::seconds(command.timeout);
  return request;
}

template <typename Act>
ExitStatus withSite(const GlobalOptions& global, Act act) {
  const auto site = ChangeSite::open(global);
  if (!site) return fail(site.error());
  return reportOutcome(global, act((*site)->site()));
}

}  // namespace

ExitStatus runVerb(const GlobalOptions& global, const ApplyCommand& command) {
  // Resolving says everything that is wrong, with positions, before anything is locked or written.
  const auto resolved = resolveDocument(global, command.document);
  if (!resolved) return resolved.error();
  const auto& loaded = resolved->loaded;
  return withSite(global, [&](const apply::Site& site) {
    return apply::applyChange(makeRequest(command, loaded),
                              apply::DocumentGoal(loaded.document.desired), site);
  });
}

ExitStatus runVerb(const GlobalOptions& global, const CommitCommand&) {
  return withSite(global,
                  [](const apply::Site& site) { return apply::commitPending("commit", site); });
}

ExitStatus runVerb(const GlobalOptions& global, const RollbackCommand&) {
  const auto site = ChangeSite::open(global);
  if (!site) return fail(site.error());
  const auto outcome = apply::rollbackPending("rollback", (*site)->site());
  // What elsewhere is a failure is here what was asked for.
  if (!std::holds_alternative<apply::RolledBack>(outcome)) return reportOutcome(global, outcome);
  if (!global.quiet) writeError("rolled back: the host is as it was\n");
  return ExitStatus::Done;
}

ExitStatus runVerb(const GlobalOptions& global, const GuardCommand& command) {
  return withSite(global,
                  [&](const apply::Site& site) { return apply::runGuard(command.change, site); });
}

}  // namespace pointsman::cli
