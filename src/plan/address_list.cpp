// SPDX-License-Identifier: Apache-2.0
#include "plan/address_list.h"

#include <algorithm>

namespace pointsman::plan {

std::map<IpPrefix, IpPrefix> primariesOf(const std::vector<Address>& addresses) {
  std::map<IpPrefix, IpPrefix> primaries;
  for (const Address& address : addresses) {
    if (address.prefix.address.family() != IpFamily::V4) continue;
    primaries.emplace(address.prefix.network(), address.prefix);
  }
  return primaries;
}

std::set<IpPrefix> rebuiltNetworks(const std::vector<Address>& present,
                                   const std::vector<Address>& wanted) {
  const auto wantedPrimaries = primariesOf(wanted);
  std::set<IpPrefix> rebuilt;
  for (const auto& [network, primary] : primariesOf(present)) {
    const auto found = wantedPrimaries.find(network);
    if (found != wantedPrimaries.end() && found->second != primary) rebuilt.insert(network);
  }
  return rebuilt;
}

bool sameAddresses(const std::vector<Address>& left, const std::vector<Address>& right) {
  return std::ranges::is_permutation(left, right) && primariesOf(left) == primariesOf(right);
}

}  // namespace pointsman::plan
