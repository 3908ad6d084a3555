// SPDX-License-Identifier: Apache-2.0
// How a change ends. Every ending has a type; a failed rollback is never just a log line.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "base/deadline.h"
#include "base/error.h"
#include "model/diagnostic.h"
#include "plan/step.h"
#include "plan/verify.h"

namespace pointsman::apply {

// The host is as asked.
struct Applied {
  std::vector<plan::Step> steps = {};  // what was changed; empty: nothing had to be
  // From the start of the first to the end of the last batch that traffic could have felt.
  Clock::duration disturbance = {};
  Diagnostics warnings = {};
  // Probes that failed before the change already, and so say nothing about it.
  std::set<std::string> ignoredProbes = {};
  // Set: the change is not committed, and is taken back unless that happens within this time.
  std::optional<std::chrono::milliseconds> confirmWithin = {};
};

// Nothing was begun. The kind of 'why' says what the caller can do about it: InvalidInput with
// diagnostics for a wrong document, Conflict when another change is under way, and so on.
struct Refused {
  Error why;
  Diagnostics diagnostics = {};
};

// It was begun, and taken back; the host is as it was before, and that was verified.
struct RolledBack {
  Error why;
  std::vector<plan::Mismatch> mismatches = {};  // when verification was the reason
  std::vector<plan::Step> steps = {};           // what was done and undone
  Clock::duration disturbance = {};
  Diagnostics warnings = {};
};

struct Leftover {
  std::string what = {};  // what would have to be done still, as a plan prints it
  std::string why = {};   // the failure that left it, if one is known
  bool operator==(const Leftover&) const = default;
};

// It was begun, failed, and could not be taken back completely.
struct Stranded {
  Error why;  // what made it necessary to go back
  std::vector<Leftover> leftovers = {};
  std::vector<plan::Mismatch> mismatches = {};
  // Whether the journal was left open, so that the next invocation tries again.
  bool toBeContinued = false;
  Clock::duration disturbance = {};
};

using ApplyOutcome = std::variant<Applied, Refused, RolledBack, Stranded>;

}  // namespace pointsman::apply
