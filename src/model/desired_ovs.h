// SPDX-License-Identifier: Apache-2.0
// Partial wishes about Open vSwitch, as a document writes them. Empty means: leave as it is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/names.h"
#include "model/ovs_config.h"
#include "model/string_map.h"
#include "model/vlan_set.h"
#include "model/wish.h"

namespace pointsman {

// `ovs-db:` of one row: a map given replaces the stored one.
struct DesiredRowMaps {
  std::optional<StringMap> externalIds = {};
  std::optional<StringMap> otherConfig = {};
  bool operator==(const DesiredRowMaps&) const = default;
};

// `ovs-db:` at the top of the document: keys are merged over those in force. An empty map clears
// (all but what is protected); a key without a value is removed.
struct DesiredGlobalMap {
  std::map<std::string, std::optional<std::string>> keys = {};
  bool operator==(const DesiredGlobalMap&) const = default;
};
struct DesiredOvsDb {
  std::optional<DesiredGlobalMap> externalIds = {};
  std::optional<DesiredGlobalMap> otherConfig = {};
  bool operator==(const DesiredOvsDb&) const = default;
};

struct DesiredBridgeMapping {
  std::string localnet = {};
  bool absent = false;
  std::optional<BridgeName> bridge = {};
  bool operator==(const DesiredBridgeMapping&) const = default;
};

// `vlan:` of a port, of an OVS or a linux bridge. Trunk with `enable-native` is NativeUntagged.
struct DesiredPortVlan {
  std::optional<VlanMode> mode = {};
  std::optional<VlanId> tag = {};
  std::optional<bool> enableNative = {};
  std::optional<VlanSet> trunks = {};  // given and empty: all
  bool operator==(const DesiredPortVlan&) const = default;
};

// `link-aggregation:` of an OVS bridge port.
struct DesiredOvsBond {
  std::optional<std::string> mode = {};  // active-backup, balance-slb, balance-tcp, lacp
  std::optional<std::vector<InterfaceName>> members = {};
  std::optional<std::uint32_t> updelay = {};
  std::optional<std::uint32_t> downdelay = {};
  DesiredRowMaps maps = {};  // of the Port row
  bool operator==(const DesiredOvsBond&) const = default;
};

struct DesiredOvsPort {
  PortName name = {};
  Wish<DesiredPortVlan> vlan = Keep{};  // Clear (`vlan: {}`): back to a trunk of every VLAN
  std::optional<DesiredOvsBond> bond = {};
  bool operator==(const DesiredOvsPort&) const = default;
};

struct DesiredOvsBridge {
  std::optional<bool> allowExtraPatchPorts = {};
  std::optional<bool> stp = {};
  std::optional<bool> rstp = {};
  std::optional<bool> mcastSnooping = {};
  Wish<std::string> failMode = Keep{};  // Clear ("")
  std::optional<std::string> datapath = {};
  std::optional<std::set<std::string>> controllers = {};
  std::optional<std::set<std::string>> protocols = {};
  std::optional<std::vector<DesiredOvsPort>> ports = {};  // replaces the port list
  bool operator==(const DesiredOvsBridge&) const = default;
};

// What an ovs-interface is besides an internal port: a patch port or a tunnel.
struct DesiredOvsInterface {
  std::optional<std::string> type = {};   // empty: internal, or what it is already
  std::optional<StringMap> options = {};  // peer; remote_ip, local_ip, key, dst_port, …
  bool operator==(const DesiredOvsInterface&) const = default;
};

}  // namespace pointsman
