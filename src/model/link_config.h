// SPDX-License-Identifier: Apache-2.0
// Complete configuration of one kernel link: what it is, and what is set on it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <variant>

#include "base/ip_address.h"
#include "base/mac_address.h"
#include "model/interface_type.h"
#include "model/ip_config.h"
#include "model/names.h"
#include "model/string_map.h"
#include "model/vlan_set.h"

namespace pointsman {

// The kinds of link. Each holds what is fixed or set for its kind only.
struct PhysicalLink {
  bool operator==(const PhysicalLink&) const = default;
};
struct LoopbackLink {
  bool operator==(const LoopbackLink&) const = default;
};
// The kernel device of an OVS internal port, whatever datapath makes it (with the userspace
// datapath it is a tap). It comes and goes with the OVSDB row, never by netlink.
struct OvsInternalLink {
  bool operator==(const OvsInternalLink&) const = default;
};
struct VethLink {
  std::optional<InterfaceName> peer = {};  // empty: in another network namespace
  bool operator==(const VethLink&) const = default;
};
struct DummyLink {
  bool operator==(const DummyLink&) const = default;
};
struct BondLink {
  std::string mode = {};  // the kernel's word: "active-backup", "802.3ad", …
  // By the kernel's names: miimon, xmit_hash_policy, … Numbers are decimal, booleans 0 and 1,
  // enumerations by name, MAC addresses in lower case, lists joined with commas.
  StringMap options = {};
  bool operator==(const BondLink&) const = default;
};
struct VlanLink {
  InterfaceName base = {};
  VlanId id = 0;
  std::string protocol = "802.1q";  // or 802.1ad
  bool reorderHeaders = true;
  bool looseBinding = false;
  std::string registration = "none";  // or gvrp, mvrp
  bool operator==(const VlanLink&) const = default;
};
struct LinuxBridgeLink {
  // By the document's names and in its units (seconds for stp.* and mac-ageing-time, hundredths of
  // a second for multicast intervals): "stp.enabled", … Spelt as a bond's options are;
  // multicast-router is disabled, auto or enabled.
  StringMap options = {};
  bool operator==(const LinuxBridgeLink&) const = default;
};
struct VxlanLink {
  std::optional<InterfaceName> base = {};
  std::uint32_t id = 0;
  std::optional<IpAddress> remote = {};
  std::optional<IpAddress> local = {};
  bool learning = true;
  std::uint16_t destinationPort = 4789;
  bool operator==(const VxlanLink&) const = default;
};
struct MacVlanLink {
  InterfaceName base = {};
  std::string mode = "bridge";  // vepa, bridge, private, passthru, source
  bool promiscuous = true;
  bool tap = false;  // a mac-vtap
  bool operator==(const MacVlanLink&) const = default;
};
struct IpVlanLink {
  InterfaceName base = {};
  std::string mode = "l3";  // l2, l3, l3s
  bool isPrivate = false;
  bool vepa = false;
  bool operator==(const IpVlanLink&) const = default;
};
struct VrfLink {
  std::uint32_t table = 0;
  bool operator==(const VrfLink&) const = default;
};
struct TunLink {
  bool operator==(const TunLink&) const = default;
};
// A kind we only look at, by the kernel's word for it.
struct OtherLink {
  std::string kind = {};
  bool operator==(const OtherLink&) const = default;
};

using LinkKind = std::variant<PhysicalLink, LoopbackLink, OvsInternalLink, VethLink, DummyLink,
                              BondLink, VlanLink, LinuxBridgeLink, VxlanLink, MacVlanLink,
                              IpVlanLink, VrfLink, TunLink, OtherLink>;

[[nodiscard]] InterfaceType typeOf(const LinkKind& kind);
// The link this one is stacked on: a VLAN's or VXLAN's or macvlan's base.
[[nodiscard]] std::optional<InterfaceName> baseOf(const LinkKind& kind);

// The VLAN filter of a linux-bridge port, in the document's terms.
struct BridgePortVlan {
  bool trunk = false;
  std::optional<VlanId> tag = {};  // access VLAN, or the native VLAN of a trunk
  VlanSet trunks = {};
  bool operator==(const BridgePortVlan&) const = default;
};

// What a linux bridge keeps for each of its ports.
struct BridgePort {
  std::optional<bool> hairpin = {};
  std::optional<std::uint32_t> pathCost = {};
  std::optional<std::uint16_t> priority = {};
  std::optional<BridgePortVlan> vlan = {};
  bool operator==(const BridgePort&) const = default;
};
// What a bond keeps for each of its ports.
struct BondPort {
  std::optional<std::int32_t> priority = {};
  std::optional<std::uint16_t> queueId = {};
  bool operator==(const BondPort&) const = default;
};

struct LinkConfig {
  LinkKind kind = PhysicalLink{};
  bool up = false;
  std::optional<MacAddress> mac = {};  // empty: the kind has none
  std::uint32_t mtu = 1500;
  // The bond, linux bridge or VRF it is enslaved to. Membership of an OVS bridge is in OvsConfig.
  std::optional<InterfaceName> controller = {};
  std::optional<BridgePort> bridgePort = {};
  std::optional<BondPort> bondPort = {};
  std::set<std::string> altNames = {};
  bool acceptAllMac = false;
  IpConfig ipv4 = {};
  IpConfig ipv6 = {};
  bool operator==(const LinkConfig&) const = default;

  [[nodiscard]] const IpConfig& ip(IpFamily family) const {
    return family == IpFamily::V4 ? ipv4 : ipv6;
  }
  [[nodiscard]] IpConfig& ip(IpFamily family) { return family == IpFamily::V4 ? ipv4 : ipv6; }
};

}  // namespace pointsman
