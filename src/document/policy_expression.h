// SPDX-License-Identifier: Apache-2.0
// The expressions of a policy's `capture:`, as syntax only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/tree.h"

namespace pointsman::document {

// routes.running.0.next-hop-interface: keys, and numbers that count list elements from 0.
struct PolicyPath {
  std::vector<std::string> steps = {};
  std::size_t offset = 0;  // of its first character in the text it was read from
};

// A value to compare with or to set: given, or found in another capture.
struct PolicyOperand {
  Node literal = {};
  std::optional<PolicyPath> reference = {};  // capture.NAME.…
};

enum class PolicyOperator : std::uint8_t { Keep, Equal, Replace };

struct PolicyExpression {
  std::optional<PolicyPath> source = {};  // before the '|'
  PolicyPath path = {};
  PolicyOperator operation = PolicyOperator::Keep;  // Keep: the path alone
  PolicyOperand operand = {};
};

// What is wrong with a text, and where in it.
struct PolicyError {
  std::size_t offset = 0;
  std::string message = {};
  std::string hint = {};
};

[[nodiscard]] tl::expected<PolicyExpression, PolicyError> parsePolicyExpression(
    std::string_view text);
// A path alone, as it stands between {{ and }}. 'offset' is that of 'text' in what surrounds it.
[[nodiscard]] tl::expected<PolicyPath, PolicyError> parsePolicyPath(std::string_view text,
                                                                    std::size_t offset);

// The capture that a path begins with: "x" of capture.x.y; empty when it begins otherwise.
[[nodiscard]] std::string_view captureOf(const PolicyPath& path);
[[nodiscard]] std::string toString(const PolicyPath& path);

}  // namespace pointsman::document
