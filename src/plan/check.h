// SPDX-License-Identifier: Apache-2.0
// The rules a document must keep, each with what to do about a breach. Those that need only the
// document and the host come before merging, those about the outcome after. All of them run, so
// that one run names every mistake. Internal to plan/.
#pragma once

#include <string>
#include <string_view>

#include "plan/merge.h"

namespace pointsman::plan {

// Before merging.
void checkDocument(Merge& merge);
// On what the merge gave.
void checkTarget(Merge& merge);

// Whether OVN or OVS itself makes interfaces of that name.
[[nodiscard]] bool isReservedName(std::string_view name);
// Complains about a name that the kernel would refuse or OVS would cut.
void checkNewName(Merge& merge, const std::string& path, const std::string& name);
// Whether the link is there once the document is applied, as far as names tell.
[[nodiscard]] bool willExist(const Merge& merge, const InterfaceName& name);

// check_interfaces.cpp
void checkNames(Merge& merge);
void checkSections(Merge& merge);
void checkProperties(Merge& merge);
// check_ports.cpp
void checkPortLists(Merge& merge);
void checkControllerWishes(Merge& merge);
// check_ovs.cpp
void checkBridges(Merge& merge);
void checkOvsInterfaces(Merge& merge);
void checkOvsGlobals(Merge& merge);
// check_ip.cpp
void checkIpSections(Merge& merge);
void checkRouteWishes(Merge& merge);
void checkRuleWishes(Merge& merge);
void checkResolver(Merge& merge);
// check_target.cpp
void checkBases(Merge& merge);
void checkNesting(Merge& merge);
void checkMtus(Merge& merge);
void checkIpOnPorts(Merge& merge);
void checkRouteDevices(Merge& merge);
// Every OVS interface is in a bridge, and what is written to its row has one.
void checkHomes(Merge& merge);
void checkPortNames(Merge& merge);
void checkPatchPeers(Merge& merge);
void checkMappedBridges(Merge& merge);
void checkLocalPorts(Merge& merge);

}  // namespace pointsman::plan
