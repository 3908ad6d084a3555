// SPDX-License-Identifier: Apache-2.0
// What can be asked of a link, and the pure encoders to RTM_NEWLINK and its kin. A link that exists
// is named, not numbered, so that an Error can say which; only what the kernel refuses to take by
// name wants an index.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/mac_address.h"
#include "base/result.h"
#include "netlink/if_index.h"
#include "netlink/link.h"
#include "netlink/options.h"
#include "netlink/writer.h"

namespace pointsman::netlink {

// A link to be created. 'kind' is one that decodeDetails() knows, or "dummy" or another without
// details.
struct NewLink {
  std::string name = {};
  std::string kind = {};
  LinkDetails details = {};            // those of 'kind'; std::monostate for its defaults
  std::optional<IfIndex> parent = {};  // of a vlan, macvlan, macvtap, ipvlan
  std::optional<IfIndex> master = {};
  std::optional<MacAddress> mac = {};
  std::optional<std::uint32_t> mtu = {};
  bool up = false;

  bool operator==(const NewLink&) const = default;
};

// Changes to a link that exists; what is unset stays. The kernel makes them one after the other, so
// a failure may leave some made.
struct LinkChange {
  std::optional<bool> up = {};
  std::optional<bool> promiscuous = {};
  std::optional<std::uint32_t> mtu = {};
  std::optional<MacAddress> mac = {};
  std::optional<IfIndex> master = {};  // IfIndex{} takes the link from its master

  bool operator==(const LinkChange&) const = default;
};

// Whose VLAN filter: that of a port, or of the bridge itself.
enum class FilterOf : std::uint8_t { Port, Bridge };

// Puts the name where the kernel looks for it: main names and alternative ones both are found, but
// a long name does not fit the attribute for short ones.
void putLinkName(std::string_view name, MessageWriter& message);

Result<MessageWriter> encodeNewLink(const NewLink& link, const IndexOfLink& indexOf);
MessageWriter encodeDeleteLink(std::string_view name);
MessageWriter encodeLinkChange(std::string_view name, const LinkChange& change);
MessageWriter encodeRename(IfIndex link, std::string_view newName);
// 'type' is RTM_NEWLINKPROP or RTM_DELLINKPROP.
MessageWriter encodeAltName(std::uint16_t type, std::string_view link, std::string_view altName);
// Of bonds and bridges the options listed change; of other kinds, everything.
Result<MessageWriter> encodeDetailsChange(std::string_view name, std::string_view kind,
                                          const LinkDetails& details, const IndexOfLink& indexOf);
// 'portKind' is "bridge" or "bond", the kind of the link's master.
Result<MessageWriter> encodePortChange(std::string_view name, std::string_view portKind,
                                       const Options& options, const IndexOfLink& indexOf);
// 'type' is RTM_SETLINK to add, RTM_DELLINK to take away.
MessageWriter encodeBridgeVlan(std::uint16_t type, IfIndex link, FilterOf whose,
                               const BridgeVlan& vlan);

}  // namespace pointsman::netlink
