// SPDX-License-Identifier: Apache-2.0
// A set of VLAN ids. Documents write it as ids and ranges in any order; two sets are equal when
// they hold the same ids, however they were written.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

namespace pointsman {

// What fits in the tag's 12 bits. 0 marks priority only; 4095 is reserved (802.1Q, table 9-2).
using VlanId = std::uint16_t;
inline constexpr VlanId kHighestVlanField = 4095;
inline constexpr VlanId kHighestUsableVlan = 4094;

struct VlanRange {
  VlanId first = 0;
  VlanId last = 0;  // inclusive, not below first
  bool operator==(const VlanRange&) const = default;
};

class VlanSet {
 public:
  void add(VlanId id) { ids_.set(id); }
  // Requires first <= last <= 4095.
  void add(VlanRange range);

  [[nodiscard]] bool contains(VlanId id) const { return ids_.test(id); }
  // Whether any id of 'range' is in the set already.
  [[nodiscard]] bool overlaps(VlanRange range) const;
  [[nodiscard]] bool empty() const { return ids_.none(); }
  // Ascending, joined as far as possible.
  [[nodiscard]] std::vector<VlanRange> ranges() const;
  [[nodiscard]] std::vector<VlanId> ids() const;

  bool operator==(const VlanSet&) const = default;

 private:
  std::bitset<4096> ids_;
};

// "1, 5-7, 100"; "none" for the empty set.
std::string toString(const VlanSet& set);

}  // namespace pointsman
