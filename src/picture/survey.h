// SPDX-License-Identifier: Apache-2.0
// Answers about one observed host that a picture needs again and again: who holds whom, who stands
// on whom, who bears addresses. Holds pointers into the state it was made from.
#pragma once

#include <map>
#include <vector>

#include "model/names.h"
#include "model/observed_state.h"

namespace pointsman::picture {

// Where an Interface row hangs in OVS.
struct OvsPlace {
  const BridgeName* bridge = nullptr;
  const PortName* port = nullptr;
  const OvsPortConfig* portConfig = nullptr;
  const OvsInterfaceConfig* config = nullptr;
};

class Survey {
 public:
  // 'state' must outlive the survey.
  explicit Survey(const ObservedState& state);

  [[nodiscard]] const ObservedState& state() const { return *state_; }

  // Each null when there is none.
  [[nodiscard]] const LinkConfig* link(const InterfaceName& name) const;
  [[nodiscard]] const LinkFacts* linkFacts(const InterfaceName& name) const;
  [[nodiscard]] const OvsPlace* ovsPlace(const InterfaceName& name) const;
  [[nodiscard]] const OvsInterfaceFacts* ovsFacts(const InterfaceName& name) const;

  // Every Interface row, by name.
  [[nodiscard]] const std::map<InterfaceName, OvsPlace>& ovsPlaces() const { return ovs_; }

  // Links enslaved to 'name': a bond, linux bridge or VRF.
  [[nodiscard]] const std::vector<InterfaceName>& membersOf(const InterfaceName& name) const;
  // Links whose base is 'name'.
  [[nodiscard]] const std::vector<InterfaceName>& stackedOn(const InterfaceName& name) const;
  // Default routes with a gateway that leave by 'name', of whatever origin.
  [[nodiscard]] const std::vector<Route>& defaultRoutes(const InterfaceName& name) const;

  // Whether the host itself speaks IP there: an address worth showing, or one being asked for.
  [[nodiscard]] bool speaksIp(const InterfaceName& name) const;
  // The MTU in force, from the kernel or else from OVS; 0 when nobody says.
  [[nodiscard]] std::uint32_t mtu(const InterfaceName& name) const;
  // The other end of a veth pair when it is in the same namespace, else null.
  [[nodiscard]] const InterfaceName* vethPeer(const InterfaceName& name) const;

 private:
  void addRoute(const Route& route);

  const ObservedState* state_;
  std::map<InterfaceName, OvsPlace> ovs_;
  std::map<InterfaceName, std::vector<InterfaceName>> members_;
  std::map<InterfaceName, std::vector<InterfaceName>> stacked_;
  std::map<InterfaceName, std::vector<Route>> defaultRoutes_;
};

// Addresses that say something about this host: all but loopback, and all but the link-local ones
// that IPv6 gives every link.
[[nodiscard]] std::vector<Address> configuredAddresses(const LinkConfig& link);
// Those of families that are on. Facts may be older than the configuration: a plan is drawn with
// what was seen before it, when the lease was still where it is about to be taken away.
[[nodiscard]] std::vector<Address> dynamicAddresses(const LinkConfig& link, const LinkFacts& facts);

}  // namespace pointsman::picture
