// SPDX-License-Identifier: Apache-2.0
// Partial layer-3 wishes, as a document writes them. Empty means: leave as it is.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/ip_address.h"
#include "model/ip_config.h"
#include "model/names.h"
#include "model/wish.h"

namespace pointsman {

struct DesiredIp {
  std::optional<bool> enabled = {};
  std::optional<bool> dhcp = {};
  std::optional<bool> autoconf = {};
  // Replaces the configured addresses. An entry with a finite lifetime is somebody's lease, shown
  // by `show`; it is not configuration and is left out when parsing.
  std::optional<std::vector<IpPrefix>> addresses = {};
  std::optional<bool> autoDns = {};
  std::optional<bool> autoGateway = {};
  std::optional<bool> autoRoutes = {};
  std::optional<std::uint32_t> autoRouteTable = {};
  std::optional<std::uint32_t> autoRouteMetric = {};
  std::optional<std::string> dhcpClientId = {};
  std::optional<std::string> dhcpDuid = {};
  std::optional<bool> dhcpSendHostname = {};
  std::optional<std::string> dhcpCustomHostname = {};
  std::optional<std::string> addrGenMode = {};
  Wish<IpAddress> token = Keep{};
  std::optional<bool> allowExtraAddress = {};  // default true: verify tolerates further addresses
  std::optional<bool> forwarding = {};
  bool operator==(const DesiredIp&) const = default;
};

// Which routes an entry of `routes.config` adds, or, when absent, removes; there every omitted key
// is a wildcard.
struct DesiredRoute {
  bool absent = false;
  std::optional<IpPrefix> destination = {};
  std::optional<RouteType> type = {};
  std::optional<InterfaceName> device = {};
  Wish<IpAddress> gateway = Keep{};  // Clear ("") on an absent entry: only routes without one
  std::optional<std::uint32_t> metric = {};
  std::optional<std::uint32_t> table = {};
  std::optional<IpAddress> source = {};
  std::optional<std::uint16_t> weight = {};
  std::optional<std::uint32_t> cwnd = {};
  std::optional<std::uint32_t> advmss = {};
  bool operator==(const DesiredRoute&) const = default;
};

struct DesiredRule {
  bool absent = false;
  std::optional<IpFamily> family = {};
  std::optional<std::uint32_t> priority = {};  // empty: chosen from 30000 on
  Wish<IpPrefix> from = Keep{};                // Clear ("") on an absent entry: only rules without
  Wish<IpPrefix> to = Keep{};
  std::optional<std::uint32_t> table = {};
  std::optional<RuleAction> action = {};
  std::optional<std::uint32_t> fwmark = {};
  std::optional<std::uint32_t> fwmask = {};
  std::optional<InterfaceName> incoming = {};
  std::optional<std::uint32_t> suppressPrefixLength = {};
  bool operator==(const DesiredRule&) const = default;
};

// Each list given replaces the one in force. `config: {}` purges: all three given and empty.
struct DesiredResolver {
  std::optional<std::vector<std::string>> servers = {};
  std::optional<std::vector<std::string>> search = {};
  std::optional<std::set<std::string>> options = {};
  bool operator==(const DesiredResolver&) const = default;
};

}  // namespace pointsman
