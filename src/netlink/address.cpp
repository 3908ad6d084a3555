// SPDX-License-Identifier: Apache-2.0
#include "netlink/address.h"

#include <linux/if_addr.h>
#include <sys/socket.h>

#include "base/str_cat.h"
#include "netlink/writer.h"

namespace pointsman::netlink {

namespace {

void readFlags(std::uint32_t flags, Address& address) {
  address.noPrefixRoute = (flags & IFA_F_NOPREFIXROUTE) != 0;
  address.manageTemporary = (flags & IFA_F_MANAGETEMPADDR) != 0;
  address.noDad = (flags & IFA_F_NODAD) != 0;
  address.permanent = (flags & IFA_F_PERMANENT) != 0;
  address.secondary = (flags & IFA_F_SECONDARY) != 0;
  address.tentative = (flags & IFA_F_TENTATIVE) != 0;
  address.dadFailed = (flags & IFA_F_DADFAILED) != 0;
  address.deprecated = (flags & IFA_F_DEPRECATED) != 0;
}

std::uint32_t flagsOf(const Address& address) {
  std::uint32_t flags = 0;
  if (address.noPrefixRoute) flags |= IFA_F_NOPREFIXROUTE;
  if (address.manageTemporary) flags |= IFA_F_MANAGETEMPADDR;
  if (address.noDad) flags |= IFA_F_NODAD;
  return flags;
}

Result<> readLifetimes(const Attribute& attribute, Address& address) {
  Bytes bytes = attribute.payload();
  TRY(const auto lifetimes, takeHeader<ifa_cacheinfo>(bytes));
  address.valid = std::chrono::seconds(lifetimes.ifa_valid);
  address.preferred = std::chrono::seconds(lifetimes.ifa_prefered);
  return ok();
}

Result<> checkFamily(const IpPrefix& prefix, const ifaddrmsg& header) {
  const auto family = header.ifa_family == AF_INET ? IpFamily::V4 : IpFamily::V6;
  if ((header.ifa_family != AF_INET && header.ifa_family != AF_INET6) ||
      prefix.address.family() != family || prefix.length > bitsOf(family)) {
    return Error{ErrorKind::Protocol,
                 strCat("netlink: address of family ", header.ifa_family, " with prefix ", prefix)};
  }
  return ok();
}

}  // namespace

Result<Address> decodeAddress(Bytes payload) {
  TRY(const auto header, takeHeader<ifaddrmsg>(payload));
  Address address;
  address.link = IfIndex{static_cast<int>(header.ifa_index)};
  address.scope = static_cast<Scope>(header.ifa_scope);
  std::uint32_t flags = header.ifa_flags;
  std::optional<IpAddress> local;
  std::optional<IpAddress> other;
  CHECK_OK(forEachAttribute(payload, [&](const Attribute& attribute) -> Result<> {
    switch (attribute.type()) {
      case IFA_LOCAL:
        return attribute.into(local);
      case IFA_ADDRESS:
        return attribute.into(other);
      case IFA_BROADCAST:
        return attribute.into(address.broadcast);
      case IFA_LABEL:
        return attribute.into(address.label);
      case IFA_FLAGS:  // all 32 bits; the header has room for eight
        return attribute.into(flags);
      case IFA_CACHEINFO:
        return readLifetimes(attribute, address);
      case IFA_RT_PRIORITY:
        return attribute.into(address.metric);
      case IFA_PROTO:
        return attribute.into(address.protocol);
      default:
        return ok();
    }
  }));
  if (!local && !other) return Error{ErrorKind::Protocol, "netlink: address message without one"};
  // IFA_ADDRESS is the far end when IFA_LOCAL is there too (linux/if_addr.h).
  address.prefix = {.address = local ? *local : *other, .length = header.ifa_prefixlen};
  if (local && other && *local != *other) address.peer = other;
  CHECK_OK(checkFamily(address.prefix, header));
  readFlags(flags, address);
  return address;
}

void encodeAddress(const Address& address, MessageWriter& message) {
  const IpAddress& local = address.prefix.address;
  ifaddrmsg header = {};
  header.ifa_family = local.family() == IpFamily::V4 ? AF_INET : AF_INET6;
  header.ifa_prefixlen = address.prefix.length;
  header.ifa_scope = static_cast<std::uint8_t>(address.scope);
  header.ifa_index = static_cast<std::uint32_t>(address.link.number);
  message.header(header);
  message.put(IFA_LOCAL, local);
  message.put(IFA_ADDRESS, address.peer.value_or(local));
  if (address.broadcast) message.put(IFA_BROADCAST, *address.broadcast);
  if (!address.label.empty()) message.put(IFA_LABEL, address.label);
  if (const std::uint32_t flags = flagsOf(address); flags != 0) message.put(IFA_FLAGS, flags);
  if (address.valid != kForever || address.preferred != kForever) {
    ifa_cacheinfo lifetimes = {};
    lifetimes.ifa_valid = static_cast<std::uint32_t>(address.valid.count());
    lifetimes.ifa_prefered = static_cast<std::uint32_t>(address.preferred.count());
    message.put(IFA_CACHEINFO, std::as_bytes(std::span(&lifetimes, 1)));
  }
  if (address.metric) message.put(IFA_RT_PRIORITY, *address.metric);
  if (address.protocol) message.put(IFA_PROTO, *address.protocol);
}

}  // namespace pointsman::netlink
