// SPDX-License-Identifier: Apache-2.0
// The facts of a sandbox: its directories, addresses and device names, and what programs must be
// told to make it so. Pure; network.h, ovs.h and sandbox.h carry it out.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/options.h"

namespace pointsman::sandbox {

// As seen inside. All of it lies on a tmpfs over /run that only the sandbox's mount namespace has.
inline constexpr std::string_view kPrivateDirectory = "/run/sandbox";
inline constexpr std::string_view kOvsRunDirectory = "/run/openvswitch";  // where OVS tools look
inline constexpr std::string_view kOvsDatabaseDirectory = "/run/sandbox/db";
inline constexpr std::string_view kLogDirectory = "/run/sandbox/log";
inline constexpr std::string_view kOvsConfigDirectory = "/run/sandbox/etc";
inline constexpr std::string_view kStateDirectory = "/run/sandbox/state";
inline constexpr std::string_view kRunDirectory = "/run/pointsman";

inline constexpr std::string_view kHostName = "sandbox";
// The namespace behind the NICs, by the name `ip netns exec` knows it inside.
inline constexpr std::string_view kOutsideName = "outside";
inline constexpr std::string_view kOutsideFile = "/run/netns/outside";

inline constexpr std::string_view kHostAddress = "192.0.2.10";    // eth0
inline constexpr std::string_view kGatewayAddress = "192.0.2.1";  // behind eth0
inline constexpr std::string_view kDhcpServer = "198.51.100.1";   // behind eth1
inline constexpr std::string_view kDhcpFirst = "198.51.100.100";
inline constexpr std::string_view kDhcpLast = "198.51.100.199";
inline constexpr std::string_view kFarAddress = "203.0.113.1";  // only a route leads there
inline constexpr std::string_view kHostAddress6 = "2001:db8:0:1::10";
inline constexpr std::string_view kGatewayAddress6 = "2001:db8:0:1::1";

// eth0, eth1, … inside, and far0, far1, … at the other end of the same cables.
std::string nicName(int index);
std::string farName(int index);
// The same in every sandbox. 52:54:00 is what virtual machines have.
std::string nicMac(int index);
std::string farMac(int index);

// What programs inside find in their environment.
std::map<std::string, std::string> environment(const Options& options);

// Input for `ip -batch -`, first in the host namespace, then in the outside one.
std::string hostLinkCommands(const Options& options);
std::string outsideLinkCommands(const Options& options);

std::vector<std::string> dhcpServerCommand();
std::string dhcpServerPidFile();

}  // namespace pointsman::sandbox
