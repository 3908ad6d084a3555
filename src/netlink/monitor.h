// SPDX-License-Identifier: Apache-2.0
// Follows changes of the kernel's network configuration, as they happen, in the network namespace
// of the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <variant>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "netlink/address.h"
#include "netlink/link.h"
#include "netlink/message.h"
#include "netlink/route.h"
#include "netlink/rule.h"

namespace pointsman::netlink {

// A link appeared or changed. Names are not resolved: see decodeLink().
struct LinkChanged {
  Link link = {};
  bool operator==(const LinkChanged&) const = default;
};
struct LinkRemoved {
  Link link = {};
  bool operator==(const LinkRemoved&) const = default;
};
// An address appeared, or its state or lifetimes changed.
struct AddressAdded {
  Address address = {};
  bool operator==(const AddressAdded&) const = default;
};
struct AddressRemoved {
  Address address = {};
  bool operator==(const AddressRemoved&) const = default;
};
// A route appeared. The routes that vanish with a link or an IPv4 address are not reported.
struct RouteAdded {
  Route route = {};
  bool operator==(const RouteAdded&) const = default;
};
struct RouteRemoved {
  Route route = {};
  bool operator==(const RouteRemoved&) const = default;
};
struct RuleAdded {
  Rule rule = {};
  bool operator==(const RuleAdded&) const = default;
};
struct RuleRemoved {
  Rule rule = {};
  bool operator==(const RuleRemoved&) const = default;
};
// Events were lost: read everything again.
struct Resync {
  bool operator==(const Resync&) const = default;
};

using Event = std::variant<LinkChanged, LinkRemoved, AddressAdded, AddressRemoved, RouteAdded,
                           RouteRemoved, RuleAdded, RuleRemoved, Resync>;

// Nothing for messages that are no event to us, such as those of other address families.
Result<std::optional<Event>> decodeEvent(const Message& message);

struct EventGroups {
  bool links = false;
  bool addresses = false;
  bool routes = false;
  bool rules = false;
};

// Threading: one thread at a time. Open it first and read the lists after, so that no change falls
// between.
class Monitor {
 public:
  static Result<Monitor> open(EventGroups groups);

  // The next event; nothing when the deadline passes first.
  Result<std::optional<Event>> next(Deadline deadline);

  // To wait for this and other things together: readable when next() has work to do. Events that
  // arrived in one datagram do not make it readable again, so call next() until it gives nothing.
  [[nodiscard]] int descriptor() const { return fd_.number(); }

 private:
  explicit Monitor(UniqueFd fd);
  Result<> receiveSome();

  UniqueFd fd_;
  std::vector<std::byte> buffer_;
  std::deque<Event> pending_;
};

}  // namespace pointsman::netlink
