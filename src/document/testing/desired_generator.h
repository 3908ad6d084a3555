// SPDX-License-Identifier: Apache-2.0
// DesiredStates at random for law tests: any that a document can say, so every one of them must
// survive printing and parsing. The same seed gives the same states.
#pragma once

#include <cstdint>
#include <string>

#include "document/testing/random_choice.h"
#include "model/desired_state.h"

namespace pointsman::document {

class DesiredGenerator {
 public:
  explicit DesiredGenerator(std::uint64_t seed) : random_(seed) {}

  [[nodiscard]] DesiredState state();

 private:
  DesiredInterface interface(std::string name);
  DesiredInterface absentInterface(std::string name);
  void common(DesiredInterface& interface);
  DesiredKind kindFor(InterfaceType type);
  DesiredIp ip(IpFamily family);
  DesiredOvsBridge ovsBridge();
  DesiredOvsPort ovsPort(std::size_t number);
  DesiredKind ovsInterface();
  DesiredBond bond();
  DesiredLinuxBridge linuxBridge();
  Wish<DesiredPortVlan> vlan(bool ovs);
  VlanSet vlans();
  DesiredRowMaps rowMaps();
  DesiredRoute route();
  DesiredRule rule();
  DesiredResolver resolver();
  DesiredOvsDb ovsDb();
  std::optional<DesiredGlobalMap> globalMap();
  StringMap stringMap();
  std::vector<InterfaceName> names(std::size_t least);
  InterfaceName name();
  IpAddress address(IpFamily family);
  IpPrefix prefix(IpFamily family);
  IpFamily family();
  MacAddress mac();
  std::uint32_t number();

  RandomChoice random_;
};

}  // namespace pointsman::document
