// SPDX-License-Identifier: Apache-2.0
// Short ways to write hosts and documents in tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/desired_state.h"
#include "model/diagnostic.h"
#include "model/observed_state.h"
#include "plan/step.h"

namespace pointsman::plan {

IpPrefix prefix(std::string_view text);
IpAddress ip(std::string_view text);
MacAddress mac(std::string_view text);
std::vector<InterfaceName> names(std::initializer_list<const char*> list);

// A host with OVS running and no bridges: eth0 holds 192.0.2.10/24 and the default route via
// 192.0.2.1, eth1 and eth2 hold nothing. All are up, with MAC addresses 52:54:00:00:00:0N.
ObservedState plainHost();
// The same after br-ex was made over eth0 and took its address and route.
ObservedState bridgedHost();

LinkConfig& link(ObservedState& host, const char* name);
const LinkConfig& link(const HostConfig& config, const char* name);
const OvsPortConfig& port(const HostConfig& config, const char* bridge, const char* name);

DesiredInterface entry(const char* name, InterfaceType type);
DesiredInterface absent(const char* name);
DesiredIp staticIp(std::initializer_list<const char*> addresses);
DesiredIp noIp();
DesiredIp dhcp();
DesiredInterface bridge(const char* name, std::initializer_list<const char*> ports);
DesiredRoute defaultRoute(const char* gateway, const char* device);
// br-ex over eth0 with its address, MAC and default route: what most documents of this kind say.
DesiredState bridgeDocument();

// Path and message of each, one a line, "error " or "warning " in front.
std::string listing(const Diagnostics& diagnostics);
std::string listing(const std::vector<Step>& steps);
bool hasFinding(const Diagnostics& diagnostics, Severity severity, std::string_view path,
                std::string_view part);

}  // namespace pointsman::plan
