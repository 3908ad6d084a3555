// SPDX-License-Identifier: Apache-2.0
#include "model/link_config.h"

#include "base/overloaded.h"

namespace pointsman {

InterfaceType typeOf(const LinkKind& kind) {
  return std::visit(
      Overloaded{
          [](const PhysicalLink&) { return InterfaceType::Ethernet; },
          [](const LoopbackLink&) { return InterfaceType::Loopback; },
          [](const OvsInternalLink&) { return InterfaceType::OvsInterface; },
          // An end whose peer is elsewhere is this host's NIC: it can be configured, not made.
          [](const VethLink& link) {
            return link.peer ? InterfaceType::Veth : InterfaceType::Ethernet;
          },
          [](const DummyLink&) { return InterfaceType::Dummy; },
          [](const BondLink&) { return InterfaceType::Bond; },
          [](const VlanLink&) { return InterfaceType::Vlan; },
          [](const LinuxBridgeLink&) { return InterfaceType::LinuxBridge; },
          [](const VxlanLink&) { return InterfaceType::Vxlan; },
          [](const MacVlanLink& link) {
            return link.tap ? InterfaceType::MacVtap : InterfaceType::MacVlan;
          },
          [](const IpVlanLink&) { return InterfaceType::IpVlan; },
          [](const VrfLink&) { return InterfaceType::Vrf; },
          [](const TunLink&) { return InterfaceType::Tun; },
          [](const OtherLink&) { return InterfaceType::Unknown; },
      },
      kind);
}

std::optional<InterfaceName> baseOf(const LinkKind& kind) {
  return std::visit(Overloaded{
                        [](const VlanLink& link) { return std::optional(link.base); },
                        [](const VxlanLink& link) { return link.base; },
                        [](const MacVlanLink& link) { return std::optional(link.base); },
                        [](const IpVlanLink& link) { return std::optional(link.base); },
                        [](const auto&) { return std::optional<InterfaceName>(); },
                    },
                    kind);
}

}  // namespace pointsman
