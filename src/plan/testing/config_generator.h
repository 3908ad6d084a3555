// SPDX-License-Identifier: Apache-2.0
// Random hosts for the laws of plan/: always the same hardware, and on it whatever a kernel and an
// Open vSwitch could really hold. The same seed gives the same hosts.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "model/observed_state.h"

namespace pointsman::plan {

class ConfigGenerator {
 public:
  explicit ConfigGenerator(std::uint32_t seed) : random_(seed) {}

  HostConfig hostConfig();
  // Leases on links that have DHCP, and the routes that came with them.
  HostFacts factsOf(const HostConfig& config);

  // The same host with addresses in one order out of those that mean the same to the kernel.
  static HostConfig canonical(HostConfig config);

  // True once in 'times'.
  bool chance(unsigned times) { return below(times) == 0; }
  unsigned below(unsigned limit) {
    return std::uniform_int_distribution<unsigned>(0, limit - 1)(random_);
  }
  template <typename T>
  const T& oneOf(const std::vector<T>& values) {
    return values[below(static_cast<unsigned>(values.size()))];
  }

 private:
  void addVirtualLinks(HostConfig& config);
  void addVlans(HostConfig& config);
  void addControllers(HostConfig& config);
  void addBridges(HostConfig& config);
  void addBridgePorts(HostConfig& config, const BridgeName& name, OvsBridgeConfig& bridge);
  void settleLinks(HostConfig& config);
  void addIp(HostConfig& config);
  void addAddresses(LinkConfig& link, unsigned number);
  void addRoutes(HostConfig& config);
  void addRest(HostConfig& config);
  LinkConfig makeLink(LinkKind kind);
  MacAddress makeMac();
  std::vector<InterfaceName> freeLinks(const HostConfig& config);

  std::mt19937 random_;
};

}  // namespace pointsman::plan
