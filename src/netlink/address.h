// SPDX-License-Identifier: Apache-2.0
// An IP address on a link: what RTM_NEWADDR carries, decoded and encoded.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/ip_address.h"
#include "base/result.h"
#include "netlink/attribute.h"
#include "netlink/if_index.h"
#include "netlink/scope.h"

namespace pointsman::netlink {

class MessageWriter;

inline constexpr std::chrono::seconds kForever{0xffffffff};

struct Address {
  IfIndex link = {};
  IpPrefix prefix = {};                // the host's own address, and the length of its network
  std::optional<IpAddress> peer = {};  // of a point-to-point address
  std::optional<IpAddress> broadcast = {};
  Scope scope = Scope::Universe;
  std::string label = {};  // IPv4 only; the name of the link unless set otherwise
  std::chrono::seconds valid = kForever;
  std::chrono::seconds preferred = kForever;
  std::optional<std::uint8_t> protocol = {};  // IFAPROT_*: who added it; kernels since 5.18
  std::optional<std::uint32_t> metric = {};   // of the prefix route that comes with it

  bool noPrefixRoute = false;
  bool manageTemporary = false;  // IPv6: the kernel makes privacy addresses from it
  bool noDad = false;            // IPv6: used without duplicate address detection

  // State that the kernel keeps; not sent when writing.
  bool permanent = false;
  bool secondary = false;  // IPv4: not the first of its network. IPv6: a temporary address
  bool tentative = false;
  bool dadFailed = false;
  bool deprecated = false;

  bool operator==(const Address&) const = default;
};

// 'payload' is that of RTM_NEWADDR or RTM_DELADDR.
Result<Address> decodeAddress(Bytes payload);
// Appends struct ifaddrmsg and attributes.
void encodeAddress(const Address& address, MessageWriter& message);

}  // namespace pointsman::netlink
