// SPDX-License-Identifier: Apache-2.0
#include "document/interface_check.h"

#include <algorithm>

#include "base/str_cat.h"

namespace pointsman::document {

namespace {

constexpr std::uint32_t kLeastIpv6Mtu = 1280;  // RFC 8200, 5

bool isOvsPortWithoutDevice(const DesiredInterface& interface) {
  const auto* ovs = std::get_if<DesiredOvsInterface>(&interface.kind);
  return ovs != nullptr && ovs->type && *ovs->type != kOvsInternal && *ovs->type != kOvsSystem;
}

bool wantsIp(const std::optional<DesiredIp>& ip) {
  if (!ip || ip->enabled == false) return false;
  return ip->enabled == true || ip->dhcp == true || ip->autoconf == true ||
         (ip->addresses && !ip->addresses->empty());
}

// IP on an ovs-bridge means nothing: the device of that name is its internal interface. Documents
// often switch it off there all the same, which is true, so it is accepted.
void checkBridgeIp(const Value& entry, std::optional<DesiredIp>& ip, std::string_view key) {
  if (wantsIp(ip)) {
    entry.find(key)->errorAtKey(
        strCat("an ovs-bridge has no addresses, so it cannot have '", key, "'"),
        "put it on the ovs-interface of the same name");
  }
  ip.reset();
}

void checkOvsBridge(const Value& entry, DesiredInterface& interface) {
  if (interface.type != InterfaceType::OvsBridge) return;
  if (interface.mac && interface.identifier == Identifier::Name) {
    entry.find("mac-address")
        ->errorAtKey("an ovs-bridge has no MAC address of its own",
                     "put it on the ovs-interface of the same name");
  }
  if (interface.mtu) {
    entry.find("mtu")->warning("an ovs-bridge has no MTU of its own, so 'mtu' is ignored here",
                               "put it on the ovs-interface of the same name");
    interface.mtu.reset();
  }
  checkBridgeIp(entry, interface.ipv4, "ipv4");
  checkBridgeIp(entry, interface.ipv6, "ipv6");
}

void checkDeviceless(const Value& entry, const DesiredInterface& interface) {
  const auto* ovs = std::get_if<DesiredOvsInterface>(&interface.kind);
  if (!isOvsPortWithoutDevice(interface) || *ovs->type == "dpdk") return;
  const std::string what = strCat("a ", *ovs->type, " port is no device of the host");
  if (interface.mtu) entry.find("mtu")->errorAtKey(strCat(what, ", so it has no MTU"));
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    if (wantsIp(interface.ip(family))) {
      entry.find(toString(family))->errorAtKey(strCat(what, ", so it has no addresses"));
    }
  }
}

void checkMac(const Value& entry, const DesiredInterface& interface) {
  if (interface.identifier == Identifier::MacAddress) return;
  if (interface.mac && interface.copyMacFrom) {
    entry.find("copy-mac-from")
        ->error("'copy-mac-from' and 'mac-address' cannot both be given", "remove one of them");
  }
  const auto* bond = std::get_if<DesiredBond>(&interface.kind);
  if (bond == nullptr || !interface.mac || bond->mode != "active-backup") return;
  const auto failOver = bond->options.find("fail_over_mac");
  if (failOver != bond->options.end() && failOver->second == "active") {
    entry.find("mac-address")
        ->error("a bond with 'fail_over_mac: active' takes the MAC address of its active port",
                "remove 'mac-address' or 'fail_over_mac'");
  }
}

void checkMtu(const Value& entry, const DesiredInterface& interface) {
  if (interface.mtu && *interface.mtu < kLeastIpv6Mtu && interface.ipv6 &&
      interface.ipv6->enabled == true) {
    entry.find("mtu")->error(
        strCat("an MTU of ", *interface.mtu, " is too small for IPv6, which needs ", kLeastIpv6Mtu),
        "raise it, or say 'ipv6: {enabled: false}'");
  }
}

void checkWaitIp(const Value& entry, const DesiredInterface& interface) {
  if (!interface.waitIp) return;
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    const WaitIp single = family == IpFamily::V4 ? WaitIp::Ipv4 : WaitIp::Ipv6;
    const bool waits = *interface.waitIp == WaitIp::Both || *interface.waitIp == single;
    const auto& ip = interface.ip(family);
    if (waits && ip && ip->enabled == false) {
      entry.find("wait-ip")->error(
          strCat("'wait-ip' waits for ", family, ", which is not enabled"));
    }
  }
}

void checkLoopback(const Value& entry, const DesiredInterface& interface) {
  if (interface.type != InterfaceType::Loopback) return;
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    const auto& ip = interface.ip(family);
    if (!ip) continue;
    const Value section = *entry.find(toString(family));
    if (ip->enabled == false) section.error(strCat(family, " of the loopback cannot be disabled"));
    if (ip->dhcp == true || ip->autoconf == true) {
      section.error(strCat("the loopback cannot get its ", family, " addresses from the network"));
    }
  }
}

}  // namespace

void checkIdentity(const Value& entry, const DesiredInterface& interface) {
  if (interface.identifier == Identifier::MacAddress) {
    if (!entry.find("mac-address")) {
      entry.find("identifier")->error("'identifier: mac-address' needs 'mac-address'");
    }
    return;
  }
  // An untyped name may be that of a patch port, or be going away.
  if (!interface.type || interface.state == InterfaceState::Absent ||
      isOvsPortWithoutDevice(interface)) {
    return;
  }
  if (interface.name.size() > kLongestInterfaceName) {
    entry.find("name")->error(strCat("'", interface.name, "' is too long for the kernel: ",
                                     interface.name.size(), " characters"),
                              strCat("at most ", kLongestInterfaceName));
  } else if (interface.name.find(':') != std::string::npos) {
    entry.find("name")->error(
        strCat("'", interface.name, "' cannot be a name: the kernel allows no ':'"));
  }
}

void checkInterface(const Value& entry, DesiredInterface& interface) {
  checkOvsBridge(entry, interface);
  checkDeviceless(entry, interface);
  checkMac(entry, interface);
  checkMtu(entry, interface);
  checkWaitIp(entry, interface);
  checkLoopback(entry, interface);
}

}  // namespace pointsman::document
