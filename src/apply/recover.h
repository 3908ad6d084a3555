// SPDX-License-Identifier: Apache-2.0
// What to do about the journal that is found before a change begins.
#pragma once

#include "apply/outcome.h"
#include "apply/site.h"
#include "base/result.h"
#include "journal/journal_file.h"

namespace pointsman::apply {

// Requires the change lock. Applied: there was nothing to take back. RolledBack: there was, and it
// worked. Refused: another change waits for its confirmation, or the journal cannot be dealt with.
[[nodiscard]] ApplyOutcome recoverEarlier(const Site& site);

// Takes back the change that 'journal' is about, and says how that ended.
[[nodiscard]] ApplyOutcome takeBack(journal::JournalFile& journal, const Error& why,
                                    const Site& site);

// Whether a process of this boot may work on the journal: kernel state of one network namespace
// must not be restored in another.
[[nodiscard]] Result<> checkPlace(const journal::Header& header, const Site& site);

}  // namespace pointsman::apply
