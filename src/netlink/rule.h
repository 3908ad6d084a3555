// SPDX-License-Identifier: Apache-2.0
// A rule of the routing policy database (ip-rule(8)): what RTM_NEWRULE carries, decoded and
// encoded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/ip_address.h"
#include "base/result.h"
#include "netlink/attribute.h"
#include "netlink/route.h"

namespace pointsman::netlink {

// The values are those of linux/fib_rules.h.
enum class RuleAction : std::uint8_t {
  ToTable = 1,
  Goto = 2,
  Nop = 3,
  Blackhole = 6,
  Unreachable = 7,
  Prohibit = 8,
};

struct PortRange {
  std::uint16_t first = 0;
  std::uint16_t last = 0;
  bool operator==(const PortRange&) const = default;
};

struct UidRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool operator==(const UidRange&) const = default;
};

struct Rule {
  IpFamily family = IpFamily::V4;
  std::optional<std::uint32_t> priority = {};  // unset when adding: the kernel's choice
  bool invert = false;                         // "not": acts on what the selectors do not match

  // Selectors; one that is unset matches everything.
  std::optional<IpPrefix> source = {};
  std::optional<IpPrefix> destination = {};
  std::string inputLink = {};
  std::string outputLink = {};
  std::optional<std::uint32_t> fwmark = {};
  std::optional<std::uint32_t> fwmask = {};
  std::uint8_t tos = 0;
  std::optional<std::uint8_t> ipProtocol = {};
  std::optional<PortRange> sourcePorts = {};
  std::optional<PortRange> destinationPorts = {};
  std::optional<UidRange> users = {};

  RuleAction action = RuleAction::ToTable;
  std::uint32_t table = kMainTable;  // of ToTable without 'l3mdev'; else not sent
  std::optional<std::uint32_t> gotoPriority = {};
  bool l3mdev = false;  // the table of the VRF that the packet's link belongs to
  // Routes found with a prefix of at most this length are passed over; so are those through links
  // of this group.
  std::optional<std::uint32_t> suppressPrefixLength = {};
  std::optional<std::uint32_t> suppressGroup = {};
  std::uint8_t protocol = protocol::kStatic;

  bool operator==(const Rule&) const = default;
};

// Whether 'payload', of RTM_NEWRULE or RTM_DELRULE, is about IPv4 or IPv6 unicast routing.
bool holdsIpRule(Bytes payload);
Result<Rule> decodeRule(Bytes payload);
// Appends struct fib_rule_hdr and attributes.
void encodeRule(const Rule& rule, MessageWriter& message);

}  // namespace pointsman::netlink
