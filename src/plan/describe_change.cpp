// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "plan/describe.h"

namespace pointsman::plan {

namespace {

std::string orNone(std::string text) { return text.empty() ? "none" : text; }

template <typename T>
std::string optionalText(const std::optional<T>& value) {
  return value ? strCat(*value) : "none";
}

// Collects "name before -> after" for what differs, or "name after" for what did not exist before.
class Differences {
 public:
  enum class Told : std::uint8_t { Both, After };
  explicit Differences(Told told = Told::Both) : told_(told) {}

  void add(std::string_view name, std::string before, std::string after) {
    if (before == after) return;
    std::string text = strCat(name, " ");
    if (told_ == Told::Both) strAppend(text, orNone(std::move(before)), " -> ");
    text += orNone(std::move(after));
    parts_.push_back(std::move(text));
  }
  void add(std::string_view name, bool before, bool after) {
    add(name, strCat(before), strCat(after));
  }
  // By key, so that a large map with one new key reads as one.
  void add(std::string_view name, const StringMap& before, const StringMap& after) {
    for (const auto& [key, value] : before) {
      const auto found = after.find(key);
      if (found == after.end()) {
        parts_.push_back(strCat(name, ":", key, " removed"));
      } else {
        add(strCat(name, ":", key), value, found->second);
      }
    }
    for (const auto& [key, value] : after) {
      if (!before.contains(key)) parts_.push_back(strCat(name, ":", key, "=", value));
    }
  }

  [[nodiscard]] std::string text() const { return strJoin(parts_, ", "); }

