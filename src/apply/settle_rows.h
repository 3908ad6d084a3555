// SPDX-License-Identifier: Apache-2.0
// OVSDB's part of settle().
#pragma once

#include "model/observed_state.h"
#include "plan/step.h"

namespace pointsman::apply {

void settleStep(ObservedState& host, const plan::AddBridge& step);
void settleStep(ObservedState& host, const plan::RemoveBridge& step);
void settleStep(ObservedState& host, const plan::ChangeBridge& step);
void settleStep(ObservedState& host, const plan::AddPort& step);
void settleStep(ObservedState& host, const plan::RemovePort& step);
void settleStep(ObservedState& host, const plan::ChangePort& step);
void settleStep(ObservedState& host, const plan::AddPortMember& step);
void settleStep(ObservedState& host, const plan::RemovePortMember& step);
void settleStep(ObservedState& host, const plan::ChangeOvsInterface& step);
void settleStep(ObservedState& host, const plan::ChangeOvsKey& step);

// The link and the routes that leave by it.
void loseLink(ObservedState& host, const InterfaceName& name);

}  // namespace pointsman::apply
