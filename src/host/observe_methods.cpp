// SPDX-License-Identifier: Apache-2.0
#include "host/observe_methods.h"

#include <utility>

namespace pointsman::host {

void observeMethods(const IpMethodRecords& active, ObservedState& state) {
  for (const auto& [key, record] : active) {
    const auto link = state.config.links.find(key.first);
    if (link == state.config.links.end()) continue;
    IpConfig& ip = link->second.ip(key.second);
    auto addresses = std::move(ip.addresses);
    // The kernel is told to leave IPv6 to the client; what it says now is not what was asked.
    ip = record.method;
    ip.enabled = true;
    ip.addresses = std::move(addresses);
  }
}

}  // namespace pointsman::host
