// SPDX-License-Identifier: Apache-2.0
// What probes need to know of the host they run on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ip_address.h"
#include "model/observed_state.h"

namespace pointsman::probe {

struct Gateway {
  IpAddress address = {};
  std::string device = {};
  bool operator==(const Gateway&) const = default;
};

struct NameServer {
  IpAddress address = {};
  std::string device = {};  // of a link-local IPv6 address
  std::uint16_t port = 53;
  bool operator==(const NameServer&) const = default;
};

struct Surroundings {
  std::vector<Gateway> gateways = {};  // of default routes, the best first
  std::vector<NameServer> nameServers = {};
  bool operator==(const Surroundings&) const = default;
};

// Servers that are no addresses are left out.
[[nodiscard]] Surroundings findSurroundings(const ObservedState& host);

}  // namespace pointsman::probe
