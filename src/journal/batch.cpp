// SPDX-License-Identifier: Apache-2.0
#include "journal/batch.h"

#include <algorithm>
#include <variant>

namespace pointsman::journal {

std::vector<Batch> splitIntoBatches(std::span<const plan::Step> steps) {
  std::vector<Batch> batches;
  bool lastIsOvsdb = false;
  for (const plan::Step& step : steps) {
    const bool ovsdb = plan::isOvsdb(step);
    if (!ovsdb || !lastIsOvsdb) batches.emplace_back();
    batches.back().push_back(step);
    lastIsOvsdb = ovsdb;
  }
  return batches;
}

Batch inverseOf(const Batch& batch) { return plan::inverseOf(batch); }

bool outlivesReboot(const Batch& batch) {
  return std::ranges::any_of(batch, [](const plan::Step& step) {
    return plan::isOvsdb(step) || std::holds_alternative<plan::SetResolver>(step) ||
           std::holds_alternative<plan::SetHostname>(step);
  });
}

}  // namespace pointsman::journal
