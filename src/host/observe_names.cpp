// SPDX-License-Identifier: Apache-2.0
#include "host/observe_names.h"

#include <algorithm>
#include <vector>

namespace pointsman::host {

namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view takeLine(std::string_view& text) {
  const auto end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

std::vector<std::string> words(std::string_view line) {
  std::vector<std::string> found;
  while (true) {
    const auto start = line.find_first_not_of(kBlanks);
    if (start == std::string_view::npos) return found;
    line.remove_prefix(start);
    const auto end = std::min(line.find_first_of(kBlanks), line.size());
    found.emplace_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

}  // namespace

ResolverConfig parseResolvConf(std::string_view text) {
  ResolverConfig resolver;
  while (!text.empty()) {
    std::vector<std::string> found = words(takeLine(text));
    if (found.size() < 2 || found[0].starts_with('#') || found[0].starts_with(';')) continue;
    const std::string keyword = found[0];
    found.erase(found.begin());
    if (keyword == "nameserver") {
      resolver.servers.push_back(found[0]);
    } else if (keyword == "search" || keyword == "domain") {
      resolver.search = found;
    } else if (keyword == "options") {
      resolver.options.insert(found.begin(), found.end());
    }
  }
  return resolver;
}

std::string parseStaticHostname(std::string_view text) {
  while (!text.empty()) {
    const std::vector<std::string> found = words(takeLine(text));
    if (!found.empty() && !found[0].starts_with('#')) return found[0];
  }
  return "";
}

}  // namespace pointsman::host
