// SPDX-License-Identifier: Apache-2.0
// The kernel's network configuration in the network namespace of the caller: read whole, changed
// one object at a time. monitor.h follows its changes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "netlink/address.h"
#include "netlink/if_index.h"
#include "netlink/link.h"
#include "netlink/route.h"
#include "netlink/rule.h"
#include "netlink/socket.h"

namespace pointsman::netlink {

// Threading: one thread at a time. It stays in the network namespace in which it was opened.
class Netlink {
 public:
  static Result<Netlink> open();

  // Whole lists. What changes while it is listed is listed again; when that does not end, Conflict.
  Result<std::vector<Link>> links();  // names resolved, VLAN filters of bridge ports included
  Result<std::vector<Address>> addresses();
  Result<std::vector<Route>> routes();  // of all tables; without entries of the route cache
  Result<std::vector<Rule>> rules();    // IPv4 and IPv6, in the order of priority

 private:
  explicit Netlink(Socket socket) : socket_(std::move(socket)) {}

  Socket socket_;
};

}  // namespace pointsman::netlink
