// SPDX-License-Identifier: Apache-2.0
// Result<T>: a value or an Error. Our functions do not throw; one that can fail returns this.
#pragma once

#include <tl/expected.hpp>

#include <utility>

#include "base/error.h"

namespace pointsman {

// A class of its own rather than an alias, so that dropping one is a warning, hence an error.
template <typename T = void>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
  Result(Error error)  // NOLINT: returning an Error is how a function fails
      : tl::expected<T, Error>(tl::unexpect, std::move(error)) {}

  // The same outcome, a failure seen from one layer further out.
  [[nodiscard]] Result in(std::string_view what) && {
    if (this->has_value()) return std::move(*this);
    return std::move(this->error()).in(what);
  }
};

inline Result<> ok() { return {}; }

}  // namespace pointsman

// TRY(auto x, f()) binds x to the value of f(), or returns its Error from the enclosing function.
// CHECK_OK(f()) is the same for a call whose value is not wanted. There are no other control-flow
// macros.
#define POINTSMAN_CONCAT_(a, b) a##b
#define POINTSMAN_CONCAT(a, b) POINTSMAN_CONCAT_(a, b)
#define POINTSMAN_TRY(decl, expr, tmp)                 \
  auto tmp = (expr);                                   \
  if (!tmp.has_value()) return std::move(tmp.error()); \
  decl = std::move(*tmp)
#define TRY(decl, ...) POINTSMAN_TRY(decl, (__VA_ARGS__), POINTSMAN_CONCAT(tryResult, __COUNTER__))
#define CHECK_OK(...)                                                                          \
  do {                                                                                         \
    if (auto checked = (__VA_ARGS__); !checked.has_value()) return std::move(checked.error()); \
  } while (false)
