// SPDX-License-Identifier: Apache-2.0
#include "host/ip_method_record.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>

#include "base/file.h"
#include "base/str_cat.h"

namespace pointsman::host {

namespace {

constexpr std::size_t kLargestRecord = 65536;
constexpr std::string_view kSettingPrefix = "before.";

// One list of members for both directions: 'visit' gets each name with the member.
template <typename Method, typename Visit>
void forEachMember(Method& method, Visit&& visit) {
  visit("enabled", method.enabled);
  visit("dhcp", method.dhcp);
  visit("autoconf", method.autoconf);
  visit("auto-dns", method.autoDns);
  visit("auto-gateway", method.autoGateway);
  visit("auto-routes", method.autoRoutes);
  visit("auto-route-table", method.autoRouteTable);
  visit("auto-route-metric", method.autoRouteMetric);
  visit("dhcp-client-id", method.dhcpClientId);
  visit("dhcp-duid", method.dhcpDuid);
  visit("dhcp-send-hostname", method.dhcpSendHostname);
  visit("dhcp-custom-hostname", method.dhcpCustomHostname);
  visit("addr-gen-mode", method.addrGenMode);
  visit("token", method.token);
  visit("forwarding", method.forwarding);
}

template <typename T>
void print(std::string& text, std::string_view name, const T& value) {
  strAppend(text, name, " ", value, "\n");
}
template <typename T>
void print(std::string& text, std::string_view name, const std::optional<T>& value) {
  if (value) print(text, name, *value);
}

bool parse(std::string_view text, bool& out) {
  out = text == "true";
  return out || text == "false";
}
bool parse(std::string_view text, std::uint32_t& out) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), out);
  return code == std::errc{} && end == text.data() + text.size();
}
bool parse(std::string_view text, std::string& out) {
  out = text;
  return true;
}
bool parse(std::string_view text, IpAddress& out) {
  const auto address = IpAddress::parse(text);
  if (address) out = *address;
  return address.has_value();
}
template <typename T>
bool parse(std::string_view text, std::optional<T>& out) {
  return parse(text, out.emplace());
}

std::filesystem::path directoryOf(const std::filesystem::path& runDirectory) {
  return runDirectory / "ip";
}

// "br-ex.ipv4"; nothing for other files.
std::optional<std::pair<InterfaceName, IpFamily>> keyOf(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    const std::string ending = strCat(".", family);
    if (name.size() > ending.size() && name.ends_with(ending)) {
      return std::pair(InterfaceName(name.substr(0, name.size() - ending.size())), family);
    }
  }
  return std::nullopt;
}

}  // namespace

std::string printRecord(const IpMethodRecord& record) {
  std::string text;
  forEachMember(record.method,
                [&](std::string_view name, const auto& member) { print(text, name, member); });
  for (const auto& [name, value] : record.settingsBefore) {
    print(text, strCat(kSettingPrefix, name), value);
  }
  return text;
}

Result<IpMethodRecord> parseRecord(std::string_view text) {
  IpMethodRecord record;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const auto blank = line.find(' ');
    if (blank == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, blank);
    const std::string_view value = line.substr(blank + 1);
    if (name.starts_with(kSettingPrefix)) {
      record.settingsBefore.emplace(name.substr(kSettingPrefix.size()), value);
      continue;
    }
    bool fits = true;
    forEachMember(record.method, [&](std::string_view known, auto& member) {
      if (name == known) fits = parse(value, member);
    });
    if (!fits) return Error{ErrorKind::InvalidInput, strCat(name, " is not ", value)};
  }
  return record;
}

IpMethodFiles ipMethodFiles(const std::filesystem::path& runDirectory, const InterfaceName& link,
                            IpFamily family) {
  const auto directory = directoryOf(runDirectory);
  return {.record = directory / strCat(link, ".", family),
          .clientConfig = directory / strCat(link, ".", family, ".conf")};
}

Result<IpMethodRecord> readRecord(const std::filesystem::path& runDirectory,
                                  const InterfaceName& link, IpFamily family) {
  const auto path = ipMethodFiles(runDirectory, link, family).record;
  TRY(const std::string text, readFile(path, kLargestRecord));
  return parseRecord(text).in(path.string());
}

Result<IpMethodRecords> readRecords(const std::filesystem::path& runDirectory) {
  IpMethodRecords records;
  std::error_code failure;
  for (const auto& entry :
       std::filesystem::directory_iterator(directoryOf(runDirectory), failure)) {
    const auto key = keyOf(entry.path());
    if (!key) continue;
    auto record = readRecord(runDirectory, key->first, key->second);
    // Removed in the moment since it was listed.
    if (!record && record.error().kind() == ErrorKind::NotFound) continue;
    if (!record) return std::move(record.error());
    records.emplace(*key, std::move(*record));
  }
  if (failure && failure != std::errc::no_such_file_or_directory) {
    return errnoError(failure.value(), directoryOf(runDirectory).string());
  }
  return records;
}

}  // namespace pointsman::host
