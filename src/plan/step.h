// SPDX-License-Identifier: Apache-2.0
// A plan is a list of steps, and a step is data: it can be printed, journalled, executed and taken
// back. Every step carries what was before and what is after, so inverse() is total and an executor
// can refuse a host that is not as it was planned for.
//
// Steps on OVSDB stand together in a plan, to be sent as one transaction. host/ turns steps into
// OVSDB operations and netlink messages; testing/fake_host.h executes them in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "base/mac_address.h"
#include "model/host_config.h"
#include "model/ip_config.h"
#include "model/link_config.h"
#include "model/names.h"
#include "model/ovs_config.h"

namespace pointsman::plan {

// ---- OVSDB. Adding a port with an internal interface makes the kernel link of that name appear;
// see freshInternalLink(). Removing it takes the link away.

// 'settings' of bridge steps have no ports: those come and go by steps of their own.
struct AddBridge {
  BridgeName bridge = {};
  OvsBridgeConfig settings = {};
  bool operator==(const AddBridge&) const = default;
};
// The bridge has no ports left when this comes.
struct RemoveBridge {
  BridgeName bridge = {};
  OvsBridgeConfig settings = {};
  bool operator==(const RemoveBridge&) const = default;
};
struct ChangeBridge {
  BridgeName bridge = {};
  OvsBridgeConfig before = {};
  OvsBridgeConfig after = {};
  bool operator==(const ChangeBridge&) const = default;
};

// The port with its interfaces.
struct AddPort {
  BridgeName bridge = {};
  PortName port = {};
  OvsPortConfig config = {};
  bool operator==(const AddPort&) const = default;
};
struct RemovePort {
  BridgeName bridge = {};
  PortName port = {};
  OvsPortConfig config = {};
  bool operator==(const RemovePort&) const = default;
};
// The Port row alone: 'before' and 'after' have no interfaces.
struct ChangePort {
  BridgeName bridge = {};
  PortName port = {};
  OvsPortConfig before = {};
  OvsPortConfig after = {};
  bool operator==(const ChangePort&) const = default;
};
// One more interface in a port that stays.
struct AddPortMember {
  BridgeName bridge = {};
  PortName port = {};
  InterfaceName interface = {};
  OvsInterfaceConfig config = {};
  bool operator==(const AddPortMember&) const = default;
};
struct RemovePortMember {
  BridgeName bridge = {};
  PortName port = {};
  InterfaceName interface = {};
  OvsInterfaceConfig config = {};
  bool operator==(const RemovePortMember&) const = default;
};
// The Interface row alone.
struct ChangeOvsInterface {
  BridgeName bridge = {};
  PortName port = {};
  InterfaceName interface = {};
  OvsInterfaceConfig before = {};
  OvsInterfaceConfig after = {};
  bool operator==(const ChangeOvsInterface&) const = default;
};

enum class OvsColumn : std::uint8_t { ExternalIds, OtherConfig };
std::string_view toString(OvsColumn column);  // as OVSDB spells it

// One key of the Open_vSwitch row. By key, never the whole map: others write there too.
struct ChangeOvsKey {
  OvsColumn column = OvsColumn::ExternalIds;
  std::string key = {};
  std::optional<std::string> before = {};
  std::optional<std::string> after = {};
  bool operator==(const ChangeOvsKey&) const = default;
};

// ---- Links.

// What a new link is given at birth. It appears down, without controller, without addresses.
struct Birth {
  LinkKind kind = DummyLink{};
  std::optional<MacAddress> mac = {};  // empty: the kernel chooses
  std::uint32_t mtu = 1500;
  // The other end of a veth pair, which is made and unmade with this one.
  std::optional<MacAddress> peerMac = {};
  std::uint32_t peerMtu = 1500;
  bool operator==(const Birth&) const = default;
};
struct CreateLink {
  InterfaceName link = {};
  Birth birth = {};
  bool operator==(const CreateLink&) const = default;
};
struct DeleteLink {
  InterfaceName link = {};
  Birth birth = {};
  bool operator==(const DeleteLink&) const = default;
};
// Options that can change while the link lives: of a bond, a linux bridge, a VLAN.
struct ChangeLinkKind {
  InterfaceName link = {};
  LinkKind before = DummyLink{};
  LinkKind after = DummyLink{};
  bool operator==(const ChangeLinkKind&) const = default;
};
// The administrative state. The kernel drops routes and IPv6 addresses of a link that goes down; a
// plan has removed them by then.
struct SetLinkUp {
  InterfaceName link = {};
  bool before = false;
  bool after = false;
  bool operator==(const SetLinkUp&) const = default;
};
struct SetLinkMtu {
  InterfaceName link = {};
  std::uint32_t before = 0;
  std::uint32_t after = 0;
  bool operator==(const SetLinkMtu&) const = default;
};
// Empty: as the kernel or OVS chose. Nothing is to be done to get there; on the way back the
// address is set again.
struct SetLinkMac {
  InterfaceName link = {};
  std::optional<MacAddress> before = {};
  std::optional<MacAddress> after = {};
  bool operator==(const SetLinkMac&) const = default;
};

// Membership of a bond, linux bridge or VRF, with what the controller keeps for its port.
struct Membership {
  std::optional<InterfaceName> controller = {};
  std::optional<BridgePort> bridgePort = {};
  std::optional<BondPort> bondPort = {};
  bool operator==(const Membership&) const = default;
};
// The link is down when it enters or leaves a bond or a VRF.
struct SetLinkController {
  InterfaceName link = {};
  Membership before = {};
  Membership after = {};
  bool operator==(const SetLinkController&) const = default;
};
struct SetAltNames {
  InterfaceName link = {};
  std::set<std::string> before = {};
  std::set<std::string> after = {};
  bool operator==(const SetAltNames&) const = default;
};
struct SetAcceptAllMac {
  InterfaceName link = {};
  bool before = false;
  bool after = false;
  bool operator==(const SetAcceptAllMac&) const = default;
};

// ---- Layer 3.

// An address with a lifetime is a lease somebody holds; plans move those too when a link loses IP.
struct AddAddress {
  InterfaceName link = {};
  Address address = {};
  bool operator==(const AddAddress&) const = default;
};
struct RemoveAddress {
  InterfaceName link = {};
  Address address = {};
  bool operator==(const RemoveAddress&) const = default;
};
// Same prefix; lifetimes or flags differ. A lease becomes configuration this way, without a gap.
struct ChangeAddress {
  InterfaceName link = {};
  Address before = {};
  Address after = {};
  bool operator==(const ChangeAddress&) const = default;
};
// How a link gets its addresses, as methodOf() cuts it out: DHCP, router advertisements and their
// settings, and whether IPv6 is on at all.
struct SetIpMethod {
  InterfaceName link = {};
  IpFamily family = IpFamily::V4;
  IpConfig before = {};
  IpConfig after = {};
  bool operator==(const SetIpMethod&) const = default;
};
struct AddRoute {
  Route route = {};
  bool operator==(const AddRoute&) const = default;
};
struct RemoveRoute {
  Route route = {};
  bool operator==(const RemoveRoute&) const = default;
};
// Same destination, table and metric: the kernel swaps them without a gap.
struct ReplaceRoute {
  Route before = {};
  Route after = {};
  bool operator==(const ReplaceRoute&) const = default;
};
struct AddRule {
  Rule rule = {};
  bool operator==(const AddRule&) const = default;
};
struct RemoveRule {
  Rule rule = {};
  bool operator==(const RemoveRule&) const = default;
};
struct SetResolver {
  ResolverConfig before = {};
  ResolverConfig after = {};
  bool operator==(const SetResolver&) const = default;
};
struct Hostname {
  std::string running = {};
  std::string fixed = {};  // kept across boots; may be empty
  bool operator==(const Hostname&) const = default;
};
struct SetHostname {
  Hostname before = {};
  Hostname after = {};
  bool operator==(const SetHostname&) const = default;
};

using Step = std::variant<AddBridge, RemoveBridge, ChangeBridge, AddPort, RemovePort, ChangePort,
                          AddPortMember, RemovePortMember, ChangeOvsInterface, ChangeOvsKey,
                          CreateLink, DeleteLink, ChangeLinkKind, SetLinkUp, SetLinkMtu, SetLinkMac,
                          SetLinkController, SetAltNames, SetAcceptAllMac, AddAddress,
                          RemoveAddress, ChangeAddress, SetIpMethod, AddRoute, RemoveRoute,
                          ReplaceRoute, AddRule, RemoveRule, SetResolver, SetHostname>;

// The step that takes 'step' back.
[[nodiscard]] Step inverse(const Step& step);
// Takes back all of 'steps', the last one first.
[[nodiscard]] std::vector<Step> inverseOf(const std::vector<Step>& steps);

// Whether the step belongs into the OVSDB transaction.
[[nodiscard]] bool isOvsdb(const Step& step);
// The kernel link the step works on, if it is one link.
[[nodiscard]] std::optional<InterfaceName> linkOf(const Step& step);

// 'ip' without addresses. IPv4 has no switch of its own in the kernel: it is on when there is an
// address or a DHCP client, so only the latter counts here.
[[nodiscard]] IpConfig methodOf(const IpConfig& ip, IpFamily family);
// What the kernel gives every new link: IPv4 off, IPv6 on.
[[nodiscard]] IpConfig freshIp(IpFamily family);
// The kernel link that comes with an internal interface: down, and with the MAC address and MTU
// that the database asks for, if it does.
[[nodiscard]] LinkConfig freshInternalLink(const OvsBridgeConfig& bridge,
                                           const BridgeName& bridgeName, const InterfaceName& name,
                                           const OvsInterfaceConfig& interface);
// The MAC address the database orders for the link of 'interface': on a bridge's local port
// Bridge.other_config:hwaddr decides, on others Interface.mac.
[[nodiscard]] std::optional<MacAddress> orderedMac(const OvsBridgeConfig& bridge,
                                                   const BridgeName& bridgeName,
                                                   const InterfaceName& name,
                                                   const OvsInterfaceConfig& interface);

}  // namespace pointsman::plan
