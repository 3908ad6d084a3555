// SPDX-License-Identifier: Apache-2.0
// The rules are those by which ovnkube-node finds its gateway: nicstobridge.go and gateway_init.go
// of ovn-kubernetes. Each message says what it would do instead of working.
#include "plan/ovn_profile.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/str_cat.h"

namespace pointsman::plan {

namespace {

constexpr std::string_view kUplinkKey = "bridge-uplink";
// What a Geneve tunnel adds to a packet of the pods, over IPv4 and over IPv6.
constexpr std::uint32_t kTunnelHeader4 = 58;
constexpr std::uint32_t kTunnelHeader6 = 78;

// One run over one configuration; collects what is found.
class Profile {
 public:
  Profile(const HostConfig& config, const HostFacts& facts, const OvnKubernetesProfile& profile)
      : config_(config), facts_(facts), profile_(profile) {}

  Diagnostics check() {
    const auto bridge = config_.ovs.bridges.find(profile_.gatewayBridge);
    if (bridge == config_.ovs.bridges.end()) {
      error(strCat("there is no OVS bridge ", name()),
            strCat("describe an ovs-bridge ", name(), " and an ovs-interface of the same name"));
      return std::move(found_);
    }
    checkBridge(bridge->second);
    checkUplink(bridge->second);
    const auto link = config_.links.find(InterfaceName(name()));
    if (link == config_.links.end()) {
      error(strCat("the bridge ", name(), " has no internal port ", name(), " to hold addresses"),
            strCat("list ", name(), " among its ports and describe it as an ovs-interface"));
      return std::move(found_);
    }
    checkLink(link->second);
    checkDefaultRoutes(link->second);
    return std::move(found_);
  }

 private:
  [[nodiscard]] const std::string& name() const { return profile_.gatewayBridge.text; }
  void error(std::string message, std::string hint) {
    found_.push_back({.message = std::move(message), .hint = std::move(hint)});
  }
  void warning(std::string message, std::string hint) {
    found_.push_back(
        {.severity = Severity::Warning, .message = std::move(message), .hint = std::move(hint)});
  }

  void checkBridge(const OvsBridgeConfig& bridge) {
    if (bridge.failMode == "secure") {
      error(strCat("bridge ", name(),
                   ": fail-mode is secure, so nothing passes before "
                   "ovnkube-node has added its flows"),
            "set fail-mode to standalone, or leave it out");
    }
  }

  // ovnkube counts the interfaces whose type is literally "system"; a plain `ovs-vsctl add-port`
  // leaves the type empty, and then only bridge-uplink can tell.
  [[nodiscard]] bool isSpeltSystem(const InterfaceName& interface) const {
    const auto seen = facts_.ovs.interfaces.find(interface);
    return seen == facts_.ovs.interfaces.end() || seen->second.literalType == kOvsSystem;
  }

  void checkUplink(const OvsBridgeConfig& bridge) {
    std::vector<InterfaceName> uplinks;
    std::size_t spelt = 0;
    for (const auto& [portName, port] : bridge.ports) {
      for (const auto& [interface, row] : port.interfaces) {
        if (row.type != kOvsSystem) continue;
        uplinks.push_back(interface);
        if (isSpeltSystem(interface)) ++spelt;
        checkPortName(portName, port, interface);
      }
    }
    if (uplinks.empty()) {
      error(strCat("bridge ", name(), " has no uplink"), "add the NIC, bond or VLAN to its ports");
      return;
    }
    const auto named = bridge.externalIds.find(std::string(kUplinkKey));
    if (named != bridge.externalIds.end()) {
      checkNamedUplink(named->second, uplinks);
    } else if (uplinks.size() > 1) {
      error(strCat("bridge ", name(), " has several uplinks (", strJoin(uplinks, ", "),
                   ") and external_ids:", kUplinkKey, " does not say which one counts"),
            strCat("set ovs-db: {external_ids: {", kUplinkKey, ": ", uplinks.front(),
                   "}} on the bridge"));
    } else if (spelt == 0) {
      error(strCat("the type of ", uplinks.front(), " is empty in OVSDB and external_ids:",
                   kUplinkKey, " is not set, so ovnkube-node does not find the uplink"),
            strCat("set external_ids:", kUplinkKey, "=", uplinks.front(), " on bridge ", name()));
    }
  }

  void checkPortName(const PortName& portName, const OvsPortConfig& port,
                     const InterfaceName& interface) {
    if (port.isBond()) {
      if (port.interfaces.begin()->first != interface) return;  // said once a port
      error(strCat("port ", portName, " of ", name(),
                   " is an OVS bond, which ovnkube-node cannot use as "
                   "uplink"),
            "use a kernel bond (type: bond) and make that the port");
    } else if (portName.text != interface.text) {
      error(strCat("port ", portName, " of ", name(), " holds interface ", interface,
                   "; ovnkube-node looks for the interface by the port's name"),
            "give the port and its interface the same name");
    }
  }

