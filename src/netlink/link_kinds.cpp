// SPDX-License-Identifier: Apache-2.0
#include "netlink/link_kinds.h"

#include <linux/if_link.h>
#include <linux/if_vlan.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "netlink/writer.h"

namespace pointsman::netlink {

namespace {

Result<> readVlan(const Attribute& attribute, VlanDetails& vlan) {
  switch (attribute.type()) {
    case IFLA_VLAN_ID:
      return attribute.into(vlan.id);
    case IFLA_VLAN_PROTOCOL:
      return attribute.intoNetworkOrder(vlan.protocol);
    case IFLA_VLAN_FLAGS: {
      Bytes bytes = attribute.payload();
      TRY(const auto flags, takeHeader<ifla_vlan_flags>(bytes));
      vlan.reorderHeaders = (flags.flags & VLAN_FLAG_REORDER_HDR) != 0;
      vlan.gvrp = (flags.flags & VLAN_FLAG_GVRP) != 0;
      vlan.looseBinding = (flags.flags & VLAN_FLAG_LOOSE_BINDING) != 0;
      vlan.mvrp = (flags.flags & VLAN_FLAG_MVRP) != 0;
      return ok();
    }
    default:
      return ok();
  }
}

Result<> readVeth(const Attribute&, VethDetails&) { return ok(); }

Result<> readVxlan(const Attribute& attribute, VxlanDetails& vxlan) {
  switch (attribute.type()) {
    case IFLA_VXLAN_ID:
      return attribute.into(vxlan.id);
    case IFLA_VXLAN_GROUP:
    case IFLA_VXLAN_GROUP6:
      return attribute.into(vxlan.remote);
    case IFLA_VXLAN_LOCAL:
    case IFLA_VXLAN_LOCAL6:
      return attribute.into(vxlan.local);
    case IFLA_VXLAN_LINK: {
      IfIndex base;
      CHECK_OK(attribute.into(base.number));
      if (base) vxlan.base = base;
      return ok();
    }
    case IFLA_VXLAN_PORT:
      return attribute.intoNetworkOrder(vxlan.destinationPort);
    case IFLA_VXLAN_LEARNING:
      return attribute.into(vxlan.learning);
    case IFLA_VXLAN_COLLECT_METADATA:
      return attribute.into(vxlan.collectMetadata);
    default:
      return ok();
  }
}

Result<> readMacVlan(const Attribute& attribute, MacVlanDetails& macvlan) {
  if (attribute.type() == IFLA_MACVLAN_MODE) return attribute.into(macvlan.mode);
  if (attribute.type() != IFLA_MACVLAN_FLAGS) return ok();
  std::uint16_t flags = 0;
  CHECK_OK(attribute.into(flags));
  macvlan.promiscuous = (flags & MACVLAN_FLAG_NOPROMISC) == 0;
  return ok();
}

Result<> readVrf(const Attribute& attribute, VrfDetails& vrf) {
  if (attribute.type() == IFLA_VRF_TABLE) return attribute.into(vrf.table);
  return ok();
}

Result<> readIpVlan(const Attribute& attribute, IpVlanDetails& ipvlan) {
  if (attribute.type() == IFLA_IPVLAN_MODE) return attribute.into(ipvlan.mode);
  if (attribute.type() != IFLA_IPVLAN_FLAGS) return ok();
  std::uint16_t flags = 0;
  CHECK_OK(attribute.into(flags));
  ipvlan.isPrivate = (flags & IPVLAN_F_PRIVATE) != 0;
  ipvlan.vepa = (flags & IPVLAN_F_VEPA) != 0;
  return ok();
}

Result<> readTun(const Attribute& attribute, TunDetails& tun) {
  switch (attribute.type()) {
    case IFLA_TUN_TYPE:
      return attribute.into(tun.mode);
    case IFLA_TUN_PERSIST:
      return attribute.into(tun.persistent);
    case IFLA_TUN_MULTI_QUEUE:
      return attribute.into(tun.multiQueue);
    case IFLA_TUN_VNET_HDR:
      return attribute.into(tun.virtioHeader);
    case IFLA_TUN_PI:
      return attribute.into(tun.packetInformation);
    case IFLA_TUN_OWNER:
      return attribute.into(tun.owner);
    case IFLA_TUN_GROUP:
      return attribute.into(tun.group);
    default:
      return ok();
  }
}

// Each decodes in place: gcc 12 takes moving a LinkDetails apart for reading uninitialized memory.
template <typename Details, Result<> (*read)(const Attribute&, Details&)>
Result<> decodeAs(Bytes attributes, LinkDetails& out) {
  auto& details = out.emplace<Details>();
  return forEachAttribute(attributes,
                          [&](const Attribute& attribute) { return read(attribute, details); });
}

template <typename Details, OptionTable (*table)()>
Result<> decodeAs(Bytes attributes, LinkDetails& out) {
  TRY(out.emplace<Details>().options, decodeOptions(table(), attributes));
  return ok();
}

struct Kind {
  std::string_view name = {};
  Result<> (*decode)(Bytes, LinkDetails&) = nullptr;
  bool (*holds)(const LinkDetails&) = nullptr;
};

template <typename Details, auto readOrTable>
constexpr Kind kindOf(std::string_view name) {
  return {name, decodeAs<Details, readOrTable>,
          [](const LinkDetails& details) { return std::holds_alternative<Details>(details); }};
}

const Kind* findKind(std::string_view name) {
  static constexpr Kind kinds[] = {
      kindOf<BondDetails, bondOptions>("bond"),
      kindOf<BridgeDetails, bridgeOptions>("bridge"),
      kindOf<VlanDetails, readVlan>("vlan"),
      kindOf<VethDetails, readVeth>("veth"),
      kindOf<VxlanDetails, readVxlan>("vxlan"),
      kindOf<MacVlanDetails, readMacVlan>("macvlan"),
      kindOf<MacVlanDetails, readMacVlan>("macvtap"),
      kindOf<VrfDetails, readVrf>("vrf"),
      kindOf<IpVlanDetails, readIpVlan>("ipvlan"),
      kindOf<TunDetails, readTun>("tun"),
  };
  for (const Kind& kind : kinds) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

void encodeVlan(const VlanDetails& vlan, MessageWriter& message) {
  message.put(IFLA_VLAN_ID, vlan.id);
  message.putNetworkOrder(IFLA_VLAN_PROTOCOL, vlan.protocol);
  std::uint32_t flags = 0;
  if (vlan.reorderHeaders) flags |= VLAN_FLAG_REORDER_HDR;
  if (vlan.gvrp) flags |= VLAN_FLAG_GVRP;
  if (vlan.looseBinding) flags |= VLAN_FLAG_LOOSE_BINDING;
  if (vlan.mvrp) flags |= VLAN_FLAG_MVRP;
  const ifla_vlan_flags withMask{
      .flags = flags,
      .mask = VLAN_FLAG_REORDER_HDR | VLAN_FLAG_GVRP | VLAN_FLAG_LOOSE_BINDING | VLAN_FLAG_MVRP};
  message.put(IFLA_VLAN_FLAGS, std::as_bytes(std::span(&withMask, 1)));
}

void encodeVeth(const VethDetails& veth, MessageWriter& message) {
  const auto peer = message.nest(VETH_INFO_PEER);
  message.header(ifinfomsg{});
  if (!veth.peer.empty()) message.put(IFLA_IFNAME, veth.peer);
}

void encodeVxlan(const VxlanDetails& vxlan, MessageWriter& message) {
  const auto byFamily = [](const IpAddress& address, std::uint16_t v4, std::uint16_t v6) {
    return address.family() == IpFamily::V4 ? v4 : v6;
  };
  message.put(IFLA_VXLAN_ID, vxlan.id);
  if (vxlan.remote) {
    message.put(byFamily(*vxlan.remote, IFLA_VXLAN_GROUP, IFLA_VXLAN_GROUP6), *vxlan.remote);
  }
  if (vxlan.local) {
    message.put(byFamily(*vxlan.local, IFLA_VXLAN_LOCAL, IFLA_VXLAN_LOCAL6), *vxlan.local);
  }
  if (vxlan.base) message.put(IFLA_VXLAN_LINK, *vxlan.base);
  if (vxlan.destinationPort != 0) {
    message.putNetworkOrder(IFLA_VXLAN_PORT, vxlan.destinationPort);
  }
  message.putByte(IFLA_VXLAN_LEARNING, vxlan.learning);
  if (vxlan.collectMetadata) message.putByte(IFLA_VXLAN_COLLECT_METADATA, true);
}

void encodeMacVlan(const MacVlanDetails& macvlan, MessageWriter& message) {
  message.put(IFLA_MACVLAN_MODE, macvlan.mode);
  if (!macvlan.promiscuous) {
    message.put(IFLA_MACVLAN_FLAGS, static_cast<std::uint16_t>(MACVLAN_FLAG_NOPROMISC));
  }
}

void encodeIpVlan(const IpVlanDetails& ipvlan, MessageWriter& message) {
  message.put(IFLA_IPVLAN_MODE, ipvlan.mode);
  const auto flags = static_cast<std::uint16_t>((ipvlan.isPrivate ? IPVLAN_F_PRIVATE : 0) |
                                                (ipvlan.vepa ? IPVLAN_F_VEPA : 0));
  message.put(IFLA_IPVLAN_FLAGS, flags);
}

}  // namespace

Result<> decodeDetails(std::string_view kind, Bytes attributes, LinkDetails& out) {
  const Kind* known = findKind(kind);
  if (known == nullptr) return ok();
  return known->decode(attributes, out).in(kind);
}

Result<> encodeDetails(std::string_view kind, const LinkDetails& details,
                       const IndexOfLink& indexOf, MessageWriter& message) {
  if (std::holds_alternative<std::monostate>(details)) return ok();
  if (const Kind* known = findKind(kind); known == nullptr || !known->holds(details)) {
    return Error{ErrorKind::InvalidInput, strCat("details are not those of kind ", kind)};
  }
  const auto data = message.nest(IFLA_INFO_DATA);
  const auto done = [](auto encode, const auto& of, MessageWriter& into) {
    encode(of, into);
    return ok();
  };
  return std::visit(
      Overloaded{
          [](std::monostate) { return ok(); },
          [&](const BondDetails& bond) {
            return encodeOptions(bondOptions(), bond.options, indexOf, message);
          },
          [&](const BridgeDetails& bridge) {
            return encodeOptions(bridgeOptions(), bridge.options, indexOf, message);
          },
          [&](const VlanDetails& vlan) { return done(encodeVlan, vlan, message); },
          [&](const VethDetails& veth) { return done(encodeVeth, veth, message); },
          [&](const VxlanDetails& vxlan) { return done(encodeVxlan, vxlan, message); },
          [&](const MacVlanDetails& macvlan) { return done(encodeMacVlan, macvlan, message); },
          [&](const VrfDetails& vrf) {
            message.put(IFLA_VRF_TABLE, vrf.table);
            return ok();
          },
          [&](const IpVlanDetails& ipvlan) { return done(encodeIpVlan, ipvlan, message); },
          [](const TunDetails&) -> Result<> {
            return Error{ErrorKind::Unsupported, "tun links are made through /dev/net/tun"};
          },
      },
      details);
}

}  // namespace pointsman::netlink
