// SPDX-License-Identifier: Apache-2.0
// The kernel's network configuration in the network namespace of the caller: read whole, changed
// one object at a time. monitor.h follows its changes; ethtool.h asks drivers.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "netlink/address.h"
#include "netlink/if_index.h"
#include "netlink/link.h"
#include "netlink/link_change.h"
#include "netlink/route.h"
#include "netlink/rule.h"
#include "netlink/socket.h"
#include "netlink/writer.h"

namespace pointsman::netlink {

// Threading: one thread at a time. It stays in the network namespace in which it was opened.
//
// Every Error names the object, says what the kernel says, and has the kind of its error number:
// Conflict for what exists already or is busy, Unsupported for a kind or setting the kernel lacks.
class Netlink {
 public:
  static Result<Netlink> open();

  // Whole lists. What changes while it is listed is listed again; when that does not end, Conflict.
  Result<std::vector<Link>> links();  // names resolved, VLAN filters of bridge ports included
  Result<std::vector<Address>> addresses();
  Result<std::vector<Route>> routes();  // of all tables; without entries of the route cache
  Result<std::vector<Rule>> rules();    // IPv4 and IPv6

  // One link, by its name or an alternative one, as decodeLink() gives it. NotFound.
  Result<Link> link(std::string_view name);
  Result<IfIndex> indexOf(std::string_view name);

  // Conflict when the name is taken.
  Result<> createLink(const NewLink& link);
  // Done, too, when there is none.
  Result<> deleteLink(std::string_view name);
  Result<> changeLink(std::string_view name, const LinkChange& change);
  Result<> renameLink(std::string_view name, std::string_view newName);
  Result<> addAltName(std::string_view link, std::string_view altName);
  Result<> deleteAltName(std::string_view link, std::string_view altName);
  // See encodeDetailsChange() and encodePortChange().
  Result<> changeDetails(std::string_view link, std::string_view kind, const LinkDetails& details);
  Result<> changePort(std::string_view link, std::string_view portKind, const Options& options);
  Result<> addBridgeVlan(std::string_view link, FilterOf whose, const BridgeVlan& vlan);
  Result<> deleteBridgeVlan(std::string_view link, FilterOf whose, const BridgeVlan& vlan);

  // Adds the address, or gives the one that is there these lifetimes, flags and metric.
  Result<> putAddress(const Address& address);
  Result<> deleteAddress(const Address& address);

  // Conflict when there is a route of the same destination, table, metric and TOS (for IPv6 also
  // the same next hop).
  Result<> addRoute(const Route& route);
  // Adds the route in the place of the one that addRoute() would conflict with.
  Result<> replaceRoute(const Route& route);
  // What is unset or empty in 'route' matches anything.
  Result<> deleteRoute(const Route& route);

  // Done, too, when the very same rule is there.
  Result<> addRule(const Rule& rule);
  Result<> deleteRule(const Rule& rule);

  // How many requests to change something were sent.
  [[nodiscard]] std::uint64_t writes() const { return writes_; }

 private:
  explicit Netlink(Socket socket) : socket_(std::move(socket)) {}

  // 'alreadyDone' are the error numbers by which the kernel says that nothing is left to do.
  Result<> write(MessageWriter request, std::initializer_list<int> alreadyDone = {});
  Result<> changeBridgeVlan(std::uint16_t type, std::string_view link, FilterOf whose,
                            const BridgeVlan& vlan);
  IndexOfLink resolver();

  Socket socket_;
  std::uint64_t writes_ = 0;
};

}  // namespace pointsman::netlink
