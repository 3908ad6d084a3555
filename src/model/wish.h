// SPDX-License-Identifier: Apache-2.0
// What a document says about one setting that can be taken away again. A setting that can only be
// left alone or given a value is a std::optional instead; there, empty means keep.
#pragma once

#include <utility>
#include <variant>

namespace pointsman {

struct Keep {
  bool operator==(const Keep&) const = default;
};
struct Clear {
  bool operator==(const Clear&) const = default;
};

template <typename T>
using Wish = std::variant<Keep, Clear, T>;

template <typename T>
[[nodiscard]] bool isKept(const Wish<T>& wish) {
  return std::holds_alternative<Keep>(wish);
}
template <typename T>
[[nodiscard]] bool isCleared(const Wish<T>& wish) {
  return std::holds_alternative<Clear>(wish);
}
// The value wished for, or null.
template <typename T>
[[nodiscard]] const T* wishedValue(const Wish<T>& wish) {
  return std::get_if<T>(&wish);
}

}  // namespace pointsman
