// SPDX-License-Identifier: Apache-2.0
// What becomes of each link on the way from one configuration to another: which vanish, appear, or
// must be down for a while, and on which side of the OVSDB transaction. Internal to plan/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>

#include "model/host_config.h"
#include "model/link_config.h"
#include "model/names.h"

namespace pointsman::plan {

struct Fates {
  // Deleted by netlink; also those that are made anew because what they are cannot be changed.
  std::set<InterfaceName> gone = {};
  // Created by netlink.
  std::set<InterfaceName> made = {};
  // Links of internal ports that the transaction takes away, and that it brings.
  std::set<InterfaceName> goneInternal = {};
  std::set<InterfaceName> madeInternal = {};

  // Before the transaction; the others after it.
  std::set<InterfaceName> deletedEarly = {};
  std::set<InterfaceName> createdLate = {};
  std::set<InterfaceName> mtuLate = {};

  // Links that stay and are down at the end, or for a while in between.
  std::set<InterfaceName> goesDown = {};

  [[nodiscard]] bool vanishes(const InterfaceName& name) const {
    return gone.contains(name) || goneInternal.contains(name);
  }
};

[[nodiscard]] Fates decideFates(const HostConfig& before, const HostConfig& after);

// Whether netlink can create and delete such a link.
[[nodiscard]] bool canMake(const LinkKind& kind);
// How many links stand below this one.
[[nodiscard]] std::size_t depthOf(const std::map<InterfaceName, LinkConfig>& links,
                                  const InterfaceName& name);

// Whether internal ports of a bridge keep their devices: another datapath type means other ones.
enum class Devices : std::uint8_t { Kept, Replaced };
[[nodiscard]] Devices devicesOf(const OvsBridgeConfig& before, const OvsBridgeConfig& after);

// Whether a row of the Interface table can stay, given that it is in the same port of the same
// bridge in both: its device is not another one.
[[nodiscard]] bool interfaceStays(const OvsInterfaceConfig& before, const OvsInterfaceConfig& after,
                                  Devices devices);
// Whether a Port row can stay: at least one of its interfaces does.
[[nodiscard]] bool portStays(const OvsPortConfig& before, const OvsPortConfig& after,
                             Devices devices);

}  // namespace pointsman::plan
