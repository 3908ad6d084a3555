// SPDX-License-Identifier: Apache-2.0
// What a proposal does, in sentences.
#pragma once

#include <string>
#include <vector>

#include "model/observed_state.h"
#include "propose/cautions.h"

namespace pointsman::propose {

// What moves from the uplink to its bridge, and how it will differ there.
[[nodiscard]] std::vector<std::string> explainTakeover(const ObservedState& host,
                                                       const Takeover& takeover);

// What a reader of a description of an existing bridge should know.
[[nodiscard]] std::vector<std::string> explainInPlace(const ObservedState& host,
                                                      const BridgeName& bridge);

}  // namespace pointsman::propose
