// SPDX-License-Identifier: Apache-2.0
// What this program remembers of a link whose addresses come by themselves: nothing on the host
// tells that a DHCP client runs before its first lease, or what it was told. One small file for
// each link and family, in the run directory: it is gone after a boot, like the client.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/ip_address.h"
#include "base/result.h"
#include "model/ip_config.h"
#include "model/names.h"
#include "model/string_map.h"

namespace pointsman::host {

struct IpMethodRecord {
  IpConfig method = {};  // as plan::methodOf() cuts it out
  // Settings of the link in the kernel that the client changes, as they were before it.
  StringMap settingsBefore = {};
  bool operator==(const IpMethodRecord&) const = default;
};

[[nodiscard]] std::string printRecord(const IpMethodRecord& record);
// Lines that mean nothing here are passed over; a value that does not fit is InvalidInput.
Result<IpMethodRecord> parseRecord(std::string_view text);

// Beside the record lies what the client is configured with.
struct IpMethodFiles {
  std::filesystem::path record = {};
  std::filesystem::path clientConfig = {};
};
[[nodiscard]] IpMethodFiles ipMethodFiles(const std::filesystem::path& runDirectory,
                                          const InterfaceName& link, IpFamily family);

// NotFound when nothing is remembered.
Result<IpMethodRecord> readRecord(const std::filesystem::path& runDirectory,
                                  const InterfaceName& link, IpFamily family);

using IpMethodRecords = std::map<std::pair<InterfaceName, IpFamily>, IpMethodRecord>;
// All of them. A run directory that does not exist holds none.
Result<IpMethodRecords> readRecords(const std::filesystem::path& runDirectory);

}  // namespace pointsman::host
