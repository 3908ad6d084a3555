// SPDX-License-Identifier: Apache-2.0
// `ipv4:` and `ipv6:` of an interface.
#pragma once

#include "base/ip_address.h"
#include "document/tree.h"
#include "document/value.h"
#include "model/desired_ip.h"

namespace pointsman::document {

void readIp(const Value& section, IpFamily family, DesiredIp& ip);
[[nodiscard]] Node writeIp(const DesiredIp& ip, IpFamily family);

// One entry of `address:`.
[[nodiscard]] Node writeAddress(const IpPrefix& prefix);

}  // namespace pointsman::document
