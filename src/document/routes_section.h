// SPDX-License-Identifier: Apache-2.0
// `routes:` and `route-rules:`.
#pragma once

#include <vector>

#include "document/tree.h"
#include "document/value.h"
#include "model/desired_ip.h"
#include "model/ip_config.h"

namespace pointsman::document {

// Both leave what is under `running` aside: `show` prints it, nobody can ask for it.
void readRoutes(const Value& section, std::vector<DesiredRoute>& routes);
void readRules(const Value& section, std::vector<DesiredRule>& rules);

[[nodiscard]] Node writeRoute(const DesiredRoute& route);
[[nodiscard]] Node writeRule(const DesiredRule& rule);

}  // namespace pointsman::document
