// SPDX-License-Identifier: Apache-2.0
// What was read from a host: its configuration, and the facts beside it that no one can set.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/mac_address.h"
#include "model/host_config.h"
#include "model/ip_config.h"
#include "model/names.h"

namespace pointsman {

struct LinkFacts {
  std::uint32_t index = 0;
  std::optional<MacAddress> permanentMac = {};
  std::optional<std::uint32_t> minMtu = {};
  std::optional<std::uint32_t> maxMtu = {};
  std::string operState = {};  // the kernel's word: "up", "down", "lowerlayerdown", …
  bool carrier = false;
  std::string driver = {};
  // Addresses nobody configured: from DHCP or a router, and link-local ones.
  std::vector<Address> dynamicAddresses = {};
  bool operator==(const LinkFacts&) const = default;
};

struct OvsInterfaceFacts {
  std::string literalType = {};             // Interface.type to the letter: "" or "system", …
  std::optional<std::int64_t> ofport = {};  // -1: OVS could not add it
  std::string error = {};
  std::optional<MacAddress> macInUse = {};
  std::optional<std::uint32_t> mtu = {};
  std::string adminState = {};
  std::string linkState = {};
  bool operator==(const OvsInterfaceFacts&) const = default;
};

struct OvsFacts {
  bool available = false;   // a database answered
  std::string remote = {};  // where it was looked for
  std::string unavailableBecause = {};
  std::string version = {};  // of ovs-vswitchd
  std::int64_t nextCfg = 0;
  std::int64_t curCfg = 0;
  // What a new bridge gets when its document names no datapath; "" leaves it to OVS.
  std::string defaultDatapath = {};
  std::map<InterfaceName, OvsInterfaceFacts> interfaces = {};
  std::map<BridgeName, std::string> datapathIds = {};
  bool operator==(const OvsFacts&) const = default;
};

struct HostFacts {
  std::map<InterfaceName, LinkFacts> links = {};
  OvsFacts ovs = {};
  // Routes that are not configuration: the kernel's own, from DHCP, routers or routing daemons.
  std::vector<Route> runningRoutes = {};
  bool operator==(const HostFacts&) const = default;
};

struct ObservedState {
  HostConfig config = {};
  HostFacts facts = {};
  bool operator==(const ObservedState&) const = default;
};

}  // namespace pointsman
