// SPDX-License-Identifier: Apache-2.0
// The layer-3 settings that an interface has, as a document would ask for them.
#pragma once

#include <cstdint>
#include <optional>

#include "base/ip_address.h"
#include "model/desired_ip.h"
#include "model/desired_state.h"
#include "model/names.h"
#include "model/observed_state.h"

namespace pointsman::propose {

// Where the addresses of one family come from. A lease without an end looks like a configured
// address, but the routes that came with it tell.
struct AddressSources {
  bool dhcp = false;
  bool autoconf = false;
  std::vector<IpPrefix> configured = {};  // in order; the first is primary
  bool operator==(const AddressSources&) const = default;

  [[nodiscard]] bool automatic() const { return dhcp || autoconf; }
};
[[nodiscard]] AddressSources findAddressSources(const ObservedState& host,
                                                const InterfaceName& name, IpFamily family);

// 'metric' is for the routes that DHCP or a router will give; empty: as it is.
[[nodiscard]] DesiredIp describeIp(const ObservedState& host, const InterfaceName& name,
                                   IpFamily family, std::optional<std::uint32_t> metric);

// Families that have an automatic address: success is to wait for those. Empty: none has.
[[nodiscard]] std::optional<WaitIp> describeWait(const ObservedState& host,
                                                 const InterfaceName& name);

// What an uplink has: all of it is on the bridge.
[[nodiscard]] DesiredIp disabledIp();

}  // namespace pointsman::propose