 private:
  Told told_;
  std::vector<std::string> parts_;
};

std::string compareBridges(const OvsBridgeConfig& before, const OvsBridgeConfig& after,
                           Differences::Told told) {
  Differences differences(told);
  differences.add("datapath", before.datapathType, after.datapathType);
  differences.add("fail-mode", before.failMode.value_or(""), after.failMode.value_or(""));
  differences.add("stp", before.stp, after.stp);
  differences.add("rstp", before.rstp, after.rstp);
  differences.add("mcast-snooping-enable", before.mcastSnooping, after.mcastSnooping);
  differences.add("protocols", strJoin(before.protocols, ","), strJoin(after.protocols, ","));
  differences.add("controllers", strJoin(before.controllers, ","), strJoin(after.controllers, ","));
  differences.add("external_ids", before.externalIds, after.externalIds);
  differences.add("other_config", before.otherConfig, after.otherConfig);
  return differences.text();
}

}  // namespace

std::string toText(const OvsPortVlan& vlan) {
  if (vlan == OvsPortVlan{}) return "trunk of all";
  std::string text(toString(vlan.effectiveMode()));
  if (vlan.tag) strAppend(text, " ", *vlan.tag);
  if (!vlan.trunks.empty()) strAppend(text, " of ", vlan.trunks);
  return text;
}

std::string describeChange(const OvsBridgeConfig& before, const OvsBridgeConfig& after) {
  return compareBridges(before, after, Differences::Told::Both);
}

std::string describeSettings(const OvsBridgeConfig& bridge) {
  return compareBridges({}, bridge, Differences::Told::After);
}

std::string describeChange(const OvsPortConfig& before, const OvsPortConfig& after) {
  Differences differences;
  differences.add("vlan", toText(before.vlan), toText(after.vlan));
  differences.add("bond mode", before.bondMode.value_or(""), after.bondMode.value_or(""));
  differences.add("lacp", before.lacp.value_or(""), after.lacp.value_or(""));
  differences.add("bond-updelay", strCat(before.bondUpdelay), strCat(after.bondUpdelay));
  differences.add("bond-downdelay", strCat(before.bondDowndelay), strCat(after.bondDowndelay));
  differences.add("external_ids", before.externalIds, after.externalIds);
  differences.add("other_config", before.otherConfig, after.otherConfig);
  return differences.text();
}

std::string describeChange(const OvsInterfaceConfig& before, const OvsInterfaceConfig& after) {
  Differences differences;
  differences.add("type", before.type, after.type);
  differences.add("options", before.options, after.options);
  differences.add("mac", before.mac ? toLowerString(*before.mac) : "",
                  after.mac ? toLowerString(*after.mac) : "");
  differences.add("mtu_request", optionalText(before.mtuRequest), optionalText(after.mtuRequest));
  differences.add("ofport_request", optionalText(before.ofportRequest),
                  optionalText(after.ofportRequest));
  differences.add("external_ids", before.externalIds, after.externalIds);
  differences.add("other_config", before.otherConfig, after.otherConfig);
  return differences.text();
}

std::string describeChange(const LinkKind& before, const LinkKind& after) {
  Differences differences;
  const auto* bond = std::get_if<BondLink>(&before);
  const auto* newBond = std::get_if<BondLink>(&after);
  const auto* bridge = std::get_if<LinuxBridgeLink>(&before);
  const auto* newBridge = std::get_if<LinuxBridgeLink>(&after);
  const auto* vlan = std::get_if<VlanLink>(&before);
  const auto* newVlan = std::get_if<VlanLink>(&after);
  if (bond != nullptr && newBond != nullptr) {
    differences.add("option", bond->options, newBond->options);
  } else if (bridge != nullptr && newBridge != nullptr) {
    differences.add("option", bridge->options, newBridge->options);
  } else if (vlan != nullptr && newVlan != nullptr) {
    differences.add("reorder-headers", vlan->reorderHeaders, newVlan->reorderHeaders);
    differences.add("loose-binding", vlan->looseBinding, newVlan->looseBinding);
    differences.add("registration-protocol", vlan->registration, newVlan->registration);
  } else {
    differences.add("type", toText(before), toText(after));
  }
  return differences.text();
}

std::string toText(const LinkKind& kind) {
  std::string text(toString(typeOf(kind)));
  std::visit(Overloaded{
                 [&](const VlanLink& vlan) { strAppend(text, " ", vlan.id); },
                 [&](const VethLink& veth) {
                   if (veth.peer) strAppend(text, " with peer ", *veth.peer);
                 },
                 [&](const BondLink& bond) { strAppend(text, " ", bond.mode); },
                 [&](const VxlanLink& vxlan) { strAppend(text, " ", vxlan.id); },
                 [&](const VrfLink& vrf) { strAppend(text, " of table ", vrf.table); },
                 [](const auto&) {},
             },
             kind);
  if (const auto base = baseOf(kind)) strAppend(text, " on ", *base);
  return text;
}

std::string methodText(const IpConfig& method) {
  std::vector<std::string> parts;
  if (method.dhcp) parts.emplace_back("dhcp");
  if (method.autoconf) parts.emplace_back("autoconf");
  if (parts.empty()) parts.emplace_back(method.enabled ? "on" : "off");
  if (method.automatic()) {
    if (method.autoRouteMetric) parts.push_back(strCat("route metric ", *method.autoRouteMetric));
    if (method.autoRouteTable) parts.push_back(strCat("route table ", *method.autoRouteTable));
    if (!method.autoDns) parts.emplace_back("no dns");
    if (!method.autoGateway) parts.emplace_back("no gateway");
    if (!method.autoRoutes) parts.emplace_back("no routes");
    if (!method.dhcpSendHostname) parts.emplace_back("no host name sent");
    if (method.dhcpCustomHostname) parts.push_back(strCat("as ", *method.dhcpCustomHostname));
    if (method.dhcpClientId) parts.push_back(strCat("client-id ", *method.dhcpClientId));
    if (method.dhcpDuid) parts.push_back(strCat("duid ", *method.dhcpDuid));
  }
  if (method.addrGenMode) parts.push_back(strCat("addr-gen-mode ", *method.addrGenMode));
  if (method.token) parts.push_back(strCat("token ", *method.token));
  if (method.forwarding) parts.push_back(strCat("forwarding ", *method.forwarding));
  return strJoin(parts, ", ");
}

std::string toText(const ResolverConfig& resolver) {
  std::vector<std::string> parts;
  if (!resolver.servers.empty())
    parts.push_back(strCat("servers ", strJoin(resolver.servers, " ")));
  if (!resolver.search.empty()) parts.push_back(strCat("search ", strJoin(resolver.search, " ")));
  if (!resolver.options.empty()) {
    parts.push_back(strCat("options ", strJoin(resolver.options, " ")));
  }
  return parts.empty() ? "none" : strJoin(parts, ", ");
}

}  // namespace pointsman::plan
