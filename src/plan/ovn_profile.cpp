// SPDX-License-Identifier: Apache-2.0
#include "plan/ovn_profile.h"

#include <algorithm>
#include <set>

#include "base/str_cat.h"
#include "plan/findings.h"

namespace pointsman::plan {

namespace {

constexpr std::uint32_t kGeneveOverIpv4 = 58;
constexpr std::uint32_t kGeneveOverIpv6 = 78;

// Addresses that OVN-Kubernetes keeps for itself and does not take for the node's.
bool isReservedForOvn(const IpAddress& address) {
  static const auto kReserved = {IpPrefix::parse("169.254.0.0/16"), IpPrefix::parse("fd69::/112"),
                                 IpPrefix::parse("100.64.0.0/16"),  IpPrefix::parse("fd98::/64"),
                                 IpPrefix::parse("100.88.0.0/16"),  IpPrefix::parse("fd97::/64")};
  return std::ranges::any_of(
      kReserved, [&](const auto& prefix) { return prefix && prefix->contains(address); });
}

class ProfileCheck {
 public:
  ProfileCheck(const HostConfig& config, const HostFacts& facts,
               const OvnKubernetesProfile& profile)
      : config_(config), facts_(facts), profile_(profile), name_(profile.gatewayBridge.text) {}

  Diagnostics run() {
    const auto bridge = config_.ovs.bridges.find(profile_.gatewayBridge);
    if (bridge == config_.ovs.bridges.end()) {
      findings_.error(name_,
                      strCat("OVN-Kubernetes needs an ovs-bridge ", name_, ", there is none"),
                      "add it, or name another bridge");
      return std::move(findings_).take();
    }
    checkUplink(bridge->second);
    checkFailMode(bridge->second);
    const auto link = config_.links.find(InterfaceName(name_));
    if (link == config_.links.end()) {
      findings_.error(name_, strCat("bridge ", name_, " has no internal port of its name"),
                      strCat("add an ovs-interface ", name_, " to its ports"));
      return std::move(findings_).take();
    }
    checkAddresses(link->second);
    checkDefaultRoutes();
    checkMac(bridge->second, link->second);
    checkMtu(link->second);
    return std::move(findings_).take();
  }

 private:
  // ovnkube counts interfaces whose type is spelt "system"; exactly one names the uplink. Else it
  // asks external_ids:bridge-uplink.
  void checkUplink(const OvsBridgeConfig& bridge) {
    std::vector<std::pair<PortName, InterfaceName>> counted;
    std::vector<InterfaceName> unspelt;
    for (const auto& [portName, port] : bridge.ports) {
      for (const auto& [name, row] : port.interfaces) {
        if (row.type != kOvsSystem) continue;
        const auto facts = facts_.ovs.interfaces.find(name);
        const bool empty =
            facts != facts_.ovs.interfaces.end() && facts->second.literalType.empty();
        if (empty) {
          unspelt.push_back(name);
        } else {
          counted.emplace_back(portName, name);
        }
      }
    }
    const auto named = bridge.externalIds.find("bridge-uplink");
    const std::string uplink = named == bridge.externalIds.end() ? "" : named->second;
    if (counted.size() == 1) {
      checkPortName(counted.front().first, counted.front().second);
      return;
    }
    if (counted.empty() && unspelt.empty()) {
      findings_.error(name_, strCat("bridge ", name_, " has no uplink"),
                      "add the NIC to its ports; only a gateway in local mode may go without");
    } else if (uplink.empty()) {
      findings_.error(name_,
                      strCat("bridge ", name_, " has ", counted.size(),
                             " interfaces of type 'system', so OVN-Kubernetes cannot tell its "
                             "uplink"),
                      "set external_ids:bridge-uplink of the bridge to the uplink's name");
    } else if (findInterface(config_.ovs, InterfaceName(uplink)) == nullptr) {
      findings_.error(
          name_,
          strCat("bridge ", name_, ": bridge-uplink names ", uplink, ", which is no interface"),
          "set it to the name of an interface of the bridge");
    }
  }

  void checkPortName(const PortName& port, const InterfaceName& interface) {
    if (port.text == interface.text) return;
    findings_.error(name_,
                    strCat("port ", port, " holds interface ", interface,
                           ": OVN-Kubernetes looks for an interface of the port's name"),
                    "an OVS bond cannot be the uplink; use a kernel bond");
  }

