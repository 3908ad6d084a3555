// SPDX-License-Identifier: Apache-2.0
#include "netlink/monitor.h"

#include <linux/rtnetlink.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <utility>

#include "netlink/socket.h"

namespace pointsman::netlink {

namespace {

constexpr std::size_t kBufferSize = 256 * 1024;

std::uint32_t groupBits(EventGroups groups) {
  std::uint32_t bits = 0;
  if (groups.links) bits |= RTMGRP_LINK;
  if (groups.addresses) bits |= RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR;
  if (groups.routes) bits |= RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE;
  if (groups.rules) bits |= RTMGRP_IPV4_RULE | 1U << (RTNLGRP_IPV6_RULE - 1U);
  return bits;
}

template <typename EventType, typename T>
Result<std::optional<Event>> as(Result<T> decoded) {
  if (!decoded) return std::move(decoded.error());
  return std::optional<Event>(EventType{std::move(*decoded)});
}

// Bridges announce their ports in messages of family AF_BRIDGE; RTM_DELLINK then says that a port
// left its bridge, not that the link is gone.
bool isBridgeMessage(Bytes payload) {
  const auto header = takeHeader<ifinfomsg>(payload);
  return header && header->ifi_family == AF_BRIDGE;
}

}  // namespace

Result<std::optional<Event>> decodeEvent(const Message& message) {
  const Bytes payload = message.payload;
  switch (message.type) {
    case RTM_NEWLINK:
    case RTM_DELLINK:
      if (isBridgeMessage(payload)) return std::optional<Event>{};
      return message.type == RTM_NEWLINK ? as<LinkChanged>(decodeLink(payload))
                                         : as<LinkRemoved>(decodeLink(payload));
    case RTM_NEWADDR:
      return as<AddressAdded>(decodeAddress(payload));
    case RTM_DELADDR:
      return as<AddressRemoved>(decodeAddress(payload));
    case RTM_NEWROUTE:
    case RTM_DELROUTE:
      if (!holdsIpRoute(payload)) return std::optional<Event>{};
      return message.type == RTM_NEWROUTE ? as<RouteAdded>(decodeRoute(payload))
                                          : as<RouteRemoved>(decodeRoute(payload));
    case RTM_NEWRULE:
    case RTM_DELRULE:
      if (!holdsIpRule(payload)) return std::optional<Event>{};
      return message.type == RTM_NEWRULE ? as<RuleAdded>(decodeRule(payload))
                                         : as<RuleRemoved>(decodeRule(payload));
    default:
      return std::optional<Event>{};
  }
}

Monitor::Monitor(UniqueFd fd) : fd_(std::move(fd)), buffer_(kBufferSize) {}

Result<Monitor> Monitor::open(EventGroups groups) {
  TRY(UniqueFd fd, openSocket(groupBits(groups)));
  return Monitor{std::move(fd)};
}

Result<> Monitor::receiveSome() {
  const auto datagram = receive(fd_.number(), buffer_);
  if (!datagram && datagram.error().kind() == ErrorKind::Conflict) {
    pending_.emplace_back(Resync{});
    return ok();
  }
  if (!datagram) return datagram.error();
  TRY(const auto messages, splitMessages(*datagram));
  for (const Message& message : messages) {
    TRY(auto event, decodeEvent(message));
    if (event) pending_.push_back(std::move(*event));
  }
  return ok();
}

Result<std::optional<Event>> Monitor::next(Deadline deadline) {
  while (pending_.empty()) {
    pollfd waiting{.fd = fd_.number(), .events = POLLIN, .revents = 0};
    const int ready = ::poll(&waiting, 1, deadline.pollTimeout());
    if (ready < 0 && errno != EINTR) return errnoError("poll(AF_NETLINK)");
    if (ready > 0) {
      CHECK_OK(receiveSome());
    } else if (deadline.passed()) {
      return std::optional<Event>{};
    }
  }
  std::optional<Event> event = std::move(pending_.front());
  pending_.pop_front();
  return event;
}

}  // namespace pointsman::netlink
