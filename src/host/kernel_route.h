// SPDX-License-Identifier: Apache-2.0
// Routes and rules, from the model's terms to the kernel's. The model has one Route for each next
// hop, the kernel one route with all of them; these functions take hops out of it and put them in.
// Pure; observe_routes.h is the other direction.
#pragma once

#include <optional>
#include <vector>

#include "model/ip_config.h"
#include "netlink/if_index.h"
#include "netlink/route.h"
#include "netlink/rule.h"

namespace pointsman::host {

// 'device' is the index of route.device; IfIndex{} when it has none.
[[nodiscard]] netlink::Route toKernel(const Route& route, netlink::IfIndex device);
[[nodiscard]] netlink::Rule toKernel(const Rule& rule);

// Whether the kernel can hold only one of the two: same destination, table and metric.
[[nodiscard]] bool sameSlot(const netlink::Route& a, const netlink::Route& b);
// Whether 'route' has the only hop of 'single' among its own.
[[nodiscard]] bool hasHop(const netlink::Route& route, const netlink::Route& single);

// 'route' with the only hop of 'single' too. The rest of what it says is that of 'single'.
[[nodiscard]] netlink::Route withHop(const netlink::Route& route, const netlink::Route& single);
// 'route' without that hop; nothing when that was the last one.
[[nodiscard]] std::optional<netlink::Route> withoutHop(const netlink::Route& route,
                                                       const netlink::Route& single);

}  // namespace pointsman::host
