// SPDX-License-Identifier: Apache-2.0
// A network link as the kernel reports it, and the pure decoder from RTM_NEWLINK. The same detail
// structures describe a link to be created (link_change.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/ip_address.h"
#include "base/mac_address.h"
#include "base/result.h"
#include "netlink/attribute.h"
#include "netlink/if_index.h"
#include "netlink/inet_settings.h"
#include "netlink/options.h"

namespace pointsman::netlink {

// RFC 2863 operational state; the values are those of linux/if.h.
enum class OperState : std::uint8_t {
  Unknown,
  NotPresent,
  Down,
  LowerLayerDown,
  Testing,
  Dormant,
  Up,
};
std::string_view toString(OperState state);  // as `ip -j` spells it: "UP", "LOWERLAYERDOWN"

struct BondDetails {
  Options options = {};
  bool operator==(const BondDetails&) const = default;
};

struct BridgeDetails {
  Options options = {};
  bool operator==(const BridgeDetails&) const = default;
};

struct VlanDetails {
  std::uint16_t id = 0;
  std::uint16_t protocol = 0x8100;  // an EtherType: 0x8100 is 802.1Q, 0x88a8 is 802.1ad
  bool reorderHeaders = true;
  bool gvrp = false;
  bool looseBinding = false;
  bool mvrp = false;
  bool operator==(const VlanDetails&) const = default;
};

// The kernel tells a peer by its index only, in Link::parent. Netlink::links() adds the name when
// the peer lives in the same namespace; decodeLink() leaves it empty.
struct VethDetails {
  std::string peer = {};
  bool operator==(const VethDetails&) const = default;
};

struct VxlanDetails {
  std::uint32_t id = 0;
  std::optional<IpAddress> remote = {};  // a multicast group, or the one peer
  std::optional<IpAddress> local = {};
  std::optional<IfIndex> base = {};
  std::uint16_t destinationPort = 0;  // 0 when creating: the kernel's choice, 8472
  bool learning = true;
  bool collectMetadata = false;  // "external": keys come with each packet, as Open vSwitch does
  bool operator==(const VxlanDetails&) const = default;
};

enum class MacVlanMode : std::uint32_t {
  Private = 1,
  Vepa = 2,
  Bridge = 4,
  PassThru = 8,
  Source = 16
};

// Both macvlan and macvtap.
struct MacVlanDetails {
  MacVlanMode mode = MacVlanMode::Vepa;
  bool promiscuous = true;  // MACVLAN_FLAG_NOPROMISC turns it off
  bool operator==(const MacVlanDetails&) const = default;
};

struct VrfDetails {
  std::uint32_t table = 0;
  bool operator==(const VrfDetails&) const = default;
};

enum class IpVlanMode : std::uint16_t { L2, L3, L3s };

struct IpVlanDetails {
  IpVlanMode mode = IpVlanMode::L3;
  bool isPrivate = false;
  bool vepa = false;
  bool operator==(const IpVlanDetails&) const = default;
};

// Reported only: such links are made through /dev/net/tun.
struct TunDetails {
  enum class Mode : std::uint8_t { Tun = 1, Tap = 2 };
  Mode mode = Mode::Tun;
  bool persistent = false;
  bool multiQueue = false;
  bool virtioHeader = false;
  bool packetInformation = false;
  std::optional<std::uint32_t> owner = {};
  std::optional<std::uint32_t> group = {};
  bool operator==(const TunDetails&) const = default;
};

// Empty for kinds that have none (dummy, ifb) and for those unknown here.
using LinkDetails =
    std::variant<std::monostate, BondDetails, BridgeDetails, VlanDetails, VethDetails, VxlanDetails,
                 MacVlanDetails, VrfDetails, IpVlanDetails, TunDetails>;

// VLANs first to last, as the filter of a bridge port (or of the bridge itself) lets them through.
struct BridgeVlan {
  std::uint16_t first = 0;
  std::uint16_t last = 0;  // equal to 'first' for a single one
  bool pvid = false;       // untagged frames that come in belong to it
  bool untagged = false;   // frames that go out lose their tag
  bool operator==(const BridgeVlan&) const = default;
};

struct Link {
  IfIndex index = {};
  std::string name = {};
  std::vector<std::string> altNames = {};
  std::string kind = {};           // "bridge", "veth", …; empty for hardware and loopback
  std::uint16_t hardwareType = 0;  // ARPHRD_*: 1 is Ethernet, 772 is loopback
  std::optional<IfIndex> master = {};
  std::optional<IfIndex> parent = {};                // base of a VLAN, other end of a veth
  std::optional<std::int32_t> parentNamespace = {};  // set when 'parent' is in another namespace
  std::optional<MacAddress> mac = {};                // unset when the address has not six bytes
  std::optional<MacAddress> permanentMac = {};       // burnt in; see Ethtool for kernels before 5.6
  std::uint32_t mtu = 0;
  std::uint32_t minMtu = 0;
  std::uint32_t maxMtu = 0;  // 0: no limit known
  bool up = false;           // administratively
  bool running = false;
  bool carrier = false;
  bool promiscuous = false;       // asked for by an administrator
  std::uint32_t promiscuity = 0;  // how many users, such as bridges, hold it promiscuous
  bool noArp = false;
  OperState operState = OperState::Unknown;
  LinkDetails details = {};
  // What the link is to its master: "bridge", "bond", "openvswitch", …; empty without one.
  std::string portKind = {};
  Options portOptions = {};  // of kinds "bridge" and "bond"
  std::vector<BridgeVlan> bridgeVlans = {};
  InetSettings inet = {};
  Inet6Settings inet6 = {};

  bool operator==(const Link&) const = default;
};

// 'payload' is that of RTM_NEWLINK or RTM_DELLINK: struct ifinfomsg and attributes.
Result<Link> decodeLink(Bytes payload);

// What the kernel says about one bridge port when asked in family AF_BRIDGE.
struct BridgePortVlans {
  IfIndex port = {};
  std::vector<BridgeVlan> vlans = {};
  bool operator==(const BridgePortVlans&) const = default;
};
Result<BridgePortVlans> decodeBridgePortVlans(Bytes payload);

// Replaces indices by names where a person expects a name: peer of a veth, "primary" of a bond. A
// link that is not among 'links' keeps its number.
void resolveNames(std::vector<Link>& links);

}  // namespace pointsman::netlink
