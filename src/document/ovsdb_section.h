// SPDX-License-Identifier: Apache-2.0
// `ovs-db:`, of the whole database and of single rows, and `ovn:`.
#pragma once

#include <optional>
#include <vector>

#include "document/tree.h"
#include "document/value.h"
#include "model/desired_ovs.h"

namespace pointsman::document {

// At the top of the document: `{}` asks to clear both maps.
void readOvsDb(const Value& section, std::optional<DesiredOvsDb>& ovsDb);
[[nodiscard]] Node writeOvsDb(const DesiredOvsDb& ovsDb);

// On an interface, a bridge or a bond.
void readRowMaps(const Value& section, DesiredRowMaps& maps);
// Nothing when neither map is mentioned.
[[nodiscard]] std::optional<Node> writeRowMaps(const DesiredRowMaps& maps);

void readOvn(const Value& section, std::vector<DesiredBridgeMapping>& mappings);
[[nodiscard]] Node writeOvn(const std::vector<DesiredBridgeMapping>& mappings);

// A map of single values, each kept as the text it was written in; those without a value are left
// out.
[[nodiscard]] std::optional<StringMap> readStringMap(const Value& map);
[[nodiscard]] Node writeStringMap(const StringMap& map);

}  // namespace pointsman::document
