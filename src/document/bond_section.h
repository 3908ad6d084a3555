// SPDX-License-Identifier: Apache-2.0
// `link-aggregation:` of a kernel bond.
#pragma once

#include "document/tree.h"
#include "document/value.h"
#include "model/desired_link.h"
#include "model/string_map.h"

namespace pointsman::document {

void readBond(const Value& section, DesiredBond& bond);
[[nodiscard]] Node writeBond(const DesiredBond& bond);

// Those of a link's options that a document can say.
[[nodiscard]] StringMap expressibleBondOptions(const StringMap& options);

}  // namespace pointsman::document
