// SPDX-License-Identifier: Apache-2.0
// What the OVSDB steps of a plan make of a configuration. Pure; ovs_transaction.h turns the
// difference into operations.
#pragma once

#include <span>

#include "base/result.h"
#include "model/ovs_config.h"
#include "plan/step.h"

namespace pointsman::host {

// Conflict when what a step starts from is not there any more: a column that it changes, or a row
// that it removes, is neither as the step found it nor as it leaves it. What a step does not speak
// of may have changed: others write their own keys, ports and bridges. A batch that was carried out
// before leaves 'current' as it is.
Result<OvsConfig> editOvs(const OvsConfig& current, std::span<const plan::Step> steps);

}  // namespace pointsman::host
