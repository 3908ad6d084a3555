// SPDX-License-Identifier: Apache-2.0
// What the order of a link's addresses means: the first address of each IPv4 network is its
// primary, and the kernel drops the others of that network with it. Beyond that the kernel does
// not keep the order it was given, so neither plans nor documents may insist on it. Internal to
// plan/.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "model/ip_config.h"

namespace pointsman::plan {

// The primary of each IPv4 network.
[[nodiscard]] std::map<IpPrefix, IpPrefix> primariesOf(const std::vector<Address>& addresses);

// The IPv4 networks that have another primary in 'wanted': all their addresses must be set anew.
[[nodiscard]] std::set<IpPrefix> rebuiltNetworks(const std::vector<Address>& present,
                                                 const std::vector<Address>& wanted);

// Whether the kernel cannot tell the two from each other.
[[nodiscard]] bool sameAddresses(const std::vector<Address>& left,
                                 const std::vector<Address>& right);

}  // namespace pointsman::plan
