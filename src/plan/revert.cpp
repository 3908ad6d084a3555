// SPDX-License-Identifier: Apache-2.0
// A document is undone by the document that leads from what it gives back to what was: the
// difference of two configurations, written as wishes.
#include "plan/revert.h"

#include "plan/resolve.h"
#include "plan/step_writer.h"
#include "plan/write_wishes.h"

namespace pointsman::plan {

namespace {

// What the document brought is taken away.
void removeNew(DesiredState& wishes, const HostConfig& before, const HostConfig& after) {
  for (const auto& [name, bridge] : after.ovs.bridges) {
    if (before.ovs.bridges.contains(name)) continue;
    wishes.interfaces.push_back(
        {.name = name.text, .type = InterfaceType::OvsBridge, .state = InterfaceState::Absent});
  }
  const auto remove = [&](const std::string& name, InterfaceType type) {
    wishes.interfaces.push_back({.name = name, .type = type, .state = InterfaceState::Absent});
  };
  for (const auto& [name, link] : after.links) {
    const auto old = before.links.find(name);
    const bool isNew = old == before.links.end();
    // A bridge's local port goes with the bridge, and a veth end when its peer gets another.
    const bool local = after.ovs.bridges.contains(BridgeName(name.text));
    const auto peer = vethPeer(link.kind);
    const bool ofKnownPeer = peer && before.links.contains(*peer);
    if (isNew && !local && !ofKnownPeer) remove(name.text, typeOf(link.kind));
  }
  for (const auto& [bridgeName, bridge] : after.ovs.bridges) {
    if (!before.ovs.bridges.contains(bridgeName)) continue;
    for (const auto& [portName, port] : bridge.ports) {
      for (const auto& [name, row] : port.interfaces) {
        const bool hasDevice = row.type == kOvsSystem || row.type == kOvsInternal;
        const bool isNew = findInterface(before.ovs, name) == nullptr;
        if (isNew && !hasDevice) remove(name.text, InterfaceType::OvsInterface);
      }
    }
  }
}

void restoreRoutes(DesiredState& wishes, const HostConfig& before, const HostConfig& after) {
  for (const Route& route : after.routes) {
    if (before.routes.contains(route)) continue;
    wishes.routes.push_back(wishFor(route));
    wishes.routes.back().absent = true;
  }
  for (const Route& route : before.routes) {
    if (!after.routes.contains(route)) wishes.routes.push_back(wishFor(route));
  }
  for (const Rule& rule : after.rules) {
    if (before.rules.contains(rule)) continue;
    wishes.rules.push_back(wishFor(rule));
    wishes.rules.back().absent = true;
  }
  for (const Rule& rule : before.rules) {
    if (!after.rules.contains(rule)) wishes.rules.push_back(wishFor(rule));
  }
}

std::optional<DesiredGlobalMap> restoredKeys(const StringMap& before, const StringMap& after) {
  DesiredGlobalMap map;
  for (const auto& [key, value] : after) {
    if (key != kBridgeMappingsKey && !before.contains(key)) map.keys.emplace(key, std::nullopt);
  }
  for (const auto& [key, value] : before) {
    const auto found = after.find(key);
    const bool changed = found == after.end() || found->second != value;
    if (key != kBridgeMappingsKey && changed) map.keys.emplace(key, value);
  }
  return map.keys.empty() ? std::nullopt : std::optional(map);
}

std::map<std::string, BridgeName> mappingsOf(const HostConfig& config) {
  const auto found = config.ovs.externalIds.find(std::string(kBridgeMappingsKey));
  return found == config.ovs.externalIds.end() ? std::map<std::string, BridgeName>{}
                                               : parseBridgeMappings(found->second);
}

void restoreOvsDb(DesiredState& wishes, const HostConfig& before, const HostConfig& after) {
  const DesiredOvsDb keys{
      .externalIds = restoredKeys(before.ovs.externalIds, after.ovs.externalIds),
      .otherConfig = restoredKeys(before.ovs.otherConfig, after.ovs.otherConfig)};
  if (keys != DesiredOvsDb{}) wishes.ovsDb = keys;
  const auto old = mappingsOf(before);
  const auto now = mappingsOf(after);
  for (const auto& [localnet, bridge] : now) {
    if (!old.contains(localnet)) {
      wishes.bridgeMappings.push_back({.localnet = localnet, .absent = true});
    }
  }
  for (const auto& [localnet, bridge] : old) {
    const auto found = now.find(localnet);
    if (found != now.end() && found->second == bridge) continue;
    wishes.bridgeMappings.push_back({.localnet = localnet, .bridge = bridge});
  }
}

}  // namespace

DesiredState revertOf(const DesiredState& desired, const ObservedState& before) {
  const HostConfig after = resolve(desired, before).target;
  DesiredState wishes;
  removeNew(wishes, before.config, after);
  for (const auto& [name, bridge] : before.config.ovs.bridges) {
    if (auto wish = wishForBridge(name, before.config, after)) {
      wishes.interfaces.push_back(std::move(*wish));
    }
  }
  for (const InterfaceName& name : interfacesOf(before.config)) {
    if (auto wish = wishForInterface(name, before.config, after)) {
      wishes.interfaces.push_back(std::move(*wish));
    }
  }
  restoreRoutes(wishes, before.config, after);
  if (before.config.resolver != after.resolver) {
    wishes.resolver = DesiredResolver{.servers = before.config.resolver.servers,
                                      .search = before.config.resolver.search,
                                      .options = before.config.resolver.options};
  }
  if (before.config.hostname != after.hostname) wishes.hostname.running = before.config.hostname;
  if (before.config.staticHostname != after.staticHostname) {
    wishes.hostname.config = before.config.staticHostname;
  }
  restoreOvsDb(wishes, before.config, after);
  return wishes;
}

}  // namespace pointsman::plan
