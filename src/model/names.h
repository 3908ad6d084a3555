// SPDX-License-Identifier: Apache-2.0
// Names as types, so that a bridge cannot be passed where a port is meant.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <utility>

namespace pointsman {

template <typename Tag>
struct Name {
  std::string text = {};

  Name() = default;
  explicit Name(std::string_view name) : text(name) {}

  auto operator<=>(const Name&) const = default;
};

template <typename Tag>
const std::string& toString(const Name<Tag>& name) {
  return name.text;
}

// A kernel link, and the Interface row of the same name: they share one name space.
using InterfaceName = Name<struct InterfaceNameTag>;
// A row of OVSDB's Bridge table.
using BridgeName = Name<struct BridgeNameTag>;
// A row of OVSDB's Port table; equal to its interface's name unless the port is a bond.
using PortName = Name<struct PortNameTag>;

// IFNAMSIZ less the terminating zero. Open vSwitch cuts a longer name silently.
inline constexpr std::size_t kLongestInterfaceName = 15;

}  // namespace pointsman
