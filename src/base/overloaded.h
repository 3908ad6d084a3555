// SPDX-License-Identifier: Apache-2.0
// Overloaded{lambda…}: the visitor of a std::variant, written in place.
#pragma once

namespace pointsman {

template <typename... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace pointsman
