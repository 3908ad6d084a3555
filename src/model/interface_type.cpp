// SPDX-License-Identifier: Apache-2.0
#include "model/interface_type.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pointsman {

namespace {

constexpr std::array<std::pair<InterfaceType, std::string_view>, 16> kTypes = {{
    {InterfaceType::Ethernet, "ethernet"},
    {InterfaceType::Veth, "veth"},
    {InterfaceType::OvsBridge, "ovs-bridge"},
    {InterfaceType::OvsInterface, "ovs-interface"},
    {InterfaceType::LinuxBridge, "linux-bridge"},
    {InterfaceType::Bond, "bond"},
    {InterfaceType::Vlan, "vlan"},
    {InterfaceType::Dummy, "dummy"},
    {InterfaceType::Vxlan, "vxlan"},
    {InterfaceType::MacVlan, "mac-vlan"},
    {InterfaceType::MacVtap, "mac-vtap"},
    {InterfaceType::IpVlan, "ipvlan"},
    {InterfaceType::Vrf, "vrf"},
    {InterfaceType::Loopback, "loopback"},
    {InterfaceType::Tun, "tun"},
    {InterfaceType::Unknown, "unknown"},
}};

constexpr std::array<std::pair<InterfaceState, std::string_view>, 4> kStates = {{
    {InterfaceState::Up, "up"},
    {InterfaceState::Down, "down"},
    {InterfaceState::Absent, "absent"},
    {InterfaceState::Ignore, "ignore"},
}};

template <typename Table, typename Value>
std::string_view spelling(const Table& table, Value value) {
  return std::ranges::find(table, value, [](const auto& row) { return row.first; })->second;
}

template <typename Table>
auto meaning(const Table& table, std::string_view text)
    -> std::optional<decltype(table.front().first)> {
  const auto found = std::ranges::find(table, text, [](const auto& row) { return row.second; });
  if (found == table.end()) return std::nullopt;
  return found->first;
}

}  // namespace

std::string_view toString(InterfaceType type) { return spelling(kTypes, type); }
std::optional<InterfaceType> findInterfaceType(std::string_view text) {
  return meaning(kTypes, text);
}

bool isKernelType(InterfaceType type) { return type != InterfaceType::OvsBridge; }

bool isVirtualType(InterfaceType type) {
  switch (type) {
    case InterfaceType::Ethernet:
    case InterfaceType::Loopback:
    case InterfaceType::Tun:
    case InterfaceType::Unknown:
      return false;
    default:
      return true;
  }
}

std::string_view toString(InterfaceState state) { return spelling(kStates, state); }
std::optional<InterfaceState> findInterfaceState(std::string_view text) {
  return meaning(kStates, text);
}

}  // namespace pointsman
