// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/ip_address.h"
#include "base/result.h"
#include "probe/io/patience.h"

namespace pointsman::probe {

// Whether a listener at one of 'addresses' accepts; all are tried at once. The connection is closed
// at once.
Result<> tryTcp(const std::vector<IpAddress>& addresses, std::uint16_t port,
                const Patience& patience);

}  // namespace pointsman::probe
