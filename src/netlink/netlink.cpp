// SPDX-License-Identifier: Apache-2.0
#include "netlink/netlink.h"

#include <linux/fib_rules.h>
#include <linux/if_addr.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include <algorithm>
#include <map>

#include "base/str_cat.h"

namespace pointsman::netlink {

namespace {

// A host on which links come and go all the time interrupts the first tries; one that interrupts so
// many has no state to speak of.
constexpr int kDumpTries = 16;

bool always(Bytes) { return true; }

template <typename T>
Result<std::vector<T>> readWhole(Socket& socket, MessageWriter request, Result<T> (*decode)(Bytes),
                                 bool (*wanted)(Bytes) = always) {
  std::vector<T> entries;
  const auto add = [&](const Message& message) -> Result<> {
    if (!wanted(message.payload)) return ok();
    TRY(T entry, decode(message.payload));
    entries.push_back(std::move(entry));
    return ok();
  };
  for (int tries = 0; tries < kDumpTries; ++tries) {
    entries.clear();
    TRY(const auto answer, socket.ask(request, add));
    if (answer.acknowledgement.errorNumber != 0) return toError(answer.acknowledgement);
    if (!answer.interrupted) return entries;
  }
  return Error{ErrorKind::Conflict, "netlink: changed each time it was read"};
}

template <typename Header>
MessageWriter dumpRequest(std::uint16_t type, const Header& header) {
  MessageWriter request(type, NLM_F_DUMP);
  request.header(header);
  return request;
}

MessageWriter linkDumpRequest(std::uint8_t family, std::uint32_t filter) {
  ifinfomsg header = {};
  header.ifi_family = family;
  MessageWriter request = dumpRequest(RTM_GETLINK, header);
  request.put(IFLA_EXT_MASK, filter);
  return request;
}

Result<> addBridgeVlans(Socket& socket, std::vector<Link>& links) {
  const bool bridges = std::ranges::any_of(
      links, [](const Link& link) { return std::holds_alternative<BridgeDetails>(link.details); });
  if (!bridges) return ok();
  TRY(auto filters, readWhole(socket, linkDumpRequest(AF_BRIDGE, RTEXT_FILTER_BRVLAN_COMPRESSED),
                              decodeBridgePortVlans));
  std::map<IfIndex, std::vector<BridgeVlan>> byPort;
  for (BridgePortVlans& filter : filters) byPort[filter.port] = std::move(filter.vlans);
  for (Link& link : links) {
    if (const auto found = byPort.find(link.index); found != byPort.end()) {
      link.bridgeVlans = std::move(found->second);
    }
  }
  return ok();
}

}  // namespace

Result<Netlink> Netlink::open() {
  TRY(Socket socket, Socket::open());
  return Netlink{std::move(socket)};
}

Result<std::vector<Link>> Netlink::links() {
  // The filter spares the kernel from summing up each link's IPv6 statistics over all processors.
  TRY(auto links,
      readWhole(socket_, linkDumpRequest(AF_UNSPEC, RTEXT_FILTER_SKIP_STATS), decodeLink)
          .in("reading links"));
  CHECK_OK(addBridgeVlans(socket_, links).in("reading bridge VLANs"));
  resolveNames(links);
  return links;
}

Result<Link> Netlink::link(std::string_view name) {
  MessageWriter request(RTM_GETLINK, NLM_F_ACK);
  request.header(ifinfomsg{});
  putLinkName(name, request);
  request.put(IFLA_EXT_MASK, std::uint32_t{RTEXT_FILTER_SKIP_STATS});
  Link found;
  const auto keep = [&](const Message& message) -> Result<> {
    TRY(found, decodeLink(message.payload));
    return ok();
  };
  TRY(const auto answer, socket_.ask(request, keep));
  if (answer.acknowledgement.errorNumber != 0) {
    return toError(answer.acknowledgement).in(strCat("link ", name));
  }
  return found;
}

Result<IfIndex> Netlink::indexOf(std::string_view name) {
  TRY(const Link found, link(name));
  return found.index;
}

Result<std::vector<Address>> Netlink::addresses() {
  return readWhole(socket_, dumpRequest(RTM_GETADDR, ifaddrmsg{}), decodeAddress)
      .in("reading addresses");
}

Result<std::vector<Route>> Netlink::routes() {
  TRY(auto routes, readWhole(socket_, dumpRequest(RTM_GETROUTE, rtmsg{}), decodeRoute, holdsIpRoute)
                       .in("reading routes"));
  std::erase_if(routes, [](const Route& route) { return route.cloned; });
  return routes;
}

Result<std::vector<Rule>> Netlink::rules() {
  return readWhole(socket_, dumpRequest(RTM_GETRULE, fib_rule_hdr{}), decodeRule, holdsIpRule)
      .in("reading rules");
}

}  // namespace pointsman::netlink
