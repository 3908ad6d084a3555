// SPDX-License-Identifier: Apache-2.0
#include "netlink/rule.h"

#include <linux/fib_rules.h>
#include <sys/socket.h>

#include "base/str_cat.h"
#include "netlink/writer.h"

namespace pointsman::netlink {

namespace {

constexpr std::uint32_t kNotSuppressed = 0xffffffff;  // what the kernel says when there is nothing

Error wrong(std::string_view what) {
  return {ErrorKind::Protocol, strCat("netlink: rule: ", what)};
}

Result<> readPorts(const Attribute& attribute, std::optional<PortRange>& out) {
  Bytes bytes = attribute.payload();
  TRY(const auto range, takeHeader<fib_rule_port_range>(bytes));
  out = PortRange{range.start, range.end};
  return ok();
}

Result<> readUsers(const Attribute& attribute, std::optional<UidRange>& out) {
  Bytes bytes = attribute.payload();
  TRY(const auto range, takeHeader<fib_rule_uid_range>(bytes));
  out = UidRange{range.start, range.end};
  return ok();
}

Result<> readSuppression(const Attribute& attribute, std::optional<std::uint32_t>& out) {
  CHECK_OK(attribute.into(out));
  if (out == kNotSuppressed) out.reset();
  return ok();
}

Result<> readAttribute(const Attribute& attribute, Rule& rule) {
  switch (attribute.type()) {
    case FRA_SRC:
      return attribute.into(rule.source.emplace().address);
    case FRA_DST:
      return attribute.into(rule.destination.emplace().address);
    case FRA_IIFNAME:
      return attribute.into(rule.inputLink);
    case FRA_OIFNAME:
      return attribute.into(rule.outputLink);
    case FRA_PRIORITY:
      return attribute.into(rule.priority);
    case FRA_FWMARK:
      return attribute.into(rule.fwmark);
    case FRA_FWMASK:
      return attribute.into(rule.fwmask);
    case FRA_TABLE:  // all 32 bits; the header has room for eight
      return attribute.into(rule.table);
    case FRA_GOTO:
      return attribute.into(rule.gotoPriority);
    case FRA_SUPPRESS_PREFIXLEN:
      return readSuppression(attribute, rule.suppressPrefixLength);
    case FRA_SUPPRESS_IFGROUP:
      return readSuppression(attribute, rule.suppressGroup);
    case FRA_L3MDEV:
      return attribute.into(rule.l3mdev);
    case FRA_PROTOCOL:
      return attribute.into(rule.protocol);
    case FRA_IP_PROTO:
      return attribute.into(rule.ipProtocol);
    case FRA_SPORT_RANGE:
      return readPorts(attribute, rule.sourcePorts);
    case FRA_DPORT_RANGE:
      return readPorts(attribute, rule.destinationPorts);
    case FRA_UID_RANGE:
      return readUsers(attribute, rule.users);
    default:
      return ok();
  }
}

Result<> fixPrefix(std::optional<IpPrefix>& prefix, IpFamily family, std::uint8_t length) {
  if (length > bitsOf(family)) return wrong("prefix length");
  if (!prefix) return ok();
  if (prefix->address.family() != family) return wrong("family of prefix");
  prefix->length = length;
  return ok();
}

// The kernel refuses a table beside l3mdev, and has no use for one with other actions.
std::uint32_t tableOf(const Rule& rule) {
  return rule.action == RuleAction::ToTable && !rule.l3mdev ? rule.table : 0;
}

fib_rule_hdr headerOf(const Rule& rule) {
  fib_rule_hdr header = {};
  header.family = rule.family == IpFamily::V4 ? AF_INET : AF_INET6;
  if (rule.source) header.src_len = rule.source->length;
  if (rule.destination) header.dst_len = rule.destination->length;
  header.tos = rule.tos;
  const std::uint32_t table = tableOf(rule);
  header.table = table < 256 ? static_cast<std::uint8_t>(table) : std::uint8_t{0};
  header.action = static_cast<std::uint8_t>(rule.action);
  if (rule.invert) header.flags |= FIB_RULE_INVERT;
  return header;
}

void putPorts(std::uint16_t type, const std::optional<PortRange>& ports, MessageWriter& message) {
  if (!ports) return;
  const fib_rule_port_range range{.start = ports->first, .end = ports->last};
  message.put(type, std::as_bytes(std::span(&range, 1)));
}

void putSelectors(const Rule& rule, MessageWriter& message) {
  if (rule.source) message.put(FRA_SRC, rule.source->address);
  if (rule.destination) message.put(FRA_DST, rule.destination->address);
  if (!rule.inputLink.empty()) message.put(FRA_IIFNAME, rule.inputLink);
  if (!rule.outputLink.empty()) message.put(FRA_OIFNAME, rule.outputLink);
  if (rule.fwmark) message.put(FRA_FWMARK, *rule.fwmark);
  if (rule.fwmask) message.put(FRA_FWMASK, *rule.fwmask);
  if (rule.ipProtocol) message.put(FRA_IP_PROTO, *rule.ipProtocol);
  putPorts(FRA_SPORT_RANGE, rule.sourcePorts, message);
  putPorts(FRA_DPORT_RANGE, rule.destinationPorts, message);
  if (rule.users) {
    const fib_rule_uid_range range{.start = rule.users->first, .end = rule.users->last};
    message.put(FRA_UID_RANGE, std::as_bytes(std::span(&range, 1)));
  }
}

}  // namespace

bool holdsIpRule(Bytes payload) {
  const auto header = takeHeader<fib_rule_hdr>(payload);
  return header && (header->family == AF_INET || header->family == AF_INET6);
}

Result<Rule> decodeRule(Bytes payload) {
  TRY(const auto header, takeHeader<fib_rule_hdr>(payload));
  if (header.family != AF_INET && header.family != AF_INET6) return wrong("family");
  Rule rule;
  rule.family = header.family == AF_INET ? IpFamily::V4 : IpFamily::V6;
  rule.priority = 0;  // the kernel leaves a priority of 0 out
  rule.invert = (header.flags & FIB_RULE_INVERT) != 0;
  rule.tos = header.tos;
  rule.table = header.table;
  rule.action = static_cast<RuleAction>(header.action);
  rule.protocol = 0;
  CHECK_OK(forEachAttribute(
      payload, [&](const Attribute& attribute) { return readAttribute(attribute, rule); }));
  CHECK_OK(fixPrefix(rule.source, rule.family, header.src_len));
  CHECK_OK(fixPrefix(rule.destination, rule.family, header.dst_len));
  return rule;
}

void encodeRule(const Rule& rule, MessageWriter& message) {
  message.header(headerOf(rule));
  if (rule.priority) message.put(FRA_PRIORITY, *rule.priority);
  message.put(FRA_PROTOCOL, rule.protocol);
  putSelectors(rule, message);
  message.put(FRA_TABLE, tableOf(rule));
  if (rule.gotoPriority) message.put(FRA_GOTO, *rule.gotoPriority);
  if (rule.l3mdev) message.putByte(FRA_L3MDEV, true);
  if (rule.suppressPrefixLength) message.put(FRA_SUPPRESS_PREFIXLEN, *rule.suppressPrefixLength);
  if (rule.suppressGroup) message.put(FRA_SUPPRESS_IFGROUP, *rule.suppressGroup);
}

}  // namespace pointsman::netlink
