// SPDX-License-Identifier: Apache-2.0
// Writes a plan: keeps the host as the steps so far leave it, and adds a step only when something
// is not yet as asked. So 'before' of each step is right by construction, and asking twice is one
// step. Internal to plan/.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/host_config.h"
#include "model/observed_state.h"
#include "plan/step.h"

namespace pointsman::plan {

class StepWriter {
 public:
  StepWriter(const HostConfig& before, const HostFacts& facts)
      : now_(before), leases_(leasesOf(facts)), runningRoutes_(facts.runningRoutes) {}

  // The host after the steps written so far.
  [[nodiscard]] const HostConfig& now() const { return now_; }
  [[nodiscard]] bool hasLink(const InterfaceName& name) const { return now_.links.contains(name); }
  // Requires hasLink(name).
  [[nodiscard]] const LinkConfig& link(const InterfaceName& name) const {
    return now_.links.at(name);
  }
  // Addresses from DHCP or a router that are still there. Link-local ones are not among them: the
  // kernel makes and removes those.
  [[nodiscard]] std::vector<Address> leases(const InterfaceName& name, IpFamily family) const;
  // Routes from DHCP or a router that are still there.
  [[nodiscard]] std::vector<Route> leasedRoutes(const InterfaceName& name, IpFamily family) const;
  [[nodiscard]] std::vector<Step> take() && { return std::move(steps_); }

  // OVSDB. Links of internal interfaces come and go with their rows.
  void addBridge(const BridgeName& name, const OvsBridgeConfig& settings);
  void removeBridge(const BridgeName& name);
  void changeBridge(const BridgeName& name, const OvsBridgeConfig& settings);
  void addPort(const BridgeName& bridge, const PortName& name, const OvsPortConfig& config);
  void removePort(const BridgeName& bridge, const PortName& name);
  void changePort(const BridgeName& bridge, const PortName& name, const OvsPortConfig& settings);
  void addPortMember(const BridgeName& bridge, const PortName& port, const InterfaceName& name,
                     const OvsInterfaceConfig& config);
  void removePortMember(const BridgeName& bridge, const PortName& port, const InterfaceName& name);
  void changeInterface(const BridgeName& bridge, const PortName& port, const InterfaceName& name,
                       const OvsInterfaceConfig& config);
  void changeKey(OvsColumn column, const std::string& key, const std::optional<std::string>& value);

  // Links.
  void createLink(const InterfaceName& name, const LinkConfig& config, const LinkConfig* peer);
  void deleteLink(const InterfaceName& name);
  void setKind(const InterfaceName& name, const LinkKind& kind);
  void setUp(const InterfaceName& name, bool up);
  void setMtu(const InterfaceName& name, std::uint32_t mtu);
  void setMac(const InterfaceName& name, const std::optional<MacAddress>& mac);
  void setMembership(const InterfaceName& name, const Membership& membership);
  void setAltNames(const InterfaceName& name, const std::set<std::string>& names);
  void setAcceptAllMac(const InterfaceName& name, bool accept);

  // Layer 3. The address added comes last on its link.
  void addAddress(const InterfaceName& name, const Address& address);
  void removeAddress(const InterfaceName& name, const Address& address);
  void removeLease(const InterfaceName& name, const Address& address);
  void changeAddress(const InterfaceName& name, const Address& before, const Address& after);
  // Makes a lease the configured address of the same prefix.
  void adoptLease(const InterfaceName& name, const Address& lease, const Address& address);
  void setMethod(const InterfaceName& name, IpFamily family, const IpConfig& method);
  void addRoute(const Route& route);
  void removeRoute(const Route& route);
  void removeLeasedRoute(const Route& route);
  void replaceRoute(const Route& before, const Route& after);
  void addRule(const Rule& rule);
  void removeRule(const Rule& rule);
  void setResolver(const ResolverConfig& resolver);
  void setHostname(const Hostname& hostname);

 private:
  using Lease = std::pair<InterfaceName, Address>;
  static std::vector<Lease> leasesOf(const HostFacts& facts);

  LinkConfig& mutableLink(const InterfaceName& name) { return now_.links.at(name); }
  void bearInternalLink(const BridgeName& bridge, const InterfaceName& name,
                        const OvsInterfaceConfig& config);
  void obeyOrders(const InterfaceName& name);

  HostConfig now_;
  std::vector<Lease> leases_;
  std::vector<Route> runningRoutes_;
  std::vector<Step> steps_;
};

[[nodiscard]] Membership membershipOf(const LinkConfig& link);
// The other end of a veth pair, when it is in this namespace.
[[nodiscard]] std::optional<InterfaceName> vethPeer(const LinkKind& kind);

}  // namespace pointsman::plan
