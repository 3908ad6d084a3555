// SPDX-License-Identifier: Apache-2.0
// What a dhcpcd(8) of ours is told, and how it is called. Pure.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/ip_address.h"
#include "base/result.h"
#include "model/ip_config.h"
#include "model/names.h"

namespace pointsman::host {

// The text of dhcpcd.conf(5) for one link and family. Unsupported for what dhcpcd cannot do;
// InvalidInput for a value that would not stay on its line.
Result<std::string> makeDhcpcdConfig(IpFamily family, const IpConfig& method);

// Arguments after the program's name.
[[nodiscard]] std::vector<std::string> dhcpcdStart(const InterfaceName& link, IpFamily family,
                                                   const std::filesystem::path& config);
// Where it leaves its pid. dhcpcd has no option for that.
[[nodiscard]] std::filesystem::path dhcpcdPidFile(const InterfaceName& link, IpFamily family);

}  // namespace pointsman::host
