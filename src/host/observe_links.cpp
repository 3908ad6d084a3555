// SPDX-License-Identifier: Apache-2.0
#include "host/observe_links.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "host/bridge_options.h"
#include "host/observe_routes.h"

namespace pointsman::host {

namespace {

using LinksByIndex = std::map<netlink::IfIndex, const netlink::Link*>;

constexpr std::uint16_t kLoopbackHardware = 772;  // ARPHRD_LOOPBACK

// Devices that ovs-vswitchd and openvswitch.ko make for themselves.
bool belongsToOvsItself(std::string_view name) {
  constexpr std::array kNames = {"ovs-system", "ovs-netdev"};
  constexpr std::array kPrefixes = {"genev_sys_", "vxlan_sys_", "gre_sys", "erspan_sys"};
  return std::ranges::find(kNames, name) != kNames.end() ||
         std::ranges::any_of(kPrefixes, [&](std::string_view p) { return name.starts_with(p); });
}

std::optional<InterfaceName> nameOf(const LinksByIndex& links,
                                    std::optional<netlink::IfIndex> index) {
  if (!index) return std::nullopt;
  const auto found = links.find(*index);
  if (found == links.end()) return std::nullopt;
  return InterfaceName(found->second->name);
}

template <typename Number>
std::optional<Number> option(const netlink::Options& options, std::string_view name) {
  const auto found = options.find(name);
  if (found == options.end()) return std::nullopt;
  Number number = 0;
  const std::string& text = found->second;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc{}) {
    return std::nullopt;
  }
  return number;
}

BondLink observeBond(const netlink::BondDetails& details) {
  BondLink bond;
  for (const auto& [name, value] : details.options) {
    // Which port is active is what the bond found out, not what somebody set.
    if (name == "active_slave") continue;
    if (name == "mode") {
      bond.mode = value;
    } else {
      bond.options.emplace(name, value);
    }
  }
  return bond;
}

VlanLink observeVlan(const netlink::VlanDetails& details, std::optional<InterfaceName> base) {
  constexpr std::uint16_t kServiceTag = 0x88a8;
  return {.base = base.value_or(InterfaceName{}),
          .id = details.id,
          .protocol = details.protocol == kServiceTag ? "802.1ad" : "802.1q",
          .reorderHeaders = details.reorderHeaders,
          .looseBinding = details.looseBinding,
          .registration = details.gvrp ? "gvrp" : (details.mvrp ? "mvrp" : "none")};
}

std::string_view modeText(netlink::MacVlanMode mode) {
  switch (mode) {
    case netlink::MacVlanMode::Private:
      return "private";
    case netlink::MacVlanMode::Vepa:
      return "vepa";
    case netlink::MacVlanMode::Bridge:
      return "bridge";
    case netlink::MacVlanMode::PassThru:
      return "passthru";
    case netlink::MacVlanMode::Source:
      return "source";
  }
  return "unknown";
}

LinkKind observeDetails(const netlink::Link& link, const LinksByIndex& links) {
  const auto base = nameOf(links, link.parentNamespace ? std::nullopt : link.parent);
  const auto baseName = base.value_or(InterfaceName{});
  return std::visit(
      Overloaded{
          [&](const netlink::BondDetails& d) -> LinkKind { return observeBond(d); },
          [&](const netlink::BridgeDetails& d) -> LinkKind {
            return LinuxBridgeLink{toDocumentOptions(d.options)};
          },
          [&](const netlink::VlanDetails& d) -> LinkKind { return observeVlan(d, base); },
          [&](const netlink::VethDetails&) -> LinkKind { return VethLink{base}; },
          [&](const netlink::VxlanDetails& d) -> LinkKind {
            return VxlanLink{.base = nameOf(links, d.base),
                             .id = d.id,
                             .remote = d.remote,
                             .local = d.local,
                             .learning = d.learning,
                             .destinationPort = d.destinationPort};
          },
          [&](const netlink::MacVlanDetails& d) -> LinkKind {
            return MacVlanLink{.base = baseName,
                               .mode = std::string(modeText(d.mode)),
                               .promiscuous = d.promiscuous,
                               .tap = link.kind == "macvtap"};
          },
          [&](const netlink::VrfDetails& d) -> LinkKind { return VrfLink{d.table}; },
          [&](const netlink::IpVlanDetails& d) -> LinkKind {
            constexpr std::array kModes = {"l2", "l3", "l3s"};
            const auto mode = static_cast<std::size_t>(d.mode);
            return IpVlanLink{.base = baseName,
                              .mode = mode < kModes.size() ? kModes.at(mode) : "unknown",
                              .isPrivate = d.isPrivate,
                              .vepa = d.vepa};
          },
          [&](const netlink::TunDetails&) -> LinkKind { return TunLink{}; },
          [&](const std::monostate&) -> LinkKind {
            if (link.kind == "dummy") return DummyLink{};
            if (link.kind == "openvswitch") return OvsInternalLink{};
            return OtherLink{link.kind};
          },
      },
      link.details);
}

// What the database says of each interface. A map, not a search of the bridges for each link: hosts
// have thousands of both.
using OvsInterfaces = std::map<InterfaceName, const OvsInterfaceConfig*>;

OvsInterfaces interfacesOf(const OvsConfig& ovs) {
  OvsInterfaces interfaces;
  for (const auto& [bridgeName, bridge] : ovs.bridges) {
    for (const auto& [portName, port] : bridge.ports) {
      for (const auto& [name, row] : port.interfaces) interfaces.emplace(name, &row);
    }
  }
  return interfaces;
}

LinkKind observeKind(const netlink::Link& link, const LinksByIndex& links,
                     const OvsInterfaceConfig* row) {
  if (row != nullptr && row->type == kOvsInternal) return OvsInternalLink{};
  if (!link.kind.empty()) return observeDetails(link, links);
  if (link.hardwareType == kLoopbackHardware) return LoopbackLink{};
  return PhysicalLink{};
}

// What the filter of a bridge port lets through, in the document's terms. A port that has only the
// bridge's default VLAN was not configured by anybody.
std::optional<BridgePortVlan> observePortVlan(const netlink::Link& port,
                                              const netlink::Link& bridge) {
  const auto* details = std::get_if<netlink::BridgeDetails>(&bridge.details);
  if (details == nullptr) return std::nullopt;
  if (option<unsigned>(details->options, "vlan_filtering").value_or(0) == 0) return std::nullopt;
  const auto defaultPvid = option<VlanId>(details->options, "vlan_default_pvid").value_or(1);
  BridgePortVlan vlan;
  for (const auto& entry : port.bridgeVlans) {
    if (entry.last > kHighestVlanField || entry.first > entry.last) continue;
    if (entry.pvid && entry.untagged) {
      vlan.tag = entry.first;
    } else {
      vlan.trunks.add(VlanRange{entry.first, entry.last});
    }
  }
  vlan.trunk = !vlan.trunks.empty();
  if (!vlan.trunk && (!vlan.tag || vlan.tag == defaultPvid)) return std::nullopt;
  return vlan;
}

void observePort(const netlink::Link& link, const LinksByIndex& links, LinkConfig& config) {
  if (!link.master) return;
  const auto master = links.find(*link.master);
  // An OVS port's master is ovs-system: the bridge that matters is in the database.
  if (master == links.end() || link.portKind == "openvswitch") return;
  config.controller = InterfaceName(master->second->name);
  if (link.portKind == "bridge") {
    config.bridgePort =
        BridgePort{.hairpin = option<unsigned>(link.portOptions, "hairpin").value_or(0) != 0,
                   .pathCost = option<std::uint32_t>(link.portOptions, "cost"),
                   .priority = option<std::uint16_t>(link.portOptions, "priority"),
                   .vlan = observePortVlan(link, *master->second)};
  } else if (link.portKind == "bond") {
    config.bondPort = BondPort{.priority = option<std::int32_t>(link.portOptions, "prio"),
                               .queueId = option<std::uint16_t>(link.portOptions, "queue_id")};
  }
}

LinkConfig observeConfig(const netlink::Link& link, const LinksByIndex& links,
                         const OvsInterfaces& ovs) {
  const auto found = ovs.find(InterfaceName(link.name));
  const OvsInterfaceConfig* row = found == ovs.end() ? nullptr : found->second;
  LinkConfig config;
  config.kind = observeKind(link, links, row);
  config.up = link.up;
  config.mac = link.mac;
  config.mtu = link.mtu;
  config.altNames = {link.altNames.begin(), link.altNames.end()};
  // Open vSwitch sets it on its ports by itself.
  config.acceptAllMac = link.promiscuous && row == nullptr;
  config.ipv6.enabled = !link.inet6.disabled;
  // What the kernel does unless told otherwise is nobody's configuration.
  if (link.inet6.addrGenMode != "eui64") config.ipv6.addrGenMode = link.inet6.addrGenMode;
  config.ipv6.token = link.inet6.token;
  observePort(link, links, config);
  return config;
}

std::string lowerCase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

LinkFacts observeFacts(const netlink::Link& link) {
  LinkFacts facts;
  facts.index = static_cast<std::uint32_t>(link.index.number);
  facts.permanentMac = link.permanentMac;
  if (link.minMtu != 0) facts.minMtu = link.minMtu;
  if (link.maxMtu != 0) facts.maxMtu = link.maxMtu;
  facts.operState = lowerCase(toString(link.operState));
  facts.carrier = link.carrier;
  return facts;
}

std::optional<std::uint32_t> lifetime(std::chrono::seconds left) {
  if (left >= netlink::kForever || left.count() < 0) return std::nullopt;
  return static_cast<std::uint32_t>(left.count());
}

// An address that ends by itself was leased or announced; its kind of source shows in its shape:
// DHCPv6 hands out single addresses, router advertisements prefixes.
void observeDynamic(const Address& address, LinkConfig& config, LinkFacts& facts) {
  facts.dynamicAddresses.push_back(address);
  if (!address.validSeconds) return;
  const IpFamily family = address.prefix.address.family();
  if (family == IpFamily::V4 || address.prefix.length == bitsOf(family)) {
    config.ip(family).dhcp = true;
  } else {
    config.ipv6.autoconf = true;
  }
}

void observeAddress(const netlink::Address& seen, LinkConfig& config, LinkFacts& facts) {
  const Address address{.prefix = seen.prefix,
                        .validSeconds = lifetime(seen.valid),
                        .preferredSeconds = lifetime(seen.preferred),
                        .noPrefixRoute = seen.noPrefixRoute};
  const IpFamily family = address.prefix.address.family();
  const bool linkLocal6 = family == IpFamily::V6 && address.prefix.address.isLinkLocal();
  if (family == IpFamily::V4) config.ipv4.enabled = true;
  if (address.validSeconds || linkLocal6) {
    observeDynamic(address, config, facts);
    return;
  }
  config.ip(family).addresses.push_back(
      {.prefix = address.prefix, .noPrefixRoute = address.noPrefixRoute});
}

}  // namespace

void observeKernel(const KernelTables& tables, ObservedState& state) {
  LinksByIndex byIndex;
  for (const auto& link : tables.links) byIndex.emplace(link.index, &link);
  const OvsInterfaces ovs = interfacesOf(state.config.ovs);
  for (const auto& link : tables.links) {
    if (belongsToOvsItself(link.name)) continue;
    const InterfaceName name{link.name};
    state.config.links.emplace(name, observeConfig(link, byIndex, ovs));
    state.facts.links.emplace(name, observeFacts(link));
  }
  for (const auto& address : tables.addresses) {
    const auto name = nameOf(byIndex, address.link);
    if (!name || !state.config.links.contains(*name)) continue;
    observeAddress(address, state.config.links.at(*name), state.facts.links.at(*name));
  }
  const auto linkName = [&](netlink::IfIndex index) { return nameOf(byIndex, index); };
  observeRoutes(tables.routes, linkName, state);
  observeRules(tables.rules, state);
}

}  // namespace pointsman::host
