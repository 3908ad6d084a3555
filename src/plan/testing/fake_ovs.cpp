// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/str_cat.h"
#include "plan/ovs_lookup.h"
#include "plan/testing/fake_kernel.h"

namespace pointsman::plan {

namespace {

Error conflict(std::string message) { return {ErrorKind::Conflict, std::move(message)}; }

Result<OvsBridgeConfig*> findBridge(ObservedState& host, const BridgeName& name) {
  const auto found = host.config.ovs.bridges.find(name);
  if (found == host.config.ovs.bridges.end()) {
    return Error{ErrorKind::NotFound, strCat("no bridge ", name)};
  }
  return &found->second;
}

Result<OvsPortConfig*> findPort(ObservedState& host, const BridgeName& bridgeName,
                                const PortName& name) {
  TRY(OvsBridgeConfig * bridge, findBridge(host, bridgeName));
  const auto found = bridge->ports.find(name);
  if (found == bridge->ports.end()) return Error{ErrorKind::NotFound, strCat("no port ", name)};
  return &found->second;
}

Result<> checkNewInterface(const ObservedState& host, const InterfaceName& name,
                           const OvsInterfaceConfig& config) {
  if (bridgeHolding(host.config.ovs, name) != nullptr) {
    return conflict(strCat("interface ", name, " is in a port already"));
  }
  if (config.type == kOvsInternal && host.config.links.contains(name)) {
    return conflict(strCat("a link ", name, " is there already"));
  }
  return ok();
}

// ovs-vswitchd sees to the MAC address and the MTU that the database names, and only to those.
void obey(ObservedState& host, const InterfaceName& name) {
  const auto found = host.config.links.find(name);
  if (found == host.config.links.end()) return;
  if (const auto mac = orderedMac(host.config.ovs, name)) found->second.mac = mac;
  if (const auto mtu = orderedMtu(host.config.ovs, name)) loseMtu(host, name, *mtu);
}

// One name space for all bridges, unlike the real thing; nobody here minds.
std::int64_t freeOfport(const ObservedState& host, const std::optional<std::uint16_t>& request) {
  if (request) return *request;
  std::int64_t free = 1;
  for (const auto& [name, facts] : host.facts.ovs.interfaces) {
    free = std::max(free, facts.ofport.value_or(0) + 1);
  }
  return free;
}

void bear(ObservedState& host, const BridgeName& bridgeName, const InterfaceName& name) {
  const auto place = findPlace(host.config.ovs, name);
  if (place && place->interface->type == kOvsInternal) {
    host.config.links.insert_or_assign(
        name, freshInternalLink(*place->bridge, bridgeName, name, *place->interface));
  }
  obey(host, name);
  host.facts.ovs.interfaces.insert_or_assign(
      name, OvsInterfaceFacts{.literalType = place->interface->type,
                              .ofport = freeOfport(host, place->interface->ofportRequest)});
}

// The link of an internal interface is about to go: does it have anything that would be lost?
Result<> checkBuriable(const ObservedState& host, const InterfaceName& name,
                       const OvsInterfaceConfig& config) {
  if (config.type != kOvsInternal) return ok();
  CHECK_OK(checkBare(host, name));
  const LinkConfig& link = host.config.links.at(name);
  if (link.mac != orderedMac(host.config.ovs, name)) {
    return conflict(strCat("the MAC address of ", name, " would be lost"));
  }
  if (link.mtu != config.mtuRequest.value_or(1500)) {
    return conflict(strCat("the MTU of ", name, " would be lost"));
  }
  return ok();
}

void bury(ObservedState& host, const InterfaceName& name, const OvsInterfaceConfig& config) {
  host.facts.ovs.interfaces.erase(name);
  if (config.type == kOvsInternal) loseLink(host, name);
}

}  // namespace

Result<> execute(ObservedState& host, const AddBridge& step) {
  if (!step.settings.ports.empty()) return conflict("a bridge is added without ports");
  if (!host.config.ovs.bridges.emplace(step.bridge, step.settings).second) {
    return conflict(strCat("bridge ", step.bridge, " exists"));
  }
  return ok();
}

Result<> execute(ObservedState& host, const RemoveBridge& step) {
  TRY(const OvsBridgeConfig* bridge, findBridge(host, step.bridge));
  if (*bridge != step.settings) return conflict(strCat("bridge ", step.bridge, " has changed"));
  host.config.ovs.bridges.erase(step.bridge);
  return ok();
}

Result<> execute(ObservedState& host, const ChangeBridge& step) {
  TRY(OvsBridgeConfig * bridge, findBridge(host, step.bridge));
  if (withoutPorts(*bridge) != step.before) {
    return conflict(strCat("bridge ", step.bridge, " has changed"));
  }
  const auto ports = bridge->ports;
  if (!sameDatapath(step.before, step.after)) {
    for (const auto& [portName, port] : ports) {
      for (const auto& [name, config] : port.interfaces) {
        if (config.type == kOvsInternal)
          return conflict(strCat("the link ", name, " would be lost"));
      }
    }
  }
  *bridge = step.after;
  bridge->ports = ports;
  obey(host, InterfaceName(step.bridge.text));
  return ok();
}

Result<> execute(ObservedState& host, const AddPort& step) {
  for (const auto& [name, config] : step.config.interfaces) {
    CHECK_OK(checkNewInterface(host, name, config));
  }
  TRY(OvsBridgeConfig * bridge, findBridge(host, step.bridge));
  for (const auto& [other, config] : host.config.ovs.bridges) {
    if (config.ports.contains(step.port)) return conflict(strCat("port ", step.port, " exists"));
  }
  bridge->ports.emplace(step.port, step.config);
  for (const auto& [name, config] : step.config.interfaces) bear(host, step.bridge, name);
  return ok();
}

Result<> execute(ObservedState& host, const RemovePort& step) {
  TRY(const OvsPortConfig* port, findPort(host, step.bridge, step.port));
  if (*port != step.config) return conflict(strCat("port ", step.port, " has changed"));
  for (const auto& [name, config] : step.config.interfaces) {
    CHECK_OK(checkBuriable(host, name, config));
  }
  for (const auto& [name, config] : step.config.interfaces) bury(host, name, config);
  host.config.ovs.bridges.at(step.bridge).ports.erase(step.port);
  return ok();
}

Result<> execute(ObservedState& host, const ChangePort& step) {
  TRY(OvsPortConfig * port, findPort(host, step.bridge, step.port));
  if (withoutInterfaces(*port) != step.before) {
    return conflict(strCat("port ", step.port, " has changed"));
  }
  const auto interfaces = port->interfaces;
  *port = step.after;
  port->interfaces = interfaces;
  return ok();
}

Result<> execute(ObservedState& host, const AddPortMember& step) {
  CHECK_OK(checkNewInterface(host, step.interface, step.config));
  TRY(OvsPortConfig * port, findPort(host, step.bridge, step.port));
  port->interfaces.emplace(step.interface, step.config);
  bear(host, step.bridge, step.interface);
  return ok();
}

Result<> execute(ObservedState& host, const RemovePortMember& step) {
  TRY(OvsPortConfig * port, findPort(host, step.bridge, step.port));
  const auto found = port->interfaces.find(step.interface);
  if (found == port->interfaces.end() || found->second != step.config) {
    return conflict(strCat("interface ", step.interface, " has changed"));
  }
  CHECK_OK(checkBuriable(host, step.interface, step.config));
  bury(host, step.interface, step.config);
  port->interfaces.erase(step.interface);
  return ok();
}

Result<> execute(ObservedState& host, const ChangeOvsInterface& step) {
  TRY(OvsPortConfig * port, findPort(host, step.bridge, step.port));
  const auto found = port->interfaces.find(step.interface);
  if (found == port->interfaces.end() || found->second != step.before) {
    return conflict(strCat("interface ", step.interface, " has changed"));
  }
  found->second = step.after;
  obey(host, step.interface);
  return ok();
}

Result<> execute(ObservedState& host, const ChangeOvsKey& step) {
  StringMap& map = step.column == OvsColumn::ExternalIds ? host.config.ovs.externalIds
                                                         : host.config.ovs.otherConfig;
  const auto found = map.find(step.key);
  const auto present = found == map.end() ? std::nullopt : std::optional(found->second);
  if (present != step.before) return conflict(strCat("key ", step.key, " has changed"));
  if (step.after) {
    map.insert_or_assign(step.key, *step.after);
  } else {
    map.erase(step.key);
  }
  return ok();
}

}  // namespace pointsman::plan
