// SPDX-License-Identifier: Apache-2.0
// What somebody asks of a host, partial by nature: front ends (a document, a setupNetworks request,
// a ConfigMap) make one of these, and plan/ merges it over what the host has. It holds no source
// positions, so two requests that mean the same are equal; document/ keeps those beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/mac_address.h"
#include "model/desired_ip.h"
#include "model/desired_link.h"
#include "model/desired_ovs.h"
#include "model/interface_type.h"
#include "model/names.h"
#include "model/wish.h"

namespace pointsman {

// How an entry finds its interface on the host.
enum class Identifier : std::uint8_t { Name, MacAddress };

enum class WaitIp : std::uint8_t { Any, Ipv4, Ipv6, Both };

struct DesiredAltName {
  std::string name = {};
  bool absent = false;
  bool operator==(const DesiredAltName&) const = default;
};

// The section that belongs to the type: `bridge:`, `vlan:`, … monostate: none was written.
using DesiredKind = std::variant<std::monostate, DesiredOvsBridge, DesiredOvsInterface, DesiredVeth,
                                 DesiredBond, DesiredVlan, DesiredLinuxBridge, DesiredVxlan,
                                 DesiredMacVlan, DesiredIpVlan, DesiredVrf>;

struct DesiredInterface {
  std::string name = {};  // a profile's label when the identifier is a MAC address
  std::optional<InterfaceType> type = {};
  InterfaceState state = InterfaceState::Up;
  Identifier identifier = Identifier::Name;
  std::optional<std::string> profileName = {};
  std::optional<std::string> description = {};
  std::optional<MacAddress> mac = {};  // set it, or find by it: see identifier
  std::optional<InterfaceName> copyMacFrom = {};
  std::optional<std::uint32_t> mtu = {};
  std::optional<DesiredIp> ipv4 = {};
  std::optional<DesiredIp> ipv6 = {};
  std::optional<WaitIp> waitIp = {};
  Wish<std::string> controller = Keep{};  // Clear (""): leave the controller it has
  std::optional<bool> acceptAllMac = {};
  std::vector<DesiredAltName> altNames = {};
  DesiredRowMaps ovsMaps = {};                      // `ovs-db:` of its Bridge or Interface row
  std::optional<std::uint16_t> ofportRequest = {};  // of its Interface row
  DesiredKind kind = std::monostate{};
  bool operator==(const DesiredInterface&) const = default;

  [[nodiscard]] const std::optional<DesiredIp>& ip(IpFamily family) const {
    return family == IpFamily::V4 ? ipv4 : ipv6;
  }
};

struct DesiredHostname {
  std::optional<std::string> running = {};
  std::optional<std::string> config = {};  // "" removes the static one
  bool operator==(const DesiredHostname&) const = default;
};

struct DesiredState {
  std::optional<std::string> description = {};
  std::vector<DesiredInterface> interfaces = {};
  std::vector<DesiredRoute> routes = {};
  std::vector<DesiredRule> rules = {};
  std::optional<DesiredResolver> resolver = {};
  std::optional<DesiredOvsDb> ovsDb = {};
  std::vector<DesiredBridgeMapping> bridgeMappings = {};
  DesiredHostname hostname = {};
  bool operator==(const DesiredState&) const = default;
};

}  // namespace pointsman
