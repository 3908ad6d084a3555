// SPDX-License-Identifier: Apache-2.0
// Plans for people, and for scripts.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/host_config.h"
#include "model/names.h"
#include "model/observed_state.h"
#include "plan/step.h"

namespace pointsman::plan {

// One line: "ovsdb  add port eth0 to br-ex (system)".
[[nodiscard]] std::string describe(const Step& step);

// How a plan may be felt by traffic.
struct Disruption {
  std::set<InterfaceName> links = {};          // may lose packets while the plan runs
  std::set<InterfaceName> defaultRoutes = {};  // those of them that a default route leaves by
  bool operator==(const Disruption&) const = default;
};
[[nodiscard]] Disruption estimateDisruption(const std::vector<Step>& steps,
                                            const HostConfig& before, const HostFacts& facts);

enum class PlanFormat : std::uint8_t { Text, Json };

// Every step, then a summary. An empty plan says so.
[[nodiscard]] std::string printPlan(const std::vector<Step>& steps, const Disruption& disruption,
                                    PlanFormat format);

}  // namespace pointsman::plan
