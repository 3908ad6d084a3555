// SPDX-License-Identifier: Apache-2.0
#include "document/suggest.h"

#include <vector>

#include "base/str_cat.h"
#include "base/suggest.h"

namespace pointsman::document {

std::string suggestion(std::string_view typed, std::span<const std::string_view> known) {
  const std::vector<std::string> words(known.begin(), known.end());
  const auto near = findSimilar(typed, words);
  return near ? strCat("did you mean '", *near, "'?") : "";
}

}  // namespace pointsman::document
