// SPDX-License-Identifier: Apache-2.0
// One row of Open vSwitch's database and what a step says of it: whether it is so, and how it
// becomes so. Keys of maps that a step does not name are others' and never count.
#pragma once

#include "base/result.h"
#include "model/ovs_config.h"

namespace pointsman::host {

// Whether the row holds what is expected of it. A bridge's ports are not looked at; a port must
// have the same members, each of which agrees.
[[nodiscard]] bool agrees(const OvsBridgeConfig& found, const OvsBridgeConfig& expected);
[[nodiscard]] bool agrees(const OvsPortConfig& found, const OvsPortConfig& expected);
[[nodiscard]] bool agrees(const OvsInterfaceConfig& found, const OvsInterfaceConfig& expected);

// Changes 'row' where 'before' and 'after' differ, column by column, maps key by key. Conflict for
// one that is neither as before nor as after. Ports of bridges and members of ports stay.
Result<> changeRow(OvsBridgeConfig& row, const OvsBridgeConfig& before,
                   const OvsBridgeConfig& after);
Result<> changeRow(OvsPortConfig& row, const OvsPortConfig& before, const OvsPortConfig& after);
Result<> changeRow(OvsInterfaceConfig& row, const OvsInterfaceConfig& before,
                   const OvsInterfaceConfig& after);
Result<> changeKey(StringMap& map, const std::string& key, const std::optional<std::string>& before,
                   const std::optional<std::string>& after);

}  // namespace pointsman::host