  void checkNamedUplink(const std::string& named, const std::vector<InterfaceName>& uplinks) {
    if (std::ranges::find(uplinks, InterfaceName(named)) != uplinks.end()) return;
    error(strCat("bridge ", name(), ": external_ids:", kUplinkKey, " names ", named,
                 ", which is not one of its uplinks (", strJoin(uplinks, ", "), ")"),
          strCat("set it to ", uplinks.front()));
  }

  // Link-local addresses and OVN's own masquerade addresses do not make a node reachable.
  [[nodiscard]] static bool isUsable(const IpAddress& address) {
    static const IpPrefix kMasquerade6 = *IpPrefix::parse("fd69::/64");
    return !address.isLinkLocal() && !address.isLoopback() && !kMasquerade6.contains(address);
  }

  [[nodiscard]] bool hasUsableAddress(const LinkConfig& link, IpFamily family) const {
    const auto usable = [family](const Address& address) {
      return address.prefix.address.family() == family && isUsable(address.prefix.address);
    };
    if (std::ranges::any_of(link.ip(family).addresses, usable)) return true;
    const auto seen = facts_.links.find(InterfaceName(name()));
    return seen != facts_.links.end() && std::ranges::any_of(seen->second.dynamicAddresses, usable);
  }

  // An address is there, or on its way.
  [[nodiscard]] bool usesFamily(const LinkConfig& link, IpFamily family) const {
    return hasUsableAddress(link, family) || link.ip(family).automatic();
  }

  void checkLink(const LinkConfig& link) {
    if (!link.up) error(strCat(name(), " is down"), "say state: up for the ovs-interface");
    if (!link.mac) {
      error(strCat(name(), " has no MAC address; it becomes that of the gateway router"),
            "set mac-address or copy-mac-from");
    }
    const bool v4 = usesFamily(link, IpFamily::V4);
    const bool v6 = usesFamily(link, IpFamily::V6);
    if (!v4 && !v6) {
      error(strCat(name(), " has no usable address"),
            "give it a static address or turn dhcp on; link-local and masquerade addresses do not "
            "count");
    }
    const std::uint32_t needed = profile_.clusterMtu + (v6 ? kTunnelHeader6 : kTunnelHeader4);
    if (profile_.clusterMtu != 0 && link.mtu < needed) {
      error(strCat(name(), ": MTU ", link.mtu, " is too small for a cluster MTU of ",
                   profile_.clusterMtu, "; it must be at least ", needed),
            strCat("raise the MTU of the uplink and of ", name(), ", or lower the cluster's"));
    }
  }

  [[nodiscard]] std::set<InterfaceName> defaultRouteDevices(IpFamily family) const {
    std::set<InterfaceName> devices;
    const auto collect = [&](const Route& route) {
      if (route.destination.isDefault() && route.destination.address.family() == family &&
          route.table == kMainTable && route.device) {
        devices.insert(*route.device);
      }
    };
    std::ranges::for_each(config_.routes, collect);
    std::ranges::for_each(facts_.runningRoutes, collect);
    return devices;
  }

  void checkDefaultRoutes(const LinkConfig& link) {
    const InterfaceName own{name()};
    for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
      if (!usesFamily(link, family)) continue;
      const auto devices = defaultRouteDevices(family);
      const bool expected = link.ip(family).automatic() && link.ip(family).autoGateway;
      if (devices.contains(own) || expected) continue;
      warning(strCat("no ", family, " default route leaves by ", name(),
                     devices.empty() ? "" : strCat("; it leaves by ", strJoin(devices, ", "))),
              strCat("add a route with next-hop-interface: ", name(),
                     "; pods may not reach the outside "
                     "without it"));
    }
    const auto first = defaultRouteDevices(IpFamily::V4);
    const auto second = defaultRouteDevices(IpFamily::V6);
    if (!first.empty() && !second.empty() && first.contains(own) != second.contains(own)) {
      error(strCat("the default routes of IPv4 (", strJoin(first, ", "), ") and IPv6 (",
                   strJoin(second, ", "),
                   ") leave by different interfaces; ovnkube-node does not start so"),
            strCat("let both leave by ", name()));
    }
  }

  const HostConfig& config_;
  const HostFacts& facts_;
  const OvnKubernetesProfile& profile_;
  Diagnostics found_;
};

}  // namespace

Diagnostics checkOvnKubernetes(const HostConfig& config, const HostFacts& facts,
                               const OvnKubernetesProfile& profile) {
  return Profile(config, facts, profile).check();
}

}  // namespace pointsman::plan
