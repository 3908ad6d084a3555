// SPDX-License-Identifier: Apache-2.0
// Small checks that what was drawn can be read back by the programs that will read it.
#pragma once

#include <string>
#include <string_view>

namespace pointsman::picture {

// What is wrong with 'text' as an XML document, or "" when it is well formed. Knows elements,
// attributes and entities; no DTDs, comments or processing instructions, which we do not write.
[[nodiscard]] std::string findXmlProblem(std::string_view text);

// What is wrong with 'text' as a Graphviz graph of the shape that drawDot() writes: balanced
// brackets, labels that are well formed, edges between declared nodes and ports.
[[nodiscard]] std::string findDotProblem(std::string_view text);

}  // namespace pointsman::picture
