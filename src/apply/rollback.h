// SPDX-License-Identifier: Apache-2.0
// Takes a change back, by whichever process: the one that made it, or one that found its journal.
#pragma once

#include <vector>

#include "apply/outcome.h"
#include "apply/site.h"
#include "base/error.h"
#include "journal/journal_file.h"

namespace pointsman::apply {

struct RollbackReport {
  std::vector<Leftover> leftovers = {};  // none: the host is as it was, and that was verified
  // The journal was left open, because trying again later may help.
  bool toBeContinued = false;
};

// Executes the inverse of every batch that has or may have taken effect, the last one first, then
// reads the host and compares. What is still not as it was is planned afresh and tried once more.
// Never stops at a failure: as much as can be restored is.
//
// After a reboot the kernel's links, addresses, routes and rules are not ours to restore: they are
// whatever the boot made them. Only what outlived the reboot, OVSDB above all, is taken back.
[[nodiscard]] RollbackReport rollBack(journal::JournalFile& journal, const Error& why,
                                      const Site& site);

// Completes what an ending brings with it, and moves the journal out of the way. Safe to repeat.
[[nodiscard]] Result<> finishJournal(journal::JournalFile& journal, const Site& site);

}  // namespace pointsman::apply
