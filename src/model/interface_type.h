// SPDX-License-Identifier: Apache-2.0
// The words a document uses for kinds and states of interfaces, and their spelling.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pointsman {

enum class InterfaceType : std::uint8_t {
  Ethernet,
  Veth,
  OvsBridge,
  OvsInterface,
  LinuxBridge,
  Bond,
  Vlan,
  Dummy,
  Vxlan,
  MacVlan,
  MacVtap,
  IpVlan,
  Vrf,
  Loopback,
  Tun,      // seen, never made
  Unknown,  // seen, and not one of the above
};

std::string_view toString(InterfaceType type);
std::optional<InterfaceType> findInterfaceType(std::string_view text);

// Whether the interface is a device of the kernel. An OVS bridge is not: the device that bears its
// name is the internal port, an OvsInterface. Kernel names are unique among themselves.
[[nodiscard]] bool isKernelType(InterfaceType type);
// Whether pointsman creates and deletes such a device, as opposed to hardware it only configures.
[[nodiscard]] bool isVirtualType(InterfaceType type);

enum class InterfaceState : std::uint8_t { Up, Down, Absent, Ignore };

std::string_view toString(InterfaceState state);
std::optional<InterfaceState> findInterfaceState(std::string_view text);

}  // namespace pointsman
