// SPDX-License-Identifier: Apache-2.0
// What netlink says, in the terms of the model. Pure: the lists were read before.
#pragma once

#include <vector>

#include "model/observed_state.h"
#include "netlink/address.h"
#include "netlink/link.h"
#include "netlink/route.h"
#include "netlink/rule.h"

namespace pointsman::host {

struct KernelTables {
  std::vector<netlink::Link> links = {};
  std::vector<netlink::Address> addresses = {};
  std::vector<netlink::Route> routes = {};
  std::vector<netlink::Rule> rules = {};
};

// Adds links, addresses, routes and rules to 'state'. Its OVS part must be there already: it tells
// which taps are internal ports. Devices that Open vSwitch keeps for itself are left out.
void observeKernel(const KernelTables& tables, ObservedState& state);

}  // namespace pointsman::host
