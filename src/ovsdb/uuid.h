// SPDX-License-Identifier: Apache-2.0
// A row's identity, and a transaction's. Two words rather than sixteen bytes: replicas order and
// hash them all day.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pointsman::ovsdb {

struct Uuid {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  // Takes exactly the 36 characters of RFC 4122, in either case.
  static std::optional<Uuid> parse(std::string_view text);

  [[nodiscard]] bool isZero() const { return high == 0 && low == 0; }
  auto operator<=>(const Uuid&) const = default;
};

// Lower case, as ovsdb-server writes it.
std::string toString(const Uuid& uuid);

}  // namespace pointsman::ovsdb

template <>
struct std::hash<pointsman::ovsdb::Uuid> {
  std::size_t operator()(const pointsman::ovsdb::Uuid& uuid) const noexcept {
    return static_cast<std::size_t>(uuid.high ^ uuid.low);  // version 4: random already
  }
};
