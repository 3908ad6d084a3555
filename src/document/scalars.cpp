// SPDX-License-Identifier: Apache-2.0
#include "document/scalars.h"

#include <algorithm>
#include <charconv>

#include "base/str_cat.h"
#include "document/suggest.h"

namespace pointsman::document {

namespace {

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

std::optional<std::int64_t> integerMeantBy(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  // from_chars would take a second sign.
  if (text.empty() || text.front() == '-') return std::nullopt;
  std::int64_t number = 0;
  const auto [end, code] =
      std::from_chars(text.data(), text.data() + text.size(), number, hexadecimal ? 16 : 10);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return negative ? -number : number;
}

// "up, down or absent"; an empty word is shown as the quotation marks it is written with.
std::string listed(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i].empty() ? std::string_view("\"\"") : words[i];
  }
  return text;
}

bool spoilsName(char c) { return static_cast<unsigned char>(c) <= ' ' || c == '/' || c == 0x7F; }

}  // namespace

std::optional<bool> boolMeantBy(std::string_view text) {
  static constexpr std::string_view kTrue[] = {"true", "yes", "on", "y", "1"};
  static constexpr std::string_view kFalse[] = {"false", "no", "off", "n", "0"};
  const std::string lower = lowered(text);
  if (std::ranges::count(kTrue, lower) > 0) return true;
  if (std::ranges::count(kFalse, lower) > 0) return false;
  return std::nullopt;
}

std::optional<bool> readBool(const Value& value) {
  if (!value.expectScalar()) return std::nullopt;
  const auto meant = boolMeantBy(value.node().text);
  if (!meant) {
    value.error(strCat(value.title(), " must be true or false, not '", value.node().text, "'"));
  }
  return meant;
}

std::optional<std::int64_t> readInteger(const Value& value, std::int64_t least, std::int64_t most) {
  if (!value.expectScalar()) return std::nullopt;
  const auto number = integerMeantBy(value.node().text);
  if (!number || *number < least || *number > most) {
    value.error(strCat(value.title(), " must be a whole number from ", least, " to ", most,
                       ", not '", value.node().text, "'"));
    return std::nullopt;
  }
  return number;
}

std::optional<std::string> readText(const Value& value) {
  if (!value.expectScalar()) return std::nullopt;
  return value.node().text;
}

std::optional<std::string> readWord(const Value& value) {
  auto text = readText(value);
  if (!text) return std::nullopt;
  if (text->empty()) {
    value.error(strCat(value.title(), " is empty"));
    return std::nullopt;
  }
  return text;
}

std::optional<std::string> readName(const Value& value) {
  auto text = readWord(value);
  if (!text) return std::nullopt;
  if (std::ranges::any_of(*text, spoilsName) || *text == "." || *text == "..") {
    value.error(strCat("'", *text, "' cannot be a name"),
                "a name has no blanks and no '/', and is not '.' or '..'");
    return std::nullopt;
  }
  if (text->starts_with("sriov:")) {
    value.error(strCat("'", *text, "': pointsman does not look up virtual functions by number"),
                "write the name of the function's own network device");
    return std::nullopt;
  }
  return text;
}

std::optional<IpAddress> readAddress(const Value& value) {
  if (!value.expectScalar()) return std::nullopt;
  auto address = IpAddress::parse(value.node().text);
  if (!address) {
    value.error(strCat(value.title(), ": ", address.error().message()));
    return std::nullopt;
  }
  return *address;
}

std::optional<IpPrefix> readNetwork(const Value& value) {
  if (!value.expectScalar()) return std::nullopt;
  auto prefix = IpPrefix::parse(value.node().text);
  if (!prefix) {
    value.error(strCat(value.title(), ": ", prefix.error().message()),
                value.node().text == "default" ? "write 0.0.0.0/0 or ::/0" : "");
    return std::nullopt;
  }
  return prefix->network();
}

std::optional<MacAddress> readMac(const Value& value) {
  if (!value.expectScalar()) return std::nullopt;
  auto mac = MacAddress::parse(value.node().text);
  if (!mac) {
    value.error(strCat(value.title(), ": ", mac.error().message()));
    return std::nullopt;
  }
  return *mac;
}

std::optional<std::size_t> readChoice(const Value& value, std::span<const std::string_view> words) {
  if (!value.expectScalar()) return std::nullopt;
  const std::string& text = value.node().text;
  const auto found = std::ranges::find(words, text);
  if (found == words.end()) {
    value.error(strCat(value.title(), " must be ", listed(words), ", not '", text, "'"),
                suggestion(text, words));
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - words.begin());
}

}  // namespace pointsman::document
