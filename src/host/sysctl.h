// SPDX-License-Identifier: Apache-2.0
// The kernel's settings of one link under /proc/sys/net, in the network namespace of the caller.
#pragma once

#include <string>
#include <string_view>

#include "base/ip_address.h"
#include "base/result.h"
#include "model/names.h"

namespace pointsman::host {

// Without the line's end. NotFound when the link or the setting does not exist.
Result<std::string> readLinkSetting(IpFamily family, const InterfaceName& link,
                                    std::string_view name);
// Does not write what is there already.
Result<> writeLinkSetting(IpFamily family, const InterfaceName& link, std::string_view name,
                          std::string_view value);

}  // namespace pointsman::host
