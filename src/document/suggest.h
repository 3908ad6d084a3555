// SPDX-License-Identifier: Apache-2.0
// "did you mean 'mtu'?"
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pointsman::document {

// A question naming the word of 'known' that 'typed' is probably a misspelling of; empty when none
// is near.
[[nodiscard]] std::string suggestion(std::string_view typed,
                                     std::span<const std::string_view> known);

}  // namespace pointsman::document
