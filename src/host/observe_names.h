// SPDX-License-Identifier: Apache-2.0
// The resolver's configuration and the host's name.
#pragma once

#include <string_view>

#include "model/ip_config.h"

namespace pointsman::host {

// The text of resolv.conf(5). Later `search` lines replace earlier ones, as the resolver does.
[[nodiscard]] ResolverConfig parseResolvConf(std::string_view text);

// The first word of /etc/hostname that is not a comment (hostname(5)); empty when there is none.
[[nodiscard]] std::string parseStaticHostname(std::string_view text);

}  // namespace pointsman::host
