// SPDX-License-Identifier: Apache-2.0
#include "host/removed_addresses.h"

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/str_cat.h"
#include "host/make_directory.h"
#include "netlink/writer.h"

namespace pointsman::host {

namespace {

constexpr std::size_t kLargestFile = 1 << 20;
constexpr std::size_t kMostEntries = 1000;  // the oldest go first
constexpr mode_t kOwnerOnly = 0600;

// Each line is a key and the netlink message of the address in hexadecimal.
std::string keyOf(const InterfaceName& link, const IpPrefix& prefix) {
  return strCat(link, " ", prefix, " ");
}

std::string toHex(netlink::Bytes bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    text += kDigits[std::to_integer<unsigned>(byte >> 4U)];
    text += kDigits[std::to_integer<unsigned>(byte & std::byte{0xf})];
  }
  return text;
}

// Empty when it is none.
std::vector<std::byte> fromHex(std::string_view text) {
  std::vector<std::byte> bytes;
  for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
    unsigned value = 0;
    const char* const end = text.data() + at + 2;
    if (std::from_chars(text.data() + at, end, value, 16).ptr != end) return {};
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

Result<std::vector<std::string>> readLines(const std::filesystem::path& file) {
  std::vector<std::string> lines;
  const auto content = readFile(file, kLargestFile);
  if (!content && content.error().kind() == ErrorKind::NotFound) return lines;
  if (!content) return content.error();
  std::string_view text = *content;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace

Result<> RemovedAddresses::remember(const InterfaceName& link, const netlink::Address& address) {
  TRY(auto lines, readLines(file_));
  const std::string key = keyOf(link, address.prefix);
  std::erase_if(lines, [&](const std::string& line) { return line.starts_with(key); });
  if (lines.size() >= kMostEntries) lines.erase(lines.begin());
  netlink::MessageWriter message(0, 0);
  encodeAddress(address, message);
  lines.push_back(strCat(key, toHex(message.payload())));
  CHECK_OK(makeDirectory(file_.parent_path()));
  return writeFileAtomically(file_, strCat(strJoin(lines, "\n"), "\n"), kOwnerOnly);
}

Result<std::optional<netlink::Address>> RemovedAddresses::recall(const InterfaceName& link,
                                                                 const IpPrefix& prefix) const {
  TRY(const auto lines, readLines(file_));
  const std::string key = keyOf(link, prefix);
  for (const std::string& line : lines) {
    if (!line.starts_with(key)) continue;
    const auto bytes = fromHex(std::string_view(line).substr(key.size()));
    TRY(auto address, netlink::decodeAddress(bytes).in(file_.string()));
    return std::optional(std::move(address));
  }
  return std::optional<netlink::Address>();
}

}  // namespace pointsman::host
