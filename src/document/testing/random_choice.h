// SPDX-License-Identifier: Apache-2.0
// For generators of test values: choices that the same seed makes the same, on any machine.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace pointsman::document {

class RandomChoice {
 public:
  explicit RandomChoice(std::uint64_t seed) : engine_(seed) {}

  // From 0 to below 'bound'. Not std::uniform_int_distribution, whose results the standard leaves
  // open.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }
  template <typename T>
  T number(T least, T most) {
    return static_cast<T>(least +
                          static_cast<T>(below(static_cast<std::size_t>(most - least) + 1)));
  }
  bool coin() { return below(2) == 0; }
  bool oneIn(std::size_t times) { return below(times) == 0; }

  template <typename T>
  T of(std::initializer_list<T> choices) {
    return *(choices.begin() + below(choices.size()));
  }
  std::string word(std::initializer_list<std::string_view> words) { return std::string(of(words)); }

  // Sets 'into' to what 'make' gives, or leaves it empty.
  template <typename T, typename Make>
  void maybe(std::optional<T>& into, Make make) {
    if (coin()) into = make();
  }
  void maybe(std::optional<bool>& into) {
    if (coin()) into = coin();
  }

  // Text that is hard to write: what looks like something else, quotes, blanks, other alphabets.
  std::string text() {
    return word({"plain",
                 "two words",
                 "1500",
                 "0x1F",
                 "yes",
                 "Off",
                 "null",
                 "~",
                 "1e3",
                 "12:30:45",
                 "52:54:00:12:34:56",
                 "it's",
                 "say \"hi\"",
                 "a: b",
                 "a #b",
                 " lead",
                 "trail ",
                 "- x",
                 "{a}",
                 "[b]",
                 "&c",
                 "*d",
                 "!e",
                 "|",
                 ">",
                 "%f",
                 "@g",
                 "`h`",
                 "a\nb",
                 "tab\there",
                 "größe",
                 "網路",
                 "nbsp\xC2\xA0here",
                 "2024-01-01",
                 ".5",
                 "-",
                 "---",
                 "...",
                 "=",
                 "<<",
                 "back\\slash",
                 "colon:",
                 "#hash",
                 "?",
                 "0b101",
                 "1_000",
                 "+5",
                 "\xE2\x80\xA8line"});
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace pointsman::document
