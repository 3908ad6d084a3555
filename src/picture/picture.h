// SPDX-License-Identifier: Apache-2.0
// Pictures of a host's network, as SVG for a report and as Graphviz text for other tools. Pure
// functions of what was observed: the same state gives the same bytes, without dates or ids that
// change. Names and error texts come from the host and are treated as hostile.
#pragma once

#include <set>
#include <string>

#include "model/names.h"
#include "model/observed_state.h"

namespace pointsman::picture {

struct DrawOptions {
  std::string title = {};  // empty: the host's name
  // Only what is connected with these, directly or through others; empty: everything. Names of
  // links, bridges and ports.
  std::set<InterfaceName> around = {};
};

[[nodiscard]] std::string drawSvg(const ObservedState& state, const DrawOptions& options = {});

// For `dot -Tsvg`; the same content as drawSvg, laid out by Graphviz.
[[nodiscard]] std::string drawDot(const ObservedState& state, const DrawOptions& options = {});

// Both pictures on one sheet: in 'before' what is gone after is red, in 'after' what is new is
// green, and what is in both but differs is amber.
[[nodiscard]] std::string drawComparison(const ObservedState& before, const ObservedState& after,
                                         const DrawOptions& options = {});

}  // namespace pointsman::picture
