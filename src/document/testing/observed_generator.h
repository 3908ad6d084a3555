// SPDX-License-Identifier: Apache-2.0
// ObservedStates at random for law tests: hosts as the kernel and OVSDB could show them. The same
// seed gives the same hosts.
#pragma once

#include <cstdint>

#include "document/testing/random_choice.h"
#include "model/observed_state.h"

namespace pointsman::document {

class ObservedGenerator {
 public:
  explicit ObservedGenerator(std::uint64_t seed) : random_(seed) {}

  [[nodiscard]] ObservedState state();

 private:
  void addLink(ObservedState& host, const InterfaceName& name);
  LinkKind kind();
  IpConfig ip(IpFamily family);
  LinkFacts linkFacts();
  void addBridge(ObservedState& host, const BridgeName& name);
  void addPort(ObservedState& host, OvsBridgeConfig& bridge, const PortName& name);
  OvsInterfaceConfig ovsInterface();
  OvsPortVlan vlan();
  Route route();
  Rule rule();
  StringMap rowMap();

  RandomChoice random_;
};

}  // namespace pointsman::document
