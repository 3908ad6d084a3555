// SPDX-License-Identifier: Apache-2.0
// Partial wishes about kernel link kinds, as a document writes them. Empty means: leave as it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ip_address.h"
#include "model/desired_ovs.h"
#include "model/link_config.h"
#include "model/names.h"
#include "model/string_map.h"
#include "model/wish.h"

namespace pointsman {

struct DesiredVeth {
  InterfaceName peer = {};
  bool operator==(const DesiredVeth&) const = default;
};

struct DesiredBondPort {
  InterfaceName name = {};
  BondPort settings = {};
  bool operator==(const DesiredBondPort&) const = default;
};
struct DesiredBond {
  std::optional<std::string> mode = {};
  StringMap options = {};  // merged over those in force, unless the mode changes
  std::optional<std::vector<InterfaceName>> ports = {};
  std::vector<DesiredBondPort> portSettings = {};
  bool operator==(const DesiredBond&) const = default;
};

struct DesiredVlan {
  std::optional<InterfaceName> base = {};
  std::optional<VlanId> id = {};
  std::optional<std::string> protocol = {};
  std::optional<bool> reorderHeaders = {};
  std::optional<bool> looseBinding = {};
  std::optional<std::string> registration = {};
  bool operator==(const DesiredVlan&) const = default;
};

struct DesiredLinuxBridgePort {
  InterfaceName name = {};
  std::optional<bool> hairpin = {};
  std::optional<std::uint32_t> pathCost = {};
  std::optional<std::uint16_t> priority = {};
  Wish<DesiredPortVlan> vlan = Keep{};  // Clear (`vlan: {}`): no filter entries of its own
  bool operator==(const DesiredLinuxBridgePort&) const = default;
};
struct DesiredLinuxBridge {
  StringMap options = {};  // merged; keys as in LinuxBridgeLink
  std::optional<std::vector<DesiredLinuxBridgePort>> ports = {};
  bool operator==(const DesiredLinuxBridge&) const = default;
};

struct DesiredVxlan {
  std::optional<InterfaceName> base = {};
  std::optional<std::uint32_t> id = {};
  std::optional<IpAddress> remote = {};
  std::optional<IpAddress> local = {};
  std::optional<bool> learning = {};
  std::optional<std::uint16_t> destinationPort = {};
  bool operator==(const DesiredVxlan&) const = default;
};

struct DesiredMacVlan {
  std::optional<InterfaceName> base = {};
  std::optional<std::string> mode = {};
  std::optional<bool> promiscuous = {};
  bool operator==(const DesiredMacVlan&) const = default;
};

struct DesiredIpVlan {
  std::optional<InterfaceName> base = {};
  std::optional<std::string> mode = {};
  std::optional<bool> isPrivate = {};
  std::optional<bool> vepa = {};
  bool operator==(const DesiredIpVlan&) const = default;
};

struct DesiredVrf {
  std::optional<std::vector<InterfaceName>> ports = {};
  std::optional<std::uint32_t> table = {};
  bool operator==(const DesiredVrf&) const = default;
};

}  // namespace pointsman
