// SPDX-License-Identifier: Apache-2.0
#include "base/suggest.h"

#include <algorithm>
#include <vector>

namespace pointsman {

namespace {

// Longer words are not misspelt keys but hostile input; the table below is quadratic.
constexpr std::size_t kLongestWord = 64;

std::size_t editDistance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
    return table[i * width + j];
  };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return table.back();
}

}  // namespace

std::optional<std::string> findSimilar(std::string_view word, std::span<const std::string> known) {
  if (word.size() > kLongestWord) return std::nullopt;
  std::optional<std::string> best;
  std::size_t bestDistance = kLongestWord;
  for (const std::string& candidate : known) {
    if (candidate.size() > kLongestWord) continue;
    const std::size_t distance = editDistance(word, candidate);
    if (distance < bestDistance && distance <= std::max(word.size(), candidate.size()) / 3) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

}  // namespace pointsman
