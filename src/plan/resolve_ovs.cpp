// SPDX-License-Identifier: Apache-2.0
// Rows of OVSDB beyond the port lists: interfaces, maps, the Open_vSwitch row.
#include <algorithm>
#include <array>

#include "base/str_cat.h"
#include "plan/merge.h"
#include "plan/ovs_lookup.h"

namespace pointsman::plan {

namespace {

// What NetworkManager keeps on a row to find its profile again.
constexpr std::string_view kNetworkManagerKey = "NM.connection.uuid";
// Where OVN-Kubernetes looks up a bridge's uplink.
constexpr std::string_view kUplinkKey = "bridge-uplink";

OvsInterfaceConfig* findRow(Merge& merge, const InterfaceName& name) {
  for (auto& [bridgeName, bridge] : merge.target.ovs.bridges) {
    for (auto& [portName, port] : bridge.ports) {
      const auto found = port.interfaces.find(name);
      if (found != port.interfaces.end()) return &found->second;
    }
  }
  return nullptr;
}

// A map given replaces the stored one, but for the marks by which owners know their rows.
void replaceExternalIds(StringMap& stored, const StringMap& wish) {
  StringMap result = wish;
  for (const std::string_view key : {kOwnerKey, kNetworkManagerKey}) {
    const auto found = stored.find(std::string(key));
    if (found != stored.end()) result.insert(*found);
  }
  stored = std::move(result);
}

void mergeMaps(const DesiredRowMaps& maps, StringMap& externalIds, StringMap& otherConfig) {
  if (maps.externalIds) replaceExternalIds(externalIds, *maps.externalIds);
  if (maps.otherConfig) otherConfig = *maps.otherConfig;
}

void mergeType(Merge& merge, const Subject& subject, OvsInterfaceConfig& row) {
  const auto* wish = std::get_if<DesiredOvsInterface>(&subject.entry->kind);
  if (wish == nullptr) return;
  if (wish->options) row.options = *wish->options;
  if (!wish->type || *wish->type == row.type) return;
  if (row.type == kOvsInternal) merge.target.links.erase(subject.name);
  row.type = *wish->type;
  if (row.type == kOvsInternal) {
    merge.target.links.emplace(subject.name, LinkConfig{.kind = OvsInternalLink{}, .up = true});
    merge.fresh.insert(subject.name);
  }
}

// Ports that are one interface of type system: a bridge's uplinks, seen by OVN.
std::vector<InterfaceName> uplinksOf(const OvsBridgeConfig& bridge) {
  std::vector<InterfaceName> uplinks;
  for (const auto& [portName, port] : bridge.ports) {
    for (const auto& [name, row] : port.interfaces) {
      if (row.type == kOvsSystem) uplinks.push_back(name);
    }
  }
  return uplinks;
}

const OvsBridgeConfig* observedBridge(const Merge& merge, const BridgeName& name) {
  const auto found = merge.observed.config.ovs.bridges.find(name);
  return found == merge.observed.config.ovs.bridges.end() ? nullptr : &found->second;
}

bool writesExternalIds(const Merge& merge, const BridgeName& name) {
  const Subject* subject = merge.findBridgeSubject(name);
  return subject != nullptr && subject->entry->ovsMaps.externalIds.has_value();
}

// Keys that belong to OVS, OVN or ourselves and go only when named.
bool isProtected(const std::string& key) {
  constexpr std::array<std::string_view, 6> kKeys = {
      "system-id", "hostname", "rundir", "system-type", "system-version", "flow-restore-wait"};
  constexpr std::array<std::string_view, 4> kPrefixes = {"ovn-", "ovs-", "pointsman-", "NM."};
  return std::ranges::find(kKeys, key) != kKeys.end() ||
         std::ranges::any_of(kPrefixes,
                             [&](std::string_view prefix) { return key.starts_with(prefix); });
}

void clearMap(Merge& merge, std::string_view column, StringMap& map) {
  std::vector<std::string> kept;
  std::erase_if(map, [&](const auto& entry) {
    if (!isProtected(entry.first)) return true;
    kept.push_back(entry.first);
    return false;
  });
  if (kept.empty()) return;
  merge.findings.warn(strCat("ovs-db.", column),
                      strCat("ovs-db: clearing ", column, " keeps ", strJoin(kept, ", ")),
                      "to remove one of them, list it with a null value");
}

void mergeGlobalMap(Merge& merge, std::string_view column,
                    const std::optional<DesiredGlobalMap>& wish, StringMap& map) {
  if (!wish) return;
  if (wish->keys.empty()) clearMap(merge, column, map);
  for (const auto& [key, value] : wish->keys) {
    if (value) {
      map.insert_or_assign(key, *value);
    } else {
      map.erase(key);
    }
  }
}

}  // namespace

void mergeOvsInterfaces(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.up() || !isKernelType(subject.type)) continue;
    OvsInterfaceConfig* row = findRow(merge, subject.name);
    if (row == nullptr) continue;
    if (subject.type == InterfaceType::OvsInterface) mergeType(merge, subject, *row);
    if (subject.entry->ofportRequest) row->ofportRequest = subject.entry->ofportRequest;
  }
}

