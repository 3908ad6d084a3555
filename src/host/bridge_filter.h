// SPDX-License-Identifier: Apache-2.0
// The VLAN filter of a linux-bridge port: what the model asks, as the kernel's entries, and what to
// write to get there. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/link_config.h"
#include "netlink/link.h"

namespace pointsman::host {

// Without a wish, what the bridge gives a new port: its default VLAN (0: none).
[[nodiscard]] std::vector<netlink::BridgeVlan> toFilter(const std::optional<BridgePortVlan>& vlan,
                                                        VlanId defaultVlan);

struct FilterChange {
  std::vector<netlink::BridgeVlan> removed = {};
  std::vector<netlink::BridgeVlan> added = {};
  bool operator==(const FilterChange&) const = default;
};
// In ranges as long as possible.
[[nodiscard]] FilterChange diffFilters(const std::vector<netlink::BridgeVlan>& before,
                                       const std::vector<netlink::BridgeVlan>& after);

// Whether the port has just what the bridge gives a new one.
[[nodiscard]] bool isDefaultFilter(const std::vector<netlink::BridgeVlan>& filter,
                                   VlanId defaultVlan);

}  // namespace pointsman::host
