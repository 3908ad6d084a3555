// SPDX-License-Identifier: Apache-2.0
// What the box of a kernel link says: its settings, addresses, default routes and faults.
#pragma once

#include <string>
#include <vector>

#include "model/link_config.h"
#include "model/names.h"
#include "picture/diagram.h"
#include "picture/faults.h"
#include "picture/survey.h"

namespace pointsman::picture {

// "NIC", "bond", "VLAN", …
[[nodiscard]] std::string kindText(const LinkKind& kind);
// The detail rows of one link, in reading order.
[[nodiscard]] std::vector<Row> linkRows(const Survey& survey, const Faults& faults,
                                        const InterfaceName& name);
// One row of 'kind' for each fault of 'name'.
[[nodiscard]] std::vector<Row> faultRows(const Faults& faults, const InterfaceName& name,
                                         RowKind kind);
// "192.0.2.10/24" and what follows it; empty when it has none.
[[nodiscard]] std::string firstAddress(const Survey& survey, const InterfaceName& name);

// Lengths, in characters, beyond which text of the host is cut.
inline constexpr std::size_t kLongestName = 32;
inline constexpr std::size_t kLongestDetail = 44;
inline constexpr std::size_t kLongestFault = 60;
inline constexpr std::size_t kLongestTooltip = 300;

}  // namespace pointsman::picture
