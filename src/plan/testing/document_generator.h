// SPDX-License-Identifier: Apache-2.0
// Random documents for the laws of plan/: changes that somebody might ask of a given host. Some
// break a rule; a law then has nothing to say about them.
#pragma once

#include <cstdint>
#include <set>

#include "model/desired_state.h"
#include "model/observed_state.h"
#include "plan/testing/config_generator.h"

namespace pointsman::plan {

class DocumentGenerator {
 public:
  DocumentGenerator(std::uint32_t seed, const ObservedState& host) : random_(seed), host_(host) {}

  DesiredState document();

 private:
  void addBridge(DesiredState& document);
  void addNic(DesiredState& document);
  void addVlan(DesiredState& document);
  void addBond(DesiredState& document);
  void addLinuxBridge(DesiredState& document);
  void addVeth(DesiredState& document);
  void removeSomething(DesiredState& document);
  void addRoutes(DesiredState& document);
  void addGlobals(DesiredState& document);
  void addIp(DesiredInterface& entry);
  DesiredIp makeIp(IpFamily family);
  // Adds the entry unless the document has one of its name and type already.
  void add(DesiredState& document, DesiredInterface entry);
  std::vector<InterfaceName> someNics();

  ConfigGenerator random_;
  const ObservedState& host_;
  std::set<InterfaceName> used_;
};

}  // namespace pointsman::plan
