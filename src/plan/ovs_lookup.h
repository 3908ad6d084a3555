// SPDX-License-Identifier: Apache-2.0
// What the database orders for the link of an interface, and rows cut for steps. Internal to plan/.
#pragma once

#include <cstdint>
#include <optional>

#include "base/mac_address.h"
#include "model/names.h"
#include "model/ovs_config.h"

namespace pointsman::plan {

[[nodiscard]] std::optional<MacAddress> orderedMac(const OvsConfig& ovs, const InterfaceName& name);
// Interface.mtu_request.
[[nodiscard]] std::optional<std::uint32_t> orderedMtu(const OvsConfig& ovs,
                                                      const InterfaceName& name);

// "" and "system" are one.
[[nodiscard]] bool sameDatapath(const OvsBridgeConfig& left, const OvsBridgeConfig& right);

// The row without what has steps of its own.
[[nodiscard]] OvsBridgeConfig withoutPorts(OvsBridgeConfig bridge);
[[nodiscard]] OvsPortConfig withoutInterfaces(OvsPortConfig port);

}  // namespace pointsman::plan
