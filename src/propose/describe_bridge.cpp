// SPDX-License-Identifier: Apache-2.0
#include "propose/describe_bridge.h"

#include <algorithm>
#include <vector>

#include "propose/describe_ip.h"

namespace pointsman::propose {

namespace {

bool isPatch(const OvsPortConfig& port) {
  return std::ranges::any_of(port.interfaces,
                             [](const auto& row) { return row.second.type == kOvsPatch; });
}

Wish<DesiredPortVlan> describeVlan(const OvsPortVlan& vlan) {
  if (vlan == OvsPortVlan{}) return Keep{};
  DesiredPortVlan wish{.mode = vlan.effectiveMode(), .tag = vlan.tag};
  if (!vlan.trunks.empty()) wish.trunks = vlan.trunks;
  if (wish.mode == VlanMode::NativeUntagged) {
    wish.mode = VlanMode::Trunk;
    wish.enableNative = true;
  }
  return wish;
}

std::optional<DesiredOvsBond> describeBond(const OvsPortConfig& port) {
  if (!port.isBond()) return std::nullopt;
  DesiredOvsBond wish;
  wish.members.emplace();
  for (const auto& [name, row] : port.interfaces) wish.members->push_back(name);
  wish.mode = port.bondMode;
  if (port.lacp == "active" && (!port.bondMode || *port.bondMode == "balance-tcp")) {
    wish.mode = "lacp";
  }
  if (port.bondUpdelay != 0) wish.updelay = port.bondUpdelay;
  if (port.bondDowndelay != 0) wish.downdelay = port.bondDowndelay;
  return wish;
}

const OvsBridgeConfig* findBridge(const ObservedState& host, const BridgeName& name) {
  const auto found = host.config.ovs.bridges.find(name);
  return found == host.config.ovs.bridges.end() ? nullptr : &found->second;
}

void addMissing(std::vector<DesiredOvsPort>& ports, std::string_view name) {
  const auto holds = [&](const DesiredOvsPort& port) {
    if (port.name.text == name) return true;
    return port.bond && port.bond->members &&
           std::ranges::find(*port.bond->members, InterfaceName(name)) != port.bond->members->end();
  };
  if (std::ranges::none_of(ports, holds)) ports.push_back({.name = PortName(name)});
}

// An existing bridge keeps what it has. Multicast snooping is on in a new one, as OpenShift
// documents it for br-ex.
DesiredOvsBridge describeSettings(const OvsBridgeConfig* existing) {
  DesiredOvsBridge wish{.allowExtraPatchPorts = true, .mcastSnooping = true};
  if (existing == nullptr) return wish;
  wish.mcastSnooping = existing->mcastSnooping;
  if (existing->stp) wish.stp = true;
  if (existing->rstp) wish.rstp = true;
  if (existing->failMode) wish.failMode = *existing->failMode;
  if (!existing->datapathType.empty()) wish.datapath = existing->datapathType;
  if (!existing->controllers.empty()) wish.controllers = existing->controllers;
  if (!existing->protocols.empty()) wish.protocols = existing->protocols;
  return wish;
}

// The MAC address that the bridge has stays: OVN-Kubernetes gives it to the gateway router.
void describeMac(const ObservedState& host, const LinkConfig& local,
                 const std::optional<InterfaceName>& uplink, DesiredInterface& wish) {
  const auto link = uplink ? host.config.links.find(*uplink) : host.config.links.end();
  if (link != host.config.links.end() && link->second.mac == local.mac) {
    wish.copyMacFrom = uplink;
  } else {
    wish.mac = local.mac;
  }
}

}  // namespace

DesiredInterface describeBridge(const ObservedState& host, const BridgeName& bridge,
                                const std::optional<InterfaceName>& uplink) {
  const OvsBridgeConfig* existing = findBridge(host, bridge);
  DesiredOvsBridge settings = describeSettings(existing);
  std::vector<DesiredOvsPort>& ports = settings.ports.emplace();
  if (existing != nullptr) {
    for (const auto& [name, port] : existing->ports) {
      if (isPatch(port)) continue;
      ports.push_back({.name = name, .vlan = describeVlan(port.vlan), .bond = describeBond(port)});
    }
  }
  if (uplink) addMissing(ports, uplink->text);
  addMissing(ports, bridge.text);
  return {.name = bridge.text, .type = InterfaceType::OvsBridge, .kind = std::move(settings)};
}

DesiredInterface describeNewLocalPort(const ObservedState& host, const BridgeName& bridge,
                                      const InterfaceName& uplink, std::uint32_t metric) {
  return {.name = bridge.text,
          .type = InterfaceType::OvsInterface,
          .copyMacFrom = uplink,
          .mtu = host.config.links.at(uplink).mtu,
          .ipv4 = describeIp(host, uplink, IpFamily::V4, metric),
          .ipv6 = describeIp(host, uplink, IpFamily::V6, metric),
          .waitIp = describeWait(host, uplink)};
}

DesiredInterface describeLocalPort(const ObservedState& host, const BridgeName& bridge,
                                   const std::optional<InterfaceName>& uplink) {
  const InterfaceName local{bridge.text};
  DesiredInterface wish{.name = bridge.text, .type = InterfaceType::OvsInterface};
  const auto link = host.config.links.find(local);
  if (link == host.config.links.end()) return wish;
  describeMac(host, link->second, uplink, wish);
  wish.mtu = link->second.mtu;
  wish.ipv4 = describeIp(host, local, IpFamily::V4, std::nullopt);
  wish.ipv6 = describeIp(host, local, IpFamily::V6, std::nullopt);
  wish.waitIp = describeWait(host, local);
  return wish;
}

}  // namespace pointsman::propose
