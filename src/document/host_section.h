// SPDX-License-Identifier: Apache-2.0
// What belongs to the host rather than to one interface: `dns-resolver:`, `hostname:`.
#pragma once

#include <string_view>

#include "document/tree.h"
#include "document/value.h"
#include "model/desired_state.h"

namespace pointsman::document {

void readResolver(const Value& section, std::optional<DesiredResolver>& resolver);
void readHostname(const Value& section, DesiredHostname& hostname);

// What stands under `dns-resolver.config`.
[[nodiscard]] Node writeResolver(const DesiredResolver& resolver);
[[nodiscard]] Node writeHostname(const DesiredHostname& hostname);

// An address, or a link-local one with its interface: fe80::1%eth1.
[[nodiscard]] bool isNameServer(std::string_view text);
// What resolv.conf(5) knows after `options`.
[[nodiscard]] bool isResolverOption(std::string_view text);
// Letters, digits, '-', '_' and '.', as many as the kernel takes.
[[nodiscard]] bool isHostname(std::string_view text);

}  // namespace pointsman::document
