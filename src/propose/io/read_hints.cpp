// SPDX-License-Identifier: Apache-2.0
#include "propose/io/read_hints.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/str_cat.h"

namespace pointsman::propose {

namespace {

constexpr std::size_t kMostBytes = 4096;
constexpr std::string_view kBlanks = " \t\r\n";

// The first line without blanks around it; empty when the file is not there. A file with nothing
// in it gives the empty string.
Result<std::optional<std::string>> readFirstLine(const std::filesystem::path& path) {
  if (path.empty()) return std::optional<std::string>();
  auto content = readFile(path, kMostBytes);
  if (!content) {
    if (content.error().kind() == ErrorKind::NotFound) return std::optional<std::string>();
    return std::move(content.error());
  }
  std::string_view text = *content;
  const auto start = text.find_first_not_of(kBlanks);
  if (start == std::string_view::npos) return std::optional(std::string());
  text.remove_prefix(start);
  text = text.substr(0, text.find('\n'));
  return std::optional(std::string(text.substr(0, text.find_last_not_of(kBlanks) + 1)));
}

Result<InterfaceName> parseName(std::string_view text) {
  if (text.empty())
    return Error(ErrorKind::InvalidInput,
                 "is empty; write an interface's name into it, or remove it");
  if (text.size() > kLongestInterfaceName || text.find_first_of(" \t/") != std::string_view::npos) {
    return Error(ErrorKind::InvalidInput, strCat("'", text, "' is not the name of an interface"));
  }
  return InterfaceName(text);
}

enum class WhenEmpty : std::uint8_t { Fails, IsNoHint };

template <typename T, typename Parse>
Result<std::optional<Hint<T>>> readHint(const std::filesystem::path& path, WhenEmpty whenEmpty,
                                        Parse parse) {
  TRY(const auto line, readFirstLine(path));
  if (!line || (line->empty() && whenEmpty == WhenEmpty::IsNoHint)) {
    return std::optional<Hint<T>>();
  }
  auto value = parse(*line);
  if (!value) return std::move(value.error()).in(path.native());
  return std::optional(Hint<T>{std::move(*value), path.native()});
}

}  // namespace

Result<Hints> readHints(const HintFiles& files) {
  Hints hints;
  TRY(hints.defaultBridge,
      readHint<InterfaceName>(files.defaultBridge, WhenEmpty::Fails, parseName));
  TRY(hints.extraBridge, readHint<InterfaceName>(files.extraBridge, WhenEmpty::Fails, parseName));
  TRY(hints.nodeAddress,
      readHint<IpAddress>(files.nodeAddress, WhenEmpty::IsNoHint, IpAddress::parse));
  TRY(hints.lastUplink, readHint<InterfaceName>(files.lastUplink, WhenEmpty::IsNoHint, parseName));
  return hints;
}

}  // namespace pointsman::propose
