// SPDX-License-Identifier: Apache-2.0
// Waits for the kernel's network to be in a certain state, on events.
#pragma once

#include <functional>
#include <string_view>

#include "base/deadline.h"
#include "base/result.h"
#include "netlink/monitor.h"

namespace pointsman::host {

// Returns once 'holds' gives true; it is asked at first and after each event of 'groups'.
// Unavailable, saying 'what' was waited for, when the deadline passes first.
Result<> awaitKernel(netlink::EventGroups groups, const std::function<Result<bool>()>& holds,
                     std::string_view what, Deadline deadline);

}  // namespace pointsman::host
