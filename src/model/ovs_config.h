// SPDX-License-Identifier: Apache-2.0
// Complete configuration of Open vSwitch, in the shape of its database: bridges hold ports, ports
// hold interfaces (ovs-vswitchd.conf.db(5)).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/mac_address.h"
#include "model/names.h"
#include "model/string_map.h"
#include "model/vlan_set.h"

namespace pointsman {

// Interface.type values that this program treats specially; any other string is carried through.
inline constexpr std::string_view kOvsSystem = "system";
inline constexpr std::string_view kOvsInternal = "internal";
inline constexpr std::string_view kOvsPatch = "patch";

struct OvsInterfaceConfig {
  // "system" also stands for the empty string, which `ovs-vsctl add-port` writes and which means
  // the same to ovs-vswitchd. OvsInterfaceFacts keeps the spelling.
  std::string type{kOvsSystem};
  StringMap options = {};              // peer, remote_ip, key, …
  std::optional<MacAddress> mac = {};  // ignored by OVS on a bridge's local port
  std::optional<std::uint32_t> mtuRequest = {};
  std::optional<std::uint16_t> ofportRequest = {};
  StringMap externalIds = {};
  StringMap otherConfig = {};
  bool operator==(const OvsInterfaceConfig&) const = default;
};

enum class VlanMode : std::uint8_t { Access, Trunk, NativeTagged, NativeUntagged };

// Columns vlan_mode, tag and trunks of a Port. No mode and no tag: a trunk of every VLAN. No mode
// and a tag: access.
struct OvsPortVlan {
  std::optional<VlanMode> mode = {};
  std::optional<VlanId> tag = {};
  VlanSet trunks = {};  // empty: all
  bool operator==(const OvsPortVlan&) const = default;

  // The mode in force, with the defaults of ovs-vswitchd.conf.db(5) filled in.
  [[nodiscard]] VlanMode effectiveMode() const {
    return mode.value_or(tag ? VlanMode::Access : VlanMode::Trunk);
  }
};

struct OvsPortConfig {
  OvsPortVlan vlan = {};
  // What follows is of a port with two or more interfaces: a bond.
  std::optional<std::string> bondMode = {};  // active-backup, balance-slb, balance-tcp
  std::optional<std::string> lacp = {};      // active, passive, off
  std::uint32_t bondUpdelay = 0;             // milliseconds
  std::uint32_t bondDowndelay = 0;
  StringMap externalIds = {};
  StringMap otherConfig = {};
  std::map<InterfaceName, OvsInterfaceConfig> interfaces = {};
  bool operator==(const OvsPortConfig&) const = default;

  [[nodiscard]] bool isBond() const { return interfaces.size() > 1; }
};

struct OvsBridgeConfig {
  std::string datapathType = {};             // "" is the same as "system"
  std::optional<std::string> failMode = {};  // standalone, secure
  bool stp = false;
  bool rstp = false;
  bool mcastSnooping = false;
  std::set<std::string> protocols = {};    // OpenFlow13, …; empty: OVS's default
  std::set<std::string> controllers = {};  // targets: tcp:192.0.2.1:6653, …
  StringMap externalIds = {};
  StringMap otherConfig = {};
  std::map<PortName, OvsPortConfig> ports = {};
  bool operator==(const OvsBridgeConfig&) const = default;
};

struct OvsConfig {
  std::map<BridgeName, OvsBridgeConfig> bridges = {};
  StringMap externalIds = {};  // of the Open_vSwitch row
  StringMap otherConfig = {};
  bool operator==(const OvsConfig&) const = default;
};

// Where an interface stands. Points into the configuration it was looked up in.
struct OvsPlace {
  const BridgeName* bridgeName = nullptr;
  const OvsBridgeConfig* bridge = nullptr;
  const PortName* portName = nullptr;
  const OvsPortConfig* port = nullptr;
  const OvsInterfaceConfig* interface = nullptr;

  // Whether it is the port that bears the bridge's name, which every bridge has.
  [[nodiscard]] bool isLocal() const { return bridgeName->text == portName->text; }
};
[[nodiscard]] std::optional<OvsPlace> findPlace(const OvsConfig& ovs, const InterfaceName& name);

// The bridge whose port list holds 'name', as a port or as a bond's member; null when there is
// none.
[[nodiscard]] const BridgeName* bridgeHolding(const OvsConfig& ovs, const InterfaceName& name);
[[nodiscard]] const OvsInterfaceConfig* findInterface(const OvsConfig& ovs,
                                                      const InterfaceName& name);

std::string_view toString(VlanMode mode);  // as in the vlan_mode column
std::optional<VlanMode> findVlanMode(std::string_view text);

// The mark on every row we make. A row without it is deleted only when the document names it.
inline constexpr std::string_view kOwnerKey = "pointsman-owner";
// Open_vSwitch.external_ids key that `ovn.bridge-mappings` is written to.
inline constexpr std::string_view kBridgeMappingsKey = "ovn-bridge-mappings";
// localnet name -> bridge, from "net1:br1,net2:br2"; what has no colon is left out.
[[nodiscard]] std::map<std::string, BridgeName> parseBridgeMappings(std::string_view text);
[[nodiscard]] std::string printBridgeMappings(const std::map<std::string, BridgeName>& mappings);

}  // namespace pointsman
