// SPDX-License-Identifier: Apache-2.0
// The sections of the smaller kernel link kinds: `veth:`, `vlan:`, `vxlan:`, `mac-vlan:`,
// `mac-vtap:`, `ipvlan:`, `vrf:`.
#pragma once

#include "document/tree.h"
#include "document/value.h"
#include "model/desired_link.h"

namespace pointsman::document {

void readVeth(const Value& section, DesiredVeth& veth);
void readVlan(const Value& section, DesiredVlan& vlan);
void readVxlan(const Value& section, DesiredVxlan& vxlan);
void readMacVlan(const Value& section, DesiredMacVlan& macVlan);
void readIpVlan(const Value& section, DesiredIpVlan& ipVlan);
void readVrf(const Value& section, DesiredVrf& vrf);

[[nodiscard]] Node writeVeth(const DesiredVeth& veth);
[[nodiscard]] Node writeVlan(const DesiredVlan& vlan);
[[nodiscard]] Node writeVxlan(const DesiredVxlan& vxlan);
[[nodiscard]] Node writeMacVlan(const DesiredMacVlan& macVlan);
[[nodiscard]] Node writeIpVlan(const DesiredIpVlan& ipVlan);
[[nodiscard]] Node writeVrf(const DesiredVrf& vrf);

}  // namespace pointsman::document
