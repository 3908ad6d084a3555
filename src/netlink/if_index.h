// SPDX-License-Identifier: Apache-2.0
// The number by which the kernel knows a link within one network namespace.
#pragma once

#include <compare>
#include <string>

namespace pointsman::netlink {

struct IfIndex {
  int number = 0;  // 0 is no link

  explicit operator bool() const { return number != 0; }
  auto operator<=>(const IfIndex&) const = default;
};

inline std::string toString(IfIndex index) { return std::to_string(index.number); }

}  // namespace pointsman::netlink
