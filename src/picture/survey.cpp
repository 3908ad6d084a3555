// SPDX-License-Identifier: Apache-2.0
#include "picture/survey.h"

#include <algorithm>

namespace pointsman::picture {
namespace {

template <typename Map, typename Key>
auto findIn(const Map& map, const Key& key) -> const typename Map::mapped_type* {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

template <typename T>
const std::vector<T>& listIn(const std::map<InterfaceName, std::vector<T>>& map,
                             const InterfaceName& key) {
  static const std::vector<T> kNone;
  const auto* found = findIn(map, key);
  return found != nullptr ? *found : kNone;
}

}  // namespace

Survey::Survey(const ObservedState& state) : state_(&state) {
  for (const auto& [bridgeName, bridge] : state.config.ovs.bridges) {
    for (const auto& [portName, port] : bridge.ports) {
      for (const auto& [name, config] : port.interfaces) {
        ovs_[name] = {&bridgeName, &portName, &port, &config};
      }
    }
  }
  for (const auto& [name, link] : state.config.links) {
    if (link.controller) members_[*link.controller].push_back(name);
    if (const auto base = baseOf(link.kind)) stacked_[*base].push_back(name);
  }
  for (const Route& route : state.config.routes) addRoute(route);
  for (const Route& route : state.facts.runningRoutes) {
    const LinkConfig* device = route.device ? link(*route.device) : nullptr;
    const bool on = device != nullptr && device->ip(route.destination.address.family()).enabled;
    if (on) addRoute(route);
  }
}

void Survey::addRoute(const Route& route) {
  const bool isDefault = route.type == RouteType::Unicast && route.destination.isDefault();
  if (!isDefault || !route.device || !route.gateway) return;
  auto& routes = defaultRoutes_[*route.device];
  if (std::find(routes.begin(), routes.end(), route) == routes.end()) routes.push_back(route);
}

const LinkConfig* Survey::link(const InterfaceName& name) const {
  return findIn(state_->config.links, name);
}
const LinkFacts* Survey::linkFacts(const InterfaceName& name) const {
  return findIn(state_->facts.links, name);
}
const OvsPlace* Survey::ovsPlace(const InterfaceName& name) const { return findIn(ovs_, name); }
const OvsInterfaceFacts* Survey::ovsFacts(const InterfaceName& name) const {
  return findIn(state_->facts.ovs.interfaces, name);
}
const std::vector<InterfaceName>& Survey::membersOf(const InterfaceName& name) const {
  return listIn(members_, name);
}
const std::vector<InterfaceName>& Survey::stackedOn(const InterfaceName& name) const {
  return listIn(stacked_, name);
}
const std::vector<Route>& Survey::defaultRoutes(const InterfaceName& name) const {
  return listIn(defaultRoutes_, name);
}

bool Survey::speaksIp(const InterfaceName& name) const {
  const LinkConfig* config = link(name);
  if (config == nullptr) return false;
  if (config->ipv4.dhcp || !configuredAddresses(*config).empty()) return true;
  if (!defaultRoutes(name).empty()) return true;
  const LinkFacts* facts = linkFacts(name);
  return facts != nullptr && !dynamicAddresses(*config, *facts).empty();
}

std::uint32_t Survey::mtu(const InterfaceName& name) const {
  if (const LinkConfig* config = link(name)) return config->mtu;
  const OvsInterfaceFacts* facts = ovsFacts(name);
  return facts != nullptr ? facts->mtu.value_or(0) : 0;
}

const InterfaceName* Survey::vethPeer(const InterfaceName& name) const {
  const LinkConfig* config = link(name);
  const auto* veth = config != nullptr ? std::get_if<VethLink>(&config->kind) : nullptr;
  if (veth == nullptr || !veth->peer || *veth->peer == name) return nullptr;
  return link(*veth->peer) != nullptr ? &*veth->peer : nullptr;
}

std::vector<Address> configuredAddresses(const LinkConfig& link) {
  std::vector<Address> shown;
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    for (const Address& address : link.ip(family).addresses) {
      if (!address.prefix.address.isLoopback()) shown.push_back(address);
    }
  }
  return shown;
}

std::vector<Address> dynamicAddresses(const LinkConfig& link, const LinkFacts& facts) {
  std::vector<Address> shown;
  for (const Address& address : facts.dynamicAddresses) {
    const IpAddress& ip = address.prefix.address;
    const bool given = ip.family() == IpFamily::V6 && ip.isLinkLocal();
    const bool on = link.ip(ip.family()).enabled;
    if (on && !ip.isLoopback() && !given) shown.push_back(address);
  }
  return shown;
}

}  // namespace pointsman::picture
