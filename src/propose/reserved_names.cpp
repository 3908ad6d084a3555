// SPDX-License-Identifier: Apache-2.0
#include "propose/reserved_names.h"

#include <algorithm>
#include <array>

namespace pointsman::propose {

bool isReservedName(std::string_view name) {
  constexpr std::array<std::string_view, 11> kNames = {
      "br-ext", "br-int", "br-local",   "br-nexthop", "br0", "ext-vxlan",
      "ext",    "int",    "ovs-netdev", "ovs-system", "tun0"};
  constexpr std::array<std::string_view, 5> kPrefixes = {"genev_sys_", "k8s-", "ovn-k8s-",
                                                         "patch-br-", "vxlan_sys_"};
  return std::ranges::find(kNames, name) != kNames.end() ||
         std::ranges::any_of(kPrefixes, [&](auto prefix) { return name.starts_with(prefix); });
}

}  // namespace pointsman::propose
