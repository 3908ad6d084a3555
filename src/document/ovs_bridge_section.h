// SPDX-License-Identifier: Apache-2.0
// `bridge:` of an ovs-bridge. Beyond nmstate: `options.controllers` (OpenFlow targets),
// `options.protocols` (OpenFlow versions), the port VLAN modes native-tagged and native-untagged,
// and `vlan: {}` to take a port's VLAN settings away.
#pragma once

#include <string_view>

#include "document/tree.h"
#include "document/value.h"
#include "model/desired_ovs.h"

namespace pointsman::document {

void readOvsBridge(const Value& section, DesiredOvsBridge& bridge);
[[nodiscard]] Node writeOvsBridge(const DesiredOvsBridge& bridge);

// What can be said in `options`: a datapath, an OpenFlow version, an OpenFlow controller.
[[nodiscard]] bool isDatapath(std::string_view text);
[[nodiscard]] bool isOpenFlowVersion(std::string_view text);
[[nodiscard]] bool isControllerTarget(std::string_view text);

}  // namespace pointsman::document
