// SPDX-License-Identifier: Apache-2.0
#include "document/suggest.h"

#include <vector>

#include "base/str_cat.h"
#include "base/suggest.h"

namespace pointsman::document {

std::string suggestion(std::string_view typed, std::span<const std::string_view> known) {
  const auto similar = findSimilar(typed, std::vector<std::string>(known.begin(), known.end()));
  return similar ? strCat("did you mean '", *similar, "'?") : std::string();
}

}  // namespace pointsman::document
