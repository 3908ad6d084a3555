// SPDX-License-Identifier: Apache-2.0
#include "host/kernel_kind.h"

#include <array>
#include <utility>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "host/bridge_options.h"

namespace pointsman::host {

namespace {

netlink::VlanDetails toVlan(const VlanLink& vlan) {
  constexpr std::uint16_t kCustomerTag = 0x8100;
  constexpr std::uint16_t kServiceTag = 0x88a8;
  return {.id = vlan.id,
          .protocol = vlan.protocol == "802.1ad" ? kServiceTag : kCustomerTag,
          .reorderHeaders = vlan.reorderHeaders,
          .gvrp = vlan.registration == "gvrp",
          .looseBinding = vlan.looseBinding,
          .mvrp = vlan.registration == "mvrp"};
}

Result<KernelKind> toVxlan(const VxlanLink& vxlan, const netlink::IndexOfLink& indexOf) {
  netlink::VxlanDetails details{.id = vxlan.id,
                                .remote = vxlan.remote,
                                .local = vxlan.local,
                                .destinationPort = vxlan.destinationPort,
                                .learning = vxlan.learning};
  if (vxlan.base) {
    TRY(details.base, indexOf(vxlan.base->text));
  }
  return KernelKind{.kind = "vxlan", .details = details};
}

Result<KernelKind> toMacVlan(const MacVlanLink& link) {
  using Mode = netlink::MacVlanMode;
  constexpr std::array<std::pair<std::string_view, Mode>, 5> kModes = {{
      {"private", Mode::Private},
      {"vepa", Mode::Vepa},
      {"bridge", Mode::Bridge},
      {"passthru", Mode::PassThru},
      {"source", Mode::Source},
  }};
  for (const auto& [word, mode] : kModes) {
    if (word != link.mode) continue;
    return KernelKind{
        .kind = link.tap ? "macvtap" : "macvlan",
        .details = netlink::MacVlanDetails{.mode = mode, .promiscuous = link.promiscuous},
        .parent = link.base};
  }
  return Error{ErrorKind::InvalidInput, strCat("macvlan has no mode ", link.mode)};
}

Result<KernelKind> toIpVlan(const IpVlanLink& link) {
  constexpr std::array<std::string_view, 3> kModes = {"l2", "l3", "l3s"};
  for (std::uint16_t mode = 0; mode < kModes.size(); ++mode) {
    if (kModes.at(mode) != link.mode) continue;
    return KernelKind{
        .kind = "ipvlan",
        .details = netlink::IpVlanDetails{.mode = static_cast<netlink::IpVlanMode>(mode),
                                          .isPrivate = link.isPrivate,
                                          .vepa = link.vepa},
        .parent = link.base};
  }
  return Error{ErrorKind::InvalidInput, strCat("ipvlan has no mode ", link.mode)};
}

Error notMadeHere(std::string_view what) {
  return {ErrorKind::Unsupported, strCat("a link of this kind cannot be made: ", what)};
}

netlink::Options bondChanges(const BondLink& wanted, const netlink::Options& now) {
  netlink::Options changes;
  for (const auto& [name, value] : wanted.options) {
    const auto found = now.find(name);
    // An empty list or link that the kernel does not report is what it has.
    const std::string_view current = found == now.end() ? std::string_view() : found->second;
    if (current != value) changes.emplace(name, value);
  }
  return changes;
}

// Compared in the document's units: the kernel rounds its own.
netlink::Options bridgeChanges(const LinuxBridgeLink& wanted, const netlink::Options& now) {
  StringMap changes = wanted.options;
  const StringMap current = toDocumentOptions(now);
  std::erase_if(changes, [&](const auto& option) {
    const auto found = current.find(option.first);
    return found != current.end() && found->second == option.second;
  });
  return toKernelOptions(changes);
}

}  // namespace

Result<KernelKind> toKernelKind(const LinkKind& kind, const netlink::IndexOfLink& indexOf) {
  using Made = Result<KernelKind>;
  return std::visit(
      Overloaded{
          [](const VethLink& link) -> Made {
            if (!link.peer) return notMadeHere("a veth whose peer is in another namespace");
            return KernelKind{.kind = "veth", .details = netlink::VethDetails{link.peer->text}};
          },
          [](const DummyLink&) -> Made { return KernelKind{.kind = "dummy"}; },
          [](const BondLink& link) -> Made {
            return KernelKind{.kind = "bond",
                              .details = netlink::BondDetails{{{"mode", link.mode}}}};
          },
          [](const VlanLink& link) -> Made {
            return KernelKind{.kind = "vlan", .details = toVlan(link), .parent = link.base};
          },
          [](const LinuxBridgeLink&) -> Made {
            return KernelKind{.kind = "bridge", .details = netlink::BridgeDetails{}};
          },
          [&](const VxlanLink& link) { return toVxlan(link, indexOf); },
          [](const MacVlanLink& link) { return toMacVlan(link); },
          [](const IpVlanLink& link) { return toIpVlan(link); },
          [](const VrfLink& link) -> Made {
            return KernelKind{.kind = "vrf", .details = netlink::VrfDetails{link.table}};
          },
          [](const OtherLink& link) -> Made { return notMadeHere(link.kind); },
          [&](const auto&) -> Made { return notMadeHere(toString(typeOf(kind))); },
      },
      kind);
}

netlink::Options optionChanges(const LinkKind& wanted, const netlink::LinkDetails& now) {
  const auto* const bond = std::get_if<BondLink>(&wanted);
  const auto* const bondNow = std::get_if<netlink::BondDetails>(&now);
  if (bond != nullptr && bondNow != nullptr) return bondChanges(*bond, bondNow->options);
  const auto* const bridge = std::get_if<LinuxBridgeLink>(&wanted);
  const auto* const bridgeNow = std::get_if<netlink::BridgeDetails>(&now);
  if (bridge != nullptr && bridgeNow != nullptr) return bridgeChanges(*bridge, bridgeNow->options);
  return {};
}

}  // namespace pointsman::host
