// SPDX-License-Identifier: Apache-2.0
#include "picture/roles.h"

#include <string_view>

#include "base/str_cat.h"
#include "model/interface_type.h"

namespace pointsman::picture {
namespace {

// Beyond this many, veth ends that lead out of the namespace are a bridge's workload; up to it
// they are taken for its uplinks, as in a sandbox or a container with a network of its own.
constexpr std::size_t kMostVethUplinks = 3;
// Similar boxes are drawn one by one up to this many.
constexpr std::size_t kMostSimilarBoxes = 8;

// Devices that ovs-vswitchd keeps for itself (lib/dpif-netlink.c, dpif-netlink-rtnl.c).
bool isOvsPlumbing(std::string_view name) {
  if (name == "ovs-system" || name == "ovs-netdev") return true;
  for (const std::string_view prefix : {"genev_sys_", "vxlan_sys_", "gre_sys", "erspan_sys",
                                        "ip6erspan_sys", "ip6gre_sys", "bareudp_sys", "gtpu_sys"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

// The bridge, of either sort, that holds the link; empty when none does.
std::string holderOf(const Survey& survey, const InterfaceName& name, const LinkConfig& link) {
  if (const OvsPlace* place = survey.ovsPlace(name)) return strCat("ovs ", *place->bridge);
  return link.controller ? strCat("link ", *link.controller) : std::string{};
}

bool leadsOut(const Survey& survey, const InterfaceName& name, const LinkConfig& link) {
  return std::holds_alternative<VethLink>(link.kind) && survey.vethPeer(name) == nullptr;
}

class RoleChooser {
 public:
  RoleChooser(const Survey& survey, const Faults& faults) : survey_(survey), faults_(faults) {
    for (const auto& [name, link] : survey.state().config.links) {
      if (leadsOut(survey, name, link)) ++vethsOut_[holderOf(survey, name, link)];
    }
  }

  [[nodiscard]] Role choose(const InterfaceName& name, const LinkConfig& link) const {
    if (std::holds_alternative<LoopbackLink>(link.kind)) {
      return survey_.speaksIp(name) ? Role::Box : Role::Hidden;
    }
    const OvsPlace* place = survey_.ovsPlace(name);
    if (place == nullptr && isOvsPlumbing(name.text)) return Role::Hidden;
    if (isUsedAsSuch(name, link)) return Role::Box;
    if (place != nullptr) return choosePort(name, link, *place);
    if (link.controller) return chooseEnslaved(name, link, *link.controller);
    if (survey_.vethPeer(name) != nullptr) return Role::Box;
    return faults_.contains(name) ? Role::Box : Role::Loose;
  }

 private:
  [[nodiscard]] bool isUsedAsSuch(const InterfaceName& name, const LinkConfig& link) const {
    return survey_.speaksIp(name) || !survey_.stackedOn(name).empty() ||
           !survey_.membersOf(name).empty() || baseOf(link.kind).has_value() ||
           std::holds_alternative<LinuxBridgeLink>(link.kind);
  }

  [[nodiscard]] bool isWorkloadVeth(const InterfaceName& name, const LinkConfig& link) const {
    const auto found = vethsOut_.find(holderOf(survey_, name, link));
    return found != vethsOut_.end() && found->second > kMostVethUplinks;
  }

  [[nodiscard]] Role choosePort(const InterfaceName& name, const LinkConfig& link,
                                const OvsPlace& place) const {
    if (std::holds_alternative<OvsInternalLink>(link.kind)) return Role::PortOnly;
    if (std::holds_alternative<TunLink>(link.kind)) return Role::PortOnly;
    if (place.config->externalIds.contains("iface-id")) return Role::PortOnly;
    if (survey_.vethPeer(name) != nullptr) return Role::PortOnly;
    const bool workload = leadsOut(survey_, name, link) && isWorkloadVeth(name, link);
    return workload && !place.portConfig->isBond() ? Role::PortOnly : Role::Box;
  }

  [[nodiscard]] Role chooseEnslaved(const InterfaceName& name, const LinkConfig& link,
                                    const InterfaceName& controller) const {
    const LinkConfig* holder = survey_.link(controller);
    const bool inBridge =
        holder != nullptr && std::holds_alternative<LinuxBridgeLink>(holder->kind);
    if (!inBridge) return Role::Box;
    if (std::holds_alternative<TunLink>(link.kind)) return Role::PortOnly;
    if (survey_.vethPeer(name) != nullptr) return Role::PortOnly;
    return leadsOut(survey_, name, link) && isWorkloadVeth(name, link) ? Role::PortOnly : Role::Box;
  }

  const Survey& survey_;
  const Faults& faults_;
  std::map<std::string, std::size_t> vethsOut_;
};

}  // namespace

std::string groupOf(const Survey& survey, const InterfaceName& name) {
  const LinkConfig* link = survey.link(name);
  if (link == nullptr || !survey.stackedOn(name).empty() || !survey.membersOf(name).empty()) {
    return {};
  }
  const OvsPlace* place = survey.ovsPlace(name);
  if (place != nullptr && std::holds_alternative<OvsInternalLink>(link->kind)) {
    return strCat("internal ports of ", *place->bridge);
  }
  if (place != nullptr || link->controller) return {};
  if (const auto base = baseOf(link->kind)) {
    return strCat(toString(typeOf(link->kind)), " links on ", *base);
  }
  return {};
}

Roles assignRoles(const Survey& survey, const Faults& faults) {
  const RoleChooser chooser(survey, faults);
  Roles roles;
  std::map<std::string, std::size_t> similar;
  const auto mayJoin = [&](const InterfaceName& name, Role role) {
    return role == Role::Box && !faults.contains(name) && survey.defaultRoutes(name).empty();
  };
  for (const auto& [name, link] : survey.state().config.links) {
    const Role role = chooser.choose(name, link);
    roles[name] = role;
    if (mayJoin(name, role)) ++similar[groupOf(survey, name)];
  }
  for (auto& [name, role] : roles) {
    const std::string group = groupOf(survey, name);
    const bool many = !group.empty() && similar[group] > kMostSimilarBoxes;
    if (mayJoin(name, role) && many) role = Role::Grouped;
  }
  return roles;
}

}  // namespace pointsman::picture
