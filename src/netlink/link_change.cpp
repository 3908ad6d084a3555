// SPDX-License-Identifier: Apache-2.0
#include "netlink/link_change.h"

#include <linux/if.h>
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "base/str_cat.h"
#include "netlink/link_kinds.h"

namespace pointsman::netlink {

namespace {

// RTM_NEWLINK without NLM_F_CREATE changes an existing link. RTM_SETLINK would do for most, but
// leaves IFLA_LINKINFO unread.
MessageWriter changeRequest(std::string_view name, const ifinfomsg& header = {}) {
  MessageWriter message(RTM_NEWLINK, NLM_F_ACK);
  message.header(header);
  putLinkName(name, message);
  return message;
}

// Without a NUL, as iproute2 writes it.
void putKind(std::string_view kind, MessageWriter& message) {
  message.put(IFLA_INFO_KIND, std::as_bytes(std::span(kind)));
}

void putVlan(std::uint16_t id, const BridgeVlan& vlan, unsigned rangeMark, MessageWriter& message) {
  const unsigned flags = rangeMark | (vlan.pvid ? BRIDGE_VLAN_INFO_PVID : 0U) |
                         (vlan.untagged ? BRIDGE_VLAN_INFO_UNTAGGED : 0U);
  const bridge_vlan_info info{.flags = static_cast<std::uint16_t>(flags), .vid = id};
  message.put(IFLA_BRIDGE_VLAN_INFO, std::as_bytes(std::span(&info, 1)));
}

}  // namespace

void putLinkName(std::string_view name, MessageWriter& message) {
  message.put(name.size() < IFNAMSIZ ? IFLA_IFNAME : IFLA_ALT_IFNAME, name);
}

Result<MessageWriter> encodeNewLink(const NewLink& link, const IndexOfLink& indexOf) {
  MessageWriter message(RTM_NEWLINK, NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL);
  ifinfomsg header = {};
  if (link.up) header.ifi_flags = header.ifi_change = IFF_UP;
  message.header(header);
  if (link.parent) message.put(IFLA_LINK, *link.parent);
  message.put(IFLA_IFNAME, link.name);
  if (link.master) message.put(IFLA_MASTER, *link.master);
  if (link.mac) message.put(IFLA_ADDRESS, *link.mac);
  if (link.mtu) message.put(IFLA_MTU, *link.mtu);
  {
    const auto info = message.nest(IFLA_LINKINFO);
    putKind(link.kind, message);
    CHECK_OK(encodeDetails(link.kind, link.details, indexOf, message));
  }
  return message;
}

MessageWriter encodeDeleteLink(std::string_view name) {
  MessageWriter message(RTM_DELLINK, NLM_F_ACK);
  message.header(ifinfomsg{});
  putLinkName(name, message);
  return message;
}

MessageWriter encodeLinkChange(std::string_view name, const LinkChange& change) {
  ifinfomsg header = {};
  const auto flag = [&](const std::optional<bool>& wanted, unsigned bit) {
    if (!wanted) return;
    header.ifi_change |= bit;
    if (*wanted) header.ifi_flags |= bit;
  };
  flag(change.up, IFF_UP);
  flag(change.promiscuous, IFF_PROMISC);
  MessageWriter message = changeRequest(name, header);
  if (change.mac) message.put(IFLA_ADDRESS, *change.mac);
  if (change.mtu) message.put(IFLA_MTU, *change.mtu);
  if (change.master) message.put(IFLA_MASTER, *change.master);
  return message;
}

MessageWriter encodeRename(IfIndex link, std::string_view newName) {
  MessageWriter message(RTM_NEWLINK, NLM_F_ACK);
  ifinfomsg header = {};
  header.ifi_index = link.number;
  message.header(header);
  message.put(IFLA_IFNAME, newName);
  return message;
}

MessageWriter encodeAltName(std::uint16_t type, std::string_view link, std::string_view altName) {
  MessageWriter message(
      type, type == RTM_NEWLINKPROP ? NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL : NLM_F_ACK);
  message.header(ifinfomsg{});
  putLinkName(link, message);
  {
    const auto properties = message.nest(IFLA_PROP_LIST | NLA_F_NESTED);
    message.put(IFLA_ALT_IFNAME, altName);
  }
  return message;
}

Result<MessageWriter> encodeDetailsChange(std::string_view name, std::string_view kind,
                                          const LinkDetails& details, const IndexOfLink& indexOf) {
  MessageWriter message = changeRequest(name);
  {
    const auto info = message.nest(IFLA_LINKINFO);
    putKind(kind, message);
    CHECK_OK(encodeDetails(kind, details, indexOf, message));
  }
  return message;
}

Result<MessageWriter> encodePortChange(std::string_view name, std::string_view portKind,
                                       const Options& options, const IndexOfLink& indexOf) {
  if (portKind != "bridge" && portKind != "bond") {
    return Error{ErrorKind::Unsupported, strCat("ports of kind ", portKind, " have no options")};
  }
  const OptionTable table = portKind == "bridge" ? bridgePortOptions() : bondPortOptions();
  MessageWriter message = changeRequest(name);
  {
    const auto info = message.nest(IFLA_LINKINFO);
    message.put(IFLA_INFO_SLAVE_KIND, portKind);
    const auto data = message.nest(IFLA_INFO_SLAVE_DATA);
    CHECK_OK(encodeOptions(table, options, indexOf, message));
  }
  return message;
}

MessageWriter encodeBridgeVlan(std::uint16_t type, IfIndex link, FilterOf whose,
                               const BridgeVlan& vlan) {
  MessageWriter message(type, NLM_F_ACK);
  ifinfomsg header = {};
  header.ifi_family = PF_BRIDGE;
  header.ifi_index = link.number;
  message.header(header);
  {
    const auto spec = message.nest(IFLA_AF_SPEC);
    if (whose == FilterOf::Bridge) {
      message.put(IFLA_BRIDGE_FLAGS, std::uint16_t{BRIDGE_FLAGS_SELF});
    }
    if (vlan.first == vlan.last) {
      putVlan(vlan.first, vlan, 0, message);
    } else {
      putVlan(vlan.first, vlan, BRIDGE_VLAN_INFO_RANGE_BEGIN, message);
      putVlan(vlan.last, vlan, BRIDGE_VLAN_INFO_RANGE_END, message);
    }
  }
  return message;
}

}  // namespace pointsman::netlink
