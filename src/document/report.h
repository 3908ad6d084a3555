// SPDX-License-Identifier: Apache-2.0
// Diagnostics as people and as programs read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/diagnostic.h"

namespace pointsman::document {

enum class Colour : std::uint8_t { Never, Always };

// The text that positions in 'file' point into.
struct SourceText {
  std::string_view file = {};
  std::string_view text = {};
};

// "file:line:col: error: message", the line, a caret under the column, "hint: …"; one block a
// diagnostic. Diagnostics without a position show their path instead.
[[nodiscard]] std::string printForPeople(const Diagnostics& diagnostics, const SourceText& source,
                                         Colour colour = Colour::Never);

// A JSON list of {severity, path, message, hint, file, line, column}; what is unknown is left out.
[[nodiscard]] std::string printAsJson(const Diagnostics& diagnostics);

}  // namespace pointsman::document
