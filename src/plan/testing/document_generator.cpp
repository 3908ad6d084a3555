// SPDX-License-Identifier: Apache-2.0
#include "plan/testing/document_generator.h"

#include <algorithm>

#include "base/str_cat.h"
#include "plan/testing/builders.h"

namespace pointsman::plan {

DesiredState DocumentGenerator::document() {
  DesiredState document;
  if (random_.chance(2)) addBridge(document);
  if (random_.chance(2)) addNic(document);
  if (random_.chance(3)) addVlan(document);
  if (random_.chance(3)) addBond(document);
  if (random_.chance(3)) addLinuxBridge(document);
  if (random_.chance(4)) addVeth(document);
  if (random_.chance(3)) removeSomething(document);
  if (random_.chance(2)) addRoutes(document);
  if (random_.chance(2)) addGlobals(document);
  return document;
}

void DocumentGenerator::add(DesiredState& document, DesiredInterface entry) {
  const bool there = std::ranges::any_of(document.interfaces, [&](const DesiredInterface& other) {
    return other.name == entry.name && other.type == entry.type;
  });
  if (!there) document.interfaces.push_back(std::move(entry));
}

// Links that nobody else in the document uses as a port.
std::vector<InterfaceName> DocumentGenerator::someNics() {
  std::vector<InterfaceName> nics;
  for (int number = 0; number < 4; ++number) {
    const InterfaceName name(strCat("eth", number));
    if (random_.chance(3) && used_.insert(name).second) nics.push_back(name);
  }
  return nics;
}

DesiredIp DocumentGenerator::makeIp(IpFamily family) {
  if (random_.chance(3)) return noIp();
  if (random_.chance(4)) return dhcp();
  DesiredIp ip{.enabled = true};
  if (random_.chance(2)) ip.dhcp = false;
  if (random_.chance(4)) return ip;
  ip.addresses = std::vector<IpPrefix>{};
  const std::vector<std::string> texts =
      family == IpFamily::V4
          ? std::vector<std::string>{"10.0.1.2/24", "10.0.1.3/24", "10.0.2.2/24", "10.9.9.9/16"}
          : std::vector<std::string>{"2001:db8:1::2/64", "2001:db8:7::2/64", "2001:db8:1::3/64"};
  for (const std::string& text : texts) {
    if (random_.chance(2)) ip.addresses->push_back(prefix(text));
  }
  return ip;
}

void DocumentGenerator::addIp(DesiredInterface& entry) {
  if (random_.chance(2)) entry.ipv4 = makeIp(IpFamily::V4);
  if (random_.chance(3)) entry.ipv6 = makeIp(IpFamily::V6);
}

void DocumentGenerator::addBridge(DesiredState& document) {
  const std::string name = random_.oneOf(std::vector<std::string>{"br-ex", "br1", "br2"});
  DesiredInterface entry{.name = name, .type = InterfaceType::OvsBridge};
  DesiredOvsBridge section;
  if (random_.chance(2)) section.mcastSnooping = random_.chance(2);
  if (random_.chance(4)) section.failMode = "secure";
  if (random_.chance(4)) section.failMode = Clear{};
  if (random_.chance(3)) entry.ovsMaps.externalIds = StringMap{{"purpose", "test"}};
  if (!random_.chance(3)) {
    section.ports = std::vector<DesiredOvsPort>{{.name = PortName(name)}};
    for (const InterfaceName& nic : someNics()) {
      DesiredOvsPort port{.name = PortName(nic.text)};
      if (random_.chance(3)) port.vlan = DesiredPortVlan{.mode = VlanMode::Access, .tag = 7};
      if (random_.chance(4)) port.vlan = Clear{};
      section.ports->push_back(port);
    }
    if (random_.chance(4)) section.ports->push_back({.name = PortName("int1")});
    if (random_.chance(4)) section.ports->push_back({.name = PortName("int0")});
    if (const auto members = someNics(); members.size() >= 2) {
      section.ports->push_back(
          {.name = PortName("ovs-bond"),
           .bond = DesiredOvsBond{.mode = "active-backup", .members = members}});
    }
  }
  entry.kind = section;
  add(document, entry);
  if (random_.chance(2)) return;
  DesiredInterface local{.name = name, .type = InterfaceType::OvsInterface};
  if (random_.chance(3)) local.mtu = 1400;
  if (random_.chance(3)) local.copyMacFrom = InterfaceName("eth0");
  addIp(local);
  add(document, local);
}

void DocumentGenerator::addNic(DesiredState& document) {
  const std::string name = strCat("eth", random_.below(4));
  DesiredInterface entry{.name = name, .type = InterfaceType::Ethernet};
  if (random_.chance(3)) entry.mtu = random_.chance(2) ? 1500 : 9000;
  if (random_.chance(4)) entry.mac = mac("02:00:00:00:00:66");
  if (random_.chance(8)) entry.state = InterfaceState::Down;
  if (random_.chance(5)) entry.altNames.push_back({.name = "uplink0"});
  if (used_.contains(InterfaceName(name)) || random_.chance(3)) {
    entry.ipv4 = noIp();
    entry.ipv6 = noIp();
  } else {
    addIp(entry);
  }
  if (random_.chance(8)) entry.controller = Clear{};
  add(document, entry);
}

void DocumentGenerator::addVlan(DesiredState& document) {
  DesiredInterface entry{.name = random_.chance(2) ? "vlan-a" : "vlan-z",
                         .type = InterfaceType::Vlan};
  entry.kind = DesiredVlan{.base = InterfaceName(random_.chance(3) ? "br-ex" : "eth1"),
                           .id = static_cast<VlanId>(40 + random_.below(2))};
  if (random_.chance(3)) entry.mtu = 1400;
  addIp(entry);
  add(document, entry);
}

void DocumentGenerator::addBond(DesiredState& document) {
  DesiredInterface entry{.name = "bond0", .type = InterfaceType::Bond};
  DesiredBond bond{.mode = random_.chance(2) ? "active-backup" : "802.3ad"};
  if (random_.chance(2)) bond.options.emplace("miimon", "140");
  if (random_.chance(2)) bond.ports = someNics();
  entry.kind = bond;
  if (random_.chance(3)) entry.mtu = 9000;
  addIp(entry);
  add(document, entry);
}

void DocumentGenerator::addLinuxBridge(DesiredState& document) {
  DesiredInterface entry{.name = "lbr0", .type = InterfaceType::LinuxBridge};
  DesiredLinuxBridge bridge;
  if (random_.chance(2)) bridge.options.emplace("stp.enabled", "true");
  if (random_.chance(2)) {
    bridge.ports = std::vector<DesiredLinuxBridgePort>{};
    for (const InterfaceName& nic : someNics()) bridge.ports->push_back({.name = nic});
  }
  entry.kind = bridge;
  addIp(entry);
  add(document, entry);
}

void DocumentGenerator::addVeth(DesiredState& document) {
  DesiredInterface entry{.name = "veth0", .type = InterfaceType::Veth};
  entry.kind = DesiredVeth{InterfaceName(random_.chance(2) ? "veth1" : "veth3")};
  addIp(entry);
  add(document, entry);
}

void DocumentGenerator::removeSomething(DesiredState& document) {
  const std::string name = random_.oneOf(std::vector<std::string>{
      "br-ex", "br1", "bond0", "lbr0", "vlan-a", "vlan-b", "veth0", "x0", "int0", "eth2"});
  const bool mentioned = std::ranges::any_of(
      document.interfaces, [&](const DesiredInterface& entry) { return entry.name == name; });
  if (!mentioned) document.interfaces.push_back(absent(name.c_str()));
}

void DocumentGenerator::addRoutes(DesiredState& document) {
  std::vector<InterfaceName> devices;
  for (const auto& [name, link] : host_.config.links) {
    if (link.up && !link.ipv4.addresses.empty()) devices.push_back(name);
  }
  if (!devices.empty() && random_.chance(2)) {
    const InterfaceName& device = random_.oneOf(devices);
    DesiredRoute route{.destination = prefix("198.18.0.0/15"), .device = device};
    if (random_.chance(2)) route.metric = 77;
    document.routes.push_back(route);
  }
  if (random_.chance(3)) {
    document.routes.push_back({.absent = true, .destination = prefix("0.0.0.0/0")});
  }
  if (random_.chance(3)) {
    document.rules.push_back({.from = prefix("10.0.1.0/24"), .table = 100});
  }
  if (random_.chance(4)) document.rules.push_back({.absent = true, .table = 100});
}

void DocumentGenerator::addGlobals(DesiredState& document) {
  if (random_.chance(2)) {
    DesiredGlobalMap keys;
    keys.keys.emplace("max-idle",
                      random_.chance(2) ? std::optional<std::string>("5000") : std::nullopt);
    document.ovsDb = DesiredOvsDb{.otherConfig = keys};
  }
  if (random_.chance(2) && host_.config.ovs.bridges.contains(BridgeName("br1"))) {
    document.bridgeMappings.push_back({.localnet = "tenant", .bridge = BridgeName("br1")});
  }
  if (random_.chance(4)) document.bridgeMappings.push_back({.localnet = "physnet", .absent = true});
  if (random_.chance(3)) document.resolver = DesiredResolver{.servers = {{"192.0.2.53"}}};
  if (random_.chance(3)) document.hostname.running = "node7";
}

}  // namespace pointsman::plan
