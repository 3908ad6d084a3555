// SPDX-License-Identifier: Apache-2.0
// Text that is fit to be drawn: cleaned of what a hostile name may hold, cut to a length, and
// measured without a font at hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pointsman::picture {

// 'text' as valid UTF-8 that shows what it is: broken sequences, control characters and the
// invisible ones that reorder or hide text each become U+FFFD.
[[nodiscard]] std::string toVisibleText(std::string_view text);

// The visible text cut to 'mostCharacters' code points, the last being "…" when it was cut.
[[nodiscard]] std::string toShortText(std::string_view text, std::size_t mostCharacters);

// Whether 'a' comes before 'b' when digits count as numbers: eth2 before eth10.
[[nodiscard]] bool naturallyLess(std::string_view a, std::string_view b);

// "&", "<", ">" and quotes as entities, for XML text and attributes and for Graphviz' HTML labels.
// 'text' must be visible text already.
[[nodiscard]] std::string escapeXml(std::string_view text);

enum class Weight : std::uint8_t { Regular, Bold };

// Pixels that 'text' takes at 'fontSize', rounded up. The widths are DejaVu Sans': of the fonts in
// theme.h it is the widest, so a reader who lacks it sees room to spare, never text over an edge.
[[nodiscard]] int textWidth(std::string_view text, int fontSize, Weight weight);

}  // namespace pointsman::picture
