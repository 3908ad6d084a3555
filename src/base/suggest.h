// SPDX-License-Identifier: Apache-2.0
// "Did you mean …?": the known word nearest to a misspelt one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pointsman {

// The nearest of 'known' to 'word' by edits (a swap of neighbours counts as one), when it is near
// enough to be what was meant: at most a third of the longer word's length.
[[nodiscard]] std::optional<std::string> findSimilar(std::string_view word,
                                                     std::span<const std::string> known);

}  // namespace pointsman