  void checkFailMode(const OvsBridgeConfig& bridge) {
    if (bridge.failMode.value_or("standalone") == "standalone") return;
    findings_.error(name_,
                    strCat("bridge ", name_, " has fail-mode ", *bridge.failMode,
                           " and forwards nothing before OVN-Kubernetes adds flows"),
                    "set fail-mode: standalone");
  }

  [[nodiscard]] bool hasUsableAddress(const LinkConfig& link, IpFamily family) const {
    const auto usable = [family](const Address& address) {
      const IpAddress& ip = address.prefix.address;
      return ip.family() == family && !ip.isLinkLocal() && !isReservedForOvn(ip);
    };
    if (std::ranges::any_of(link.ip(family).addresses, usable)) return true;
    const auto facts = facts_.links.find(InterfaceName(name_));
    return facts != facts_.links.end() &&
           std::ranges::any_of(facts->second.dynamicAddresses, usable);
  }

  void checkAddresses(const LinkConfig& link) {
    if (!link.up)
      findings_.error(name_, strCat(name_, " is down"), strCat("list ", name_, " as up"));
    const bool four = hasUsableAddress(link, IpFamily::V4) || link.ipv4.dhcp;
    const bool six = hasUsableAddress(link, IpFamily::V6) || link.ipv6.automatic();
    if (four || six) return;
    findings_.error(name_, strCat(name_, " has no address that could be the node's"),
                    strCat("give ", name_, " the uplink's address, or dhcp"));
  }

  [[nodiscard]] std::set<InterfaceName> defaultDevices(IpFamily family) const {
    std::set<InterfaceName> devices;
    const auto consider = [&](const Route& route) {
      const bool fits = route.destination.isDefault() && route.table == kMainTable &&
                        route.destination.address.family() == family;
      if (fits && route.device) devices.insert(*route.device);
    };
    std::ranges::for_each(config_.routes, consider);
    std::ranges::for_each(facts_.runningRoutes, consider);
    return devices;
  }

  void checkDefaultRoutes() {
    const InterfaceName bridge(name_);
    const LinkConfig& link = config_.links.at(bridge);
    const auto four = defaultDevices(IpFamily::V4);
    const auto six = defaultDevices(IpFamily::V6);
    // A lease that is still to come will bring one.
    const bool expected = (link.ipv4.dhcp && link.ipv4.autoGateway) ||
                          (link.ipv6.automatic() && link.ipv6.autoGateway);
    if (!four.contains(bridge) && !six.contains(bridge) && !expected) {
      findings_.warn(name_, strCat("no default route leaves by ", name_),
                     strCat("add a route to 0.0.0.0/0 or ::/0 over ", name_));
    }
    const bool split =
        !four.empty() && !six.empty() && four.contains(bridge) != six.contains(bridge);
    if (split) {
      findings_.error(name_,
                      strCat("the default routes of IPv4 (", strJoin(four, ", "), ") and IPv6 (",
                             strJoin(six, ", "), ") leave by different links"),
                      strCat("let both leave by ", name_));
    }
  }

  void checkMac(const OvsBridgeConfig& bridge, const LinkConfig& link) {
    if (bridge.otherConfig.contains("hwaddr")) return;
    findings_.warn(name_,
                   strCat("bridge ", name_, " does not pin its MAC address",
                          link.mac ? strCat(" (now ", *link.mac, ")") : "",
                          ", which becomes the gateway router's"),
                   strCat("add copy-mac-from with the uplink to the ovs-interface ", name_));
  }

  void checkMtu(const LinkConfig& link) {
    if (profile_.clusterMtu == 0) return;
    const bool six = hasUsableAddress(link, IpFamily::V6) || link.ipv6.automatic();
    const std::uint32_t needed = profile_.clusterMtu + (six ? kGeneveOverIpv6 : kGeneveOverIpv4);
    if (link.mtu >= needed) return;
    findings_.error(name_,
                    strCat(name_, " has MTU ", link.mtu, ", pods of MTU ", profile_.clusterMtu,
                           " need ", needed, " below them"),
                    strCat("raise the MTU of ", name_, " and its uplink to ", needed));
  }

  const HostConfig& config_;
  const HostFacts& facts_;
  const OvnKubernetesProfile& profile_;
  const std::string name_;
  Findings findings_;
};

}  // namespace

Diagnostics checkOvnKubernetes(const HostConfig& config, const HostFacts& facts,
                               const OvnKubernetesProfile& profile) {
  return ProfileCheck(config, facts, profile).run();
}

}  // namespace pointsman::plan