void mergeRowMaps(Merge& merge) {
  for (const Subject& subject : merge.subjects) {
    if (!subject.up()) continue;
    const DesiredRowMaps& maps = subject.entry->ovsMaps;
    if (subject.type != InterfaceType::OvsBridge) {
      OvsInterfaceConfig* row = findRow(merge, subject.name);
      if (row != nullptr) mergeMaps(maps, row->externalIds, row->otherConfig);
      continue;
    }
    const auto found = merge.target.ovs.bridges.find(BridgeName(subject.name.text));
    if (found == merge.target.ovs.bridges.end()) continue;
    OvsBridgeConfig& bridge = found->second;
    mergeMaps(maps, bridge.externalIds, bridge.otherConfig);
    const auto* wish = std::get_if<DesiredOvsBridge>(&subject.entry->kind);
    if (wish == nullptr || !wish->ports) continue;
    for (const DesiredOvsPort& port : *wish->ports) {
      const auto row = bridge.ports.find(port.name);
      if (row == bridge.ports.end() || !port.bond) continue;
      mergeMaps(port.bond->maps, row->second.externalIds, row->second.otherConfig);
    }
  }
}

// OVN-Kubernetes takes the one port of literal type "system" for the uplink, and asks this key when
// there is none or several. Both are written, but only where the document makes the bridge or
// changes its ports, and where it does not write external_ids itself: a second apply then finds
// nothing to do.
void nameUplinks(Merge& merge) {
  for (auto& [name, bridge] : merge.target.ovs.bridges) {
    const OvsBridgeConfig* before = observedBridge(merge, name);
    const auto uplinks = uplinksOf(bridge);
    const bool changed = before == nullptr || uplinksOf(*before) != uplinks;
    if (!changed || writesExternalIds(merge, name)) continue;
    if (uplinks.size() == 1) {
      bridge.externalIds.insert_or_assign(std::string(kUplinkKey), uplinks.front().text);
      continue;
    }
    const auto stale = bridge.externalIds.find(std::string(kUplinkKey));
    if (stale == bridge.externalIds.end()) continue;
    const bool present = std::ranges::find(uplinks, InterfaceName(stale->second)) != uplinks.end();
    if (!present) bridge.externalIds.erase(stale);
  }
}

// Flows name an uplink by its OpenFlow port number. When one uplink takes another's place, it takes
// its number too.
void keepUplinkNumbers(Merge& merge) {
  for (auto& [name, bridge] : merge.target.ovs.bridges) {
    const OvsBridgeConfig* before = observedBridge(merge, name);
    if (before == nullptr) continue;
    const auto old = uplinksOf(*before);
    const auto now = uplinksOf(bridge);
    std::vector<InterfaceName> gone;
    std::vector<InterfaceName> come;
    std::ranges::set_difference(old, now, std::back_inserter(gone));
    std::ranges::set_difference(now, old, std::back_inserter(come));
    if (gone.size() != 1 || come.size() != 1) continue;
    const auto facts = merge.observed.facts.ovs.interfaces.find(gone.front());
    if (facts == merge.observed.facts.ovs.interfaces.end()) continue;
    const auto ofport = facts->second.ofport;
    constexpr std::int64_t kLargestOfport = 65279;  // ovs-vswitchd.conf.db(5), ofport_request
    OvsInterfaceConfig* row = findRow(merge, come.front());
    if (row->ofportRequest || !ofport || *ofport < 1 || *ofport > kLargestOfport) continue;
    row->ofportRequest = static_cast<std::uint16_t>(*ofport);
  }
}

void mergeOvsDb(Merge& merge) {
  if (!merge.desired.ovsDb) return;
  DesiredOvsDb wish = *merge.desired.ovsDb;
  // `ovs-db: {}` clears both.
  if (!wish.externalIds && !wish.otherConfig) {
    wish = {.externalIds = DesiredGlobalMap{}, .otherConfig = DesiredGlobalMap{}};
  }
  mergeGlobalMap(merge, "external_ids", wish.externalIds, merge.target.ovs.externalIds);
  mergeGlobalMap(merge, "other_config", wish.otherConfig, merge.target.ovs.otherConfig);
}

void mergeBridgeMappings(Merge& merge) {
  if (merge.desired.bridgeMappings.empty()) return;
  StringMap& externalIds = merge.target.ovs.externalIds;
  const std::string key(kBridgeMappingsKey);
  const auto stored = externalIds.find(key);
  const auto before =
      parseBridgeMappings(stored == externalIds.end() ? std::string_view() : stored->second);
  auto after = before;
  for (const DesiredBridgeMapping& wish : merge.desired.bridgeMappings) {
    if (wish.absent) {
      after.erase(wish.localnet);
    } else if (wish.bridge) {
      after.insert_or_assign(wish.localnet, *wish.bridge);
    }
  }
  if (after == before) return;  // whatever the order it is written in
  if (after.empty()) {
    externalIds.erase(key);
  } else {
    externalIds.insert_or_assign(key, printBridgeMappings(after));
  }
}

}  // namespace pointsman::plan
