// SPDX-License-Identifier: Apache-2.0
#include "picture/testing/host_sketch.h"

#include <cstdlib>
#include <utility>

namespace pointsman::picture {
namespace {

Address addressOf(std::string_view prefix) { return {.prefix = IpPrefix::parse(prefix).value()}; }

}  // namespace

HostSketch::HostSketch(std::string_view hostname) {
  state_.config.hostname = hostname;
  state_.facts.ovs.available = true;
  state_.facts.ovs.version = "3.1.0";
  state_.facts.ovs.remote = "unix:/run/openvswitch/db.sock";
  auto& loopback = link("lo", LoopbackLink{});
  loopback.mtu = 65536;
  loopback.mac.reset();
  address("lo", "127.0.0.1/8");
}

LinkConfig& HostSketch::link(std::string_view name, LinkKind kind) {
  const InterfaceName key(name);
  ++links_;
  LinkConfig& config = state_.config.links[key];
  config.kind = std::move(kind);
  config.up = true;
  config.mac = MacAddress({0x52, 0x54, 0x00, 0x12, 0x34, links_});
  LinkFacts& facts = state_.facts.links[key];
  facts.index = links_;
  facts.operState = "up";
  facts.carrier = true;
  if (std::holds_alternative<PhysicalLink>(config.kind)) facts.driver = "ice";
  return config;
}

LinkFacts& HostSketch::factsOf(std::string_view name) {
  return state_.facts.links[InterfaceName(name)];
}

void HostSketch::address(std::string_view link, std::string_view prefix) {
  const Address address = addressOf(prefix);
  IpConfig& ip = state_.config.links[InterfaceName(link)].ip(address.prefix.address.family());
  ip.enabled = true;
  ip.addresses.push_back(address);
}

void HostSketch::lease(std::string_view link, std::string_view prefix) {
  Address address = addressOf(prefix);
  address.validSeconds = 3600;
  address.preferredSeconds = 3600;
  IpConfig& ip = state_.config.links[InterfaceName(link)].ip(address.prefix.address.family());
  ip.enabled = true;
  ip.dhcp = true;
  factsOf(link).dynamicAddresses.push_back(address);
}

void HostSketch::defaultRoute(std::string_view link, std::string_view gateway,
                              std::uint32_t metric) {
  const IpAddress address = IpAddress::parse(gateway).value();
  state_.config.routes.insert({.destination = {IpAddress::any(address.family()), 0},
                               .device = InterfaceName(link),
                               .gateway = address,
                               .metric = metric});
}

OvsBridgeConfig& HostSketch::bridge(std::string_view name) {
  return state_.config.ovs.bridges[BridgeName(name)];
}

void HostSketch::numberPort(std::string_view bridgeName, std::string_view name) {
  const std::int64_t next = ++portsOf_[std::string(bridgeName)];
  state_.facts.ovs.interfaces[InterfaceName(name)].ofport = name == bridgeName ? 65534 : next;
}

OvsPortConfig& HostSketch::port(std::string_view bridgeName, std::string_view name,
                                std::string_view type) {
  numberPort(bridgeName, name);
  OvsPortConfig& port = bridge(bridgeName).ports[PortName(name)];
  port.interfaces[InterfaceName(name)].type = type;
  return port;
}

OvsPortConfig& HostSketch::internalPort(std::string_view bridgeName, std::string_view name) {
  link(name, OvsInternalLink{});
  return port(bridgeName, name, kOvsInternal);
}

OvsPortConfig& HostSketch::bond(std::string_view bridgeName, std::string_view name,
                                std::initializer_list<std::string_view> members) {
  OvsPortConfig& port = bridge(bridgeName).ports[PortName(name)];
  port.bondMode = "active-backup";
  for (const std::string_view member : members) {
    port.interfaces[InterfaceName(member)].type = kOvsSystem;
    numberPort(bridgeName, member);
  }
  return port;
}

void HostSketch::patchPair(std::string_view bridgeName, std::string_view portName,
                           std::string_view otherBridge, std::string_view otherPort) {
  port(bridgeName, portName, kOvsPatch);
  port(otherBridge, otherPort, kOvsPatch);
  interfaceOf(portName).options["peer"] = otherPort;
  interfaceOf(otherPort).options["peer"] = portName;
}

OvsInterfaceConfig& HostSketch::interfaceOf(std::string_view name) {
  const InterfaceName key(name);
  for (auto& [bridgeName, bridgeConfig] : state_.config.ovs.bridges) {
    for (auto& [portName, port] : bridgeConfig.ports) {
      const auto found = port.interfaces.find(key);
      if (found != port.interfaces.end()) return found->second;
    }
  }
  std::abort();  // a sample names a port that it did not add
}

OvsInterfaceFacts& HostSketch::ovsFactsOf(std::string_view name) {
  return state_.facts.ovs.interfaces[InterfaceName(name)];
}

StringMap ourMark() { return {{std::string(kOwnerKey), "1"}}; }

}  // namespace pointsman::picture
