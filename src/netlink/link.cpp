// SPDX-License-Identifier: Apache-2.0
#include "netlink/link.h"

#include <linux/if.h>
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include <map>

#include "netlink/link_kinds.h"

namespace pointsman::netlink {

std::string_view toString(OperState state) {
  switch (state) {
    case OperState::NotPresent:
      return "NOTPRESENT";
    case OperState::Down:
      return "DOWN";
    case OperState::LowerLayerDown:
      return "LOWERLAYERDOWN";
    case OperState::Testing:
      return "TESTING";
    case OperState::Dormant:
      return "DORMANT";
    case OperState::Up:
      return "UP";
    case OperState::Unknown:
      break;
  }
  return "UNKNOWN";
}

namespace {

// Infiniband and tunnels have addresses of other lengths; those are not MAC addresses.
Result<> readMac(const Attribute& attribute, std::optional<MacAddress>& out) {
  if (attribute.payload().size() != 6) return ok();
  return attribute.into(out);
}

Result<> readIndex(const Attribute& attribute, std::optional<IfIndex>& out) {
  IfIndex index;
  CHECK_OK(attribute.into(index.number));
  if (index) out = index;
  return ok();
}

Result<> readLinkInfo(Bytes info, Link& link) {
  // Collected first and decoded after: the kernel puts the kind before its data, but nothing
  // promises that.
  Bytes details;
  Bytes portDetails;
  CHECK_OK(forEachAttribute(info, [&](const Attribute& attribute) -> Result<> {
    switch (attribute.type()) {
      case IFLA_INFO_KIND:
        return attribute.into(link.kind);
      case IFLA_INFO_DATA:
        details = attribute.payload();
        return ok();
      case IFLA_INFO_SLAVE_KIND:
        return attribute.into(link.portKind);
      case IFLA_INFO_SLAVE_DATA:
        portDetails = attribute.payload();
        return ok();
      default:
        return ok();
    }
  }));
  CHECK_OK(decodeDetails(link.kind, details, link.details));
  if (link.portKind == "bridge") {
    TRY(link.portOptions, decodeOptions(bridgePortOptions(), portDetails));
  } else if (link.portKind == "bond") {
    TRY(link.portOptions, decodeOptions(bondPortOptions(), portDetails));
  }
  return ok();
}

Result<> readAltNames(Bytes properties, Link& link) {
  return forEachAttribute(properties, [&](const Attribute& attribute) -> Result<> {
    if (attribute.type() != IFLA_ALT_IFNAME) return ok();
    return attribute.into(link.altNames.emplace_back());
  });
}

Result<> readAttribute(const Attribute& attribute, Link& link) {
  switch (attribute.type()) {
    case IFLA_IFNAME:
      return attribute.into(link.name);
    case IFLA_ADDRESS:
      return readMac(attribute, link.mac);
    case IFLA_PERM_ADDRESS:
      return readMac(attribute, link.permanentMac);
    case IFLA_MTU:
      return attribute.into(link.mtu);
    case IFLA_MIN_MTU:
      return attribute.into(link.minMtu);
    case IFLA_MAX_MTU:
      return attribute.into(link.maxMtu);
    case IFLA_LINK:
      return readIndex(attribute, link.parent);
    case IFLA_LINK_NETNSID:
      return attribute.into(link.parentNamespace);
    case IFLA_MASTER:
      return readIndex(attribute, link.master);
    case IFLA_OPERSTATE:
      return attribute.into(link.operState);
    case IFLA_CARRIER:
      return attribute.into(link.carrier);
    case IFLA_PROMISCUITY:
      return attribute.into(link.promiscuity);
    case IFLA_LINKINFO:
      return readLinkInfo(attribute.payload(), link);
    case IFLA_PROP_LIST:
      return readAltNames(attribute.payload(), link);
    case IFLA_AF_SPEC:
      return decodeFamilies(attribute.payload(), link.inet, link.inet6);
    default:
      return ok();
  }
}

// Ranges come as a pair of entries, marked as beginning and end.
Result<> readVlan(const Attribute& attribute, std::vector<BridgeVlan>& vlans) {
  if (attribute.type() != IFLA_BRIDGE_VLAN_INFO) return ok();
  Bytes bytes = attribute.payload();
  TRY(const auto info, takeHeader<bridge_vlan_info>(bytes));
  if ((info.flags & BRIDGE_VLAN_INFO_RANGE_END) != 0 && !vlans.empty()) {
    vlans.back().last = info.vid;
    return ok();
  }
  vlans.push_back({.first = info.vid,
                   .last = info.vid,
                   .pvid = (info.flags & BRIDGE_VLAN_INFO_PVID) != 0,
                   .untagged = (info.flags & BRIDGE_VLAN_INFO_UNTAGGED) != 0});
  return ok();
}

}  // namespace

Result<Link> decodeLink(Bytes payload) {
  TRY(const auto header, takeHeader<ifinfomsg>(payload));
  Link link;
  link.index = IfIndex{header.ifi_index};
  link.hardwareType = header.ifi_type;
  link.up = (header.ifi_flags & IFF_UP) != 0;
  link.running = (header.ifi_flags & IFF_RUNNING) != 0;
  link.promiscuous = (header.ifi_flags & IFF_PROMISC) != 0;
  link.noArp = (header.ifi_flags & IFF_NOARP) != 0;
  CHECK_OK(forEachAttribute(
      payload, [&](const Attribute& attribute) { return readAttribute(attribute, link); }));
  return link;
}

Result<BridgePortVlans> decodeBridgePortVlans(Bytes payload) {
  TRY(const auto header, takeHeader<ifinfomsg>(payload));
  BridgePortVlans port{.port = IfIndex{header.ifi_index}};
  CHECK_OK(forEachAttribute(payload, [&](const Attribute& attribute) -> Result<> {
    if (attribute.type() != IFLA_AF_SPEC) return ok();
    return forEachAttribute(attribute.payload(),
                            [&](const Attribute& vlan) { return readVlan(vlan, port.vlans); });
  }));
  return port;
}

void resolveNames(std::vector<Link>& links) {
  std::map<IfIndex, std::string> names;
  for (const Link& link : links) names.emplace(link.index, link.name);
  const NameOfLink nameOf = [&](IfIndex index) {
    const auto name = names.find(index);
    return name == names.end() ? toString(index) : name->second;
  };
  for (Link& link : links) {
    if (auto* veth = std::get_if<VethDetails>(&link.details);
        veth != nullptr && link.parent && !link.parentNamespace) {
      veth->peer = nameOf(*link.parent);
    }
    if (auto* bond = std::get_if<BondDetails>(&link.details)) {
      resolveLinks(bondOptions(), bond->options, nameOf);
    }
    if (link.portKind == "bridge") resolveLinks(bridgePortOptions(), link.portOptions, nameOf);
  }
}

}  // namespace pointsman::netlink
