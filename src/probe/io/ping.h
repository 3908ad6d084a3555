// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/ip_address.h"
#include "base/result.h"
#include "probe/io/patience.h"

namespace pointsman::probe {

// Sends one echo request and waits for its reply. Needs CAP_NET_RAW, or a group within
// net.ipv4.ping_group_range; Denied otherwise.
Result<> ping(const IpAddress& address, const std::string& device, const Patience& patience);

}  // namespace pointsman::probe
