// SPDX-License-Identifier: Apache-2.0
#include "plan/testing/config_generator.h"

#include <algorithm>
#include <utility>

#include "base/str_cat.h"
#include "plan/address_list.h"
#include "plan/ovs_lookup.h"

namespace pointsman::plan {

namespace {

constexpr std::uint8_t kRouteProtocolDhcp = 16;

IpPrefix prefix(std::string_view text) { return IpPrefix::parse(text).value(); }
IpAddress ip(std::string_view text) { return IpAddress::parse(text).value(); }

const std::vector<std::uint32_t> kMtus = {1400, 1500, 9000};

bool mayHoldIp(const HostConfig& config, const InterfaceName& name) {
  const LinkConfig& link = config.links.at(name);
  if (link.controller) {
    return std::holds_alternative<VrfLink>(config.links.at(*link.controller).kind);
  }
  const OvsInterfaceConfig* interface = findInterface(config.ovs, name);
  return interface == nullptr || interface->type == kOvsInternal;
}

}  // namespace

HostConfig ConfigGenerator::hostConfig() {
  HostConfig config;
  for (unsigned number = 0; number < 4; ++number) {
    config.links.emplace(InterfaceName(strCat("eth", number)), makeLink(PhysicalLink{}));
  }
  addVirtualLinks(config);
  addBridges(config);
  addVlans(config);
  addControllers(config);
  settleLinks(config);
  addIp(config);
  addRoutes(config);
  addRest(config);
  return config;
}

HostFacts ConfigGenerator::factsOf(const HostConfig& config) {
  HostFacts facts;
  unsigned number = 0;
  for (const auto& [name, link] : config.links) {
    ++number;
    if (!link.up || !link.ipv4.dhcp) continue;
    const Address lease{.prefix = prefix(strCat("172.16.", number, ".7/24")), .validSeconds = 3600};
    facts.links[name].dynamicAddresses.push_back(lease);
    facts.runningRoutes.push_back({.destination = prefix("0.0.0.0/0"),
                                   .device = name,
                                   .gateway = ip(strCat("172.16.", number, ".1")),
                                   .metric = 100 + number,
                                   .protocol = kRouteProtocolDhcp});
  }
  return facts;
}

HostConfig ConfigGenerator::canonical(HostConfig config) {
  for (auto& [name, link] : config.links) {
    std::ranges::sort(link.ipv6.addresses, {}, &Address::prefix);
    const auto primaries = primariesOf(link.ipv4.addresses);
    std::ranges::sort(link.ipv4.addresses, {}, [&](const Address& address) {
      const bool primary = primaries.at(address.prefix.network()) == address.prefix;
      return std::pair(!primary, address.prefix);
    });
  }
  return config;
}

LinkConfig ConfigGenerator::makeLink(LinkKind kind) {
  LinkConfig link{.kind = std::move(kind), .up = !chance(4), .mac = makeMac(), .mtu = oneOf(kMtus)};
  link.acceptAllMac = chance(8);
  return link;
}

MacAddress ConfigGenerator::makeMac() {
  return MacAddress({0x02, 0, 0, 0, 0, static_cast<std::uint8_t>(below(20))});
}

void ConfigGenerator::addVirtualLinks(HostConfig& config) {
  auto& links = config.links;
  if (chance(2)) {
    // One of two peers, so that pairs are taken apart.
    const InterfaceName peer(chance(2) ? "veth1" : "veth2");
    links.emplace(InterfaceName("veth0"), makeLink(VethLink{peer}));
    links.emplace(peer, makeLink(VethLink{InterfaceName("veth0")}));
  }
  if (chance(2)) {
    BondLink bond{.mode = chance(2) ? "active-backup" : "802.3ad"};
    if (chance(2)) bond.options.emplace("miimon", strCat(100 * (1 + below(2))));
    if (chance(3)) bond.options.emplace("lacp_rate", chance(2) ? "slow" : "fast");
    links.emplace(InterfaceName("bond0"), makeLink(bond));
  }
  if (chance(2)) {
    LinuxBridgeLink bridge;
    if (chance(2)) bridge.options.emplace("stp.enabled", chance(2) ? "true" : "false");
    links.emplace(InterfaceName("lbr0"), makeLink(bridge));
  }
  if (chance(3)) links.emplace(InterfaceName("vrf0"), makeLink(VrfLink{100 + below(2)}));
  // A name that is one thing here and another there.
  if (chance(4)) links.emplace(InterfaceName("x0"), makeLink(DummyLink{}));
  if (!links.contains(InterfaceName("x0")) && chance(4)) {
    links.emplace(InterfaceName("x0"), makeLink(LinuxBridgeLink{}));
  }
}

void ConfigGenerator::addBridges(HostConfig& config) {
  for (const auto* text : {"br-ex", "br1"}) {
    if (chance(3)) continue;
    const BridgeName name(text);
    OvsBridgeConfig bridge{.datapathType = chance(5) ? "netdev" : "", .mcastSnooping = chance(2)};
    if (chance(3)) bridge.failMode = chance(2) ? "secure" : "standalone";
    if (chance(2)) bridge.externalIds.emplace("note", strCat(below(3)));
    if (chance(2)) bridge.otherConfig.emplace("hwaddr", toLowerString(makeMac()));
    addBridgePorts(config, name, bridge);
    config.ovs.bridges.emplace(name, bridge);
  }
}

void ConfigGenerator::addBridgePorts(HostConfig& config, const BridgeName& name,
                                     OvsBridgeConfig& bridge) {
  const auto internal = [&](const std::string& text) {
    OvsInterfaceConfig interface { .type = std::string(kOvsInternal) };
    if (chance(3)) interface.mtuRequest = oneOf(kMtus);
    if (text != name.text && chance(3)) interface.mac = makeMac();
    OvsPortConfig port;
    if (chance(3)) port.vlan.tag = static_cast<VlanId>(10 + below(3));
    port.interfaces.emplace(InterfaceName(text), interface);
    bridge.ports.emplace(PortName(text), port);
    config.links.emplace(InterfaceName(text), makeLink(OvsInternalLink{}));
  };
  internal(name.text);
  if (!config.links.contains(InterfaceName("int0")) && chance(3)) internal("int0");
  if (!config.links.contains(InterfaceName("x0")) && chance(3)) internal("x0");
  std::vector<InterfaceName> free = freeLinks(config);
  std::ranges::shuffle(free, random_);
  if (!free.empty() && chance(2)) {
    OvsPortConfig port;
    if (chance(4)) port.vlan = {.mode = VlanMode::Trunk, .trunks = {}};
    OvsInterfaceConfig system;
    if (chance(4)) system.mtuRequest = oneOf(kMtus);
    port.interfaces.emplace(free.back(), system);
    bridge.ports.emplace(PortName(free.back().text), port);
    free.pop_back();
  }
  if (free.size() >= 2 && chance(4)) {
    OvsPortConfig port{.bondMode = "balance-slb", .lacp = "off"};
    for (std::size_t count = std::min<std::size_t>(free.size(), 2 + below(2)); count > 0; --count) {
      port.interfaces.emplace(free.back(), OvsInterfaceConfig{});
      free.pop_back();
    }
    bridge.ports.emplace(PortName("ovs-bond"), port);
  }
  if (chance(4)) {
    const std::string patch = strCat("patch-", name);
    OvsPortConfig port;
    port.interfaces.emplace(
        InterfaceName(patch),
        OvsInterfaceConfig{.type = std::string(kOvsPatch), .options = {{"peer", "elsewhere"}}});
    bridge.ports.emplace(PortName(patch), port);
  }
  // ovs-bond is one port of the whole database.
  for (const auto& [otherName, other] : config.ovs.bridges) {
    if (!other.ports.contains(PortName("ovs-bond"))) continue;
    bridge.ports.erase(PortName("ovs-bond"));
  }
}

std::vector<InterfaceName> ConfigGenerator::freeLinks(const HostConfig& config) {
  std::vector<InterfaceName> free;
  for (const auto& [name, link] : config.links) {
    const bool fits =
        typeOf(link.kind) == InterfaceType::Ethernet || typeOf(link.kind) == InterfaceType::Veth ||
        typeOf(link.kind) == InterfaceType::Bond || typeOf(link.kind) == InterfaceType::Vlan;
    const bool taken = link.controller || bridgeHolding(config.ovs, name) != nullptr;
    if (fits && !taken) free.push_back(name);
  }
  return free;
}

void ConfigGenerator::addVlans(HostConfig& config) {
  for (const auto* text : {"vlan-a", "vlan-b", "vlan-c"}) {
    if (chance(2)) continue;
    std::vector<InterfaceName> bases;
    for (const auto& [name, link] : config.links) {
      if (typeOf(link.kind) != InterfaceType::Vrf) bases.push_back(name);
    }
    VlanLink vlan{.base = oneOf(bases), .id = static_cast<VlanId>(10 + below(2))};
    vlan.looseBinding = chance(6);
    // The kernel has one VLAN of an id on a base.
    const bool taken = std::ranges::any_of(config.links, [&](const auto& entry) {
      const auto* other = std::get_if<VlanLink>(&entry.second.kind);
      return other != nullptr && other->base == vlan.base && other->id == vlan.id;
    });
    if (taken) continue;
    const InterfaceName name(text);
    config.links.emplace(name, makeLink(vlan));
    const auto bridge = config.ovs.bridges.find(BridgeName("br1"));
    if (bridge != config.ovs.bridges.end() && chance(3)) {
      OvsPortConfig port;
      port.interfaces.emplace(name, OvsInterfaceConfig{});
      bridge->second.ports.emplace(PortName(text), port);
    }
  }
}

void ConfigGenerator::addControllers(HostConfig& config) {
  for (auto& [name, link] : config.links) {
    const InterfaceType type = typeOf(link.kind);
    const bool fits = type == InterfaceType::Ethernet || type == InterfaceType::Veth ||
                      type == InterfaceType::Vlan;
    if (!fits || chance(2) || bridgeHolding(config.ovs, name) != nullptr) continue;
    const InterfaceName controller(oneOf(std::vector<std::string>{"bond0", "lbr0", "vrf0"}));
    const auto found = config.links.find(controller);
    // A VLAN may stand on the controller it would join.
    if (found == config.links.end() || baseOf(link.kind) || chance(5)) continue;
    link.controller = controller;
    if (controller.text == "lbr0" && chance(2)) link.bridgePort = BridgePort{.hairpin = chance(2)};
    if (controller.text == "bond0" && chance(2)) link.bondPort = BondPort{.queueId = 3};
  }
}

// Makes what was rolled separately agree: a VLAN is not larger than its base nor up without it, and
// a link has what the database orders.
void ConfigGenerator::settleLinks(HostConfig& config) {
  for (auto& [name, link] : config.links) {
    if (const auto mac = orderedMac(config.ovs, name)) link.mac = mac;
    if (const auto mtu = orderedMtu(config.ovs, name)) link.mtu = *mtu;
  }
  // Three rounds: VLANs stand at most three high.
  for (int round = 0; round < 3; ++round) {
    for (auto& [name, link] : config.links) {
      const auto* vlan = std::get_if<VlanLink>(&link.kind);
      if (vlan == nullptr) continue;
      const LinkConfig& base = config.links.at(vlan->base);
      link.mtu = std::min(link.mtu, base.mtu);
      if (!vlan->looseBinding) link.up = link.up && base.up;
    }
  }
  unsigned number = 0;
  for (auto& [name, link] : config.links) {
    if (chance(5)) link.altNames.insert(strCat("alt", number++ % 3));
    if (number > 3) link.altNames.clear();
  }
}

void ConfigGenerator::addIp(HostConfig& config) {
  unsigned number = 0;
  for (auto& [name, link] : config.links) {
    ++number;
    link.ipv6.enabled = chance(2);
    if (!mayHoldIp(config, name)) continue;
    addAddresses(link, number);
    if (link.up && chance(4)) {
      link.ipv4.dhcp = true;
      if (chance(2)) link.ipv4.autoRouteMetric = 48;
    }
    if (link.ipv6.enabled && chance(4)) link.ipv6.autoconf = true;
    link.ipv4.enabled = link.ipv4.dhcp || !link.ipv4.addresses.empty();
  }
}

void ConfigGenerator::addAddresses(LinkConfig& link, unsigned number) {
  std::vector<std::string> texts = {"10.0.1.2/24", "10.0.1.3/24", "10.0.2.2/24",
                                    strCat("10.1.", number, ".2/24")};
  std::ranges::shuffle(texts, random_);
  texts.resize(below(4));
  for (const std::string& text : texts) link.ipv4.addresses.push_back({.prefix = prefix(text)});
  // A link that is down has lost its IPv6 addresses.
  if (!link.ipv6.enabled || !link.up) return;
  std::vector<std::string> six = {"2001:db8:1::2/64", "2001:db8:2::2/64", "2001:db8:1::3/64"};
  std::ranges::shuffle(six, random_);
  six.resize(below(3));
  for (const std::string& text : six) {
    link.ipv6.addresses.push_back({.prefix = prefix(text), .noPrefixRoute = chance(4)});
  }
}

void ConfigGenerator::addRoutes(HostConfig& config) {
  for (const auto& [name, link] : config.links) {
    if (!link.up || link.ipv4.addresses.empty() || chance(2)) continue;
    const IpPrefix network = link.ipv4.addresses.front().prefix.network();
    const IpAddress gateway =
        ip(strCat(toString(network.address).substr(0, toString(network.address).rfind('.')), ".1"));
    Route route{.destination = prefix(chance(2) ? "0.0.0.0/0" : "198.51.100.0/24"),
                .device = name,
                .gateway = gateway,
                .metric = below(2) * 48};
    if (chance(3)) route.source = link.ipv4.addresses.front().prefix.address;
    if (chance(4)) route.table = 100;
    config.routes.insert(route);
    if (chance(3)) {
      config.routes.insert({.destination = prefix("203.0.113.1/32"), .device = name});
      config.routes.insert(
          {.destination = prefix("192.0.2.0/24"), .device = name, .gateway = ip("203.0.113.1")});
    }
    if (!link.ipv6.addresses.empty() && chance(2)) {
      config.routes.insert({.destination = prefix("2001:db8:f::/48"),
                            .device = name,
                            .gateway = ip("fe80::1"),
                            .metric = kDefaultIpv6Metric});
    }
  }
  if (chance(3)) {
    config.routes.insert({.destination = prefix("192.0.2.128/25"), .type = RouteType::Blackhole});
  }
}

void ConfigGenerator::addRest(HostConfig& config) {
  if (chance(2)) config.rules.insert({.priority = 30000 + below(3), .table = 100});
  if (chance(2)) {
    config.rules.insert({.priority = 30000, .from = prefix("10.0.1.0/24"), .table = 100});
  }
  if (chance(2)) config.resolver.servers = {strCat("192.0.2.", 1 + below(2))};
  config.hostname = strCat("node", below(2));
  if (chance(2)) config.ovs.externalIds.emplace("ovn-bridge-mappings", "physnet:br-ex");
  if (chance(2)) config.ovs.externalIds.emplace("system-id", strCat(below(2)));
  if (chance(2)) config.ovs.otherConfig.emplace("max-idle", strCat(1000 * below(3)));
}

}  // namespace pointsman::plan
