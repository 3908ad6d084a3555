// SPDX-License-Identifier: Apache-2.0
#include "host/ovs_change.h"

#include <algorithm>
#include <string_view>

#include "base/str_cat.h"

namespace pointsman::host {

namespace {

Error changedMeanwhile(std::string_view what) {
  return {ErrorKind::Conflict, strCat(what, " was changed by somebody else meanwhile")};
}

bool holds(const StringMap& found, const StringMap& expected) {
  return std::ranges::all_of(expected, [&](const auto& entry) {
    const auto here = found.find(entry.first);
    return here != found.end() && here->second == entry.second;
  });
}

// 'found' without the keys that nobody expects.
template <typename Row>
bool agreesApartFromKeys(Row found, const Row& expected) {
  if (!holds(found.externalIds, expected.externalIds)) return false;
  if (!holds(found.otherConfig, expected.otherConfig)) return false;
  found.externalIds = expected.externalIds;
  found.otherConfig = expected.otherConfig;
  return found == expected;
}

template <typename T>
Result<> changeColumn(T& found, const T& before, const T& after, std::string_view column) {
  if (before == after || found == after) return ok();
  if (found != before) return changedMeanwhile(column);
  found = after;
  return ok();
}

std::optional<std::string> find(const StringMap& map, const std::string& key) {
  const auto found = map.find(key);
  return found == map.end() ? std::nullopt : std::optional(found->second);
}

Result<> changeKeys(StringMap& found, const StringMap& before, const StringMap& after,
                    std::string_view column) {
  StringMap keys = before;
  keys.insert(after.begin(), after.end());
  for (const auto& [key, value] : keys) {
    CHECK_OK(changeKey(found, key, find(before, key), find(after, key)).in(column));
  }
  return ok();
}

template <typename Row>
Result<> changeMaps(Row& row, const Row& before, const Row& after) {
  CHECK_OK(changeKeys(row.externalIds, before.externalIds, after.externalIds, "external_ids"));
  return changeKeys(row.otherConfig, before.otherConfig, after.otherConfig, "other_config");
}

// Targets come and go one by one; those of others stay.
void changeControllers(std::set<std::string>& found, const std::set<std::string>& before,
                       const std::set<std::string>& after) {
  for (const auto& target : before) {
    if (!after.contains(target)) found.erase(target);
  }
  for (const auto& target : after) {
    if (!before.contains(target)) found.insert(target);
  }
}

}  // namespace

bool agrees(const OvsBridgeConfig& found, const OvsBridgeConfig& expected) {
  OvsBridgeConfig bare = found;
  bare.ports = expected.ports;
  return agreesApartFromKeys(std::move(bare), expected);
}

bool agrees(const OvsPortConfig& found, const OvsPortConfig& expected) {
  if (found.interfaces.size() != expected.interfaces.size()) return false;
  for (const auto& [name, interface] : expected.interfaces) {
    const auto member = found.interfaces.find(name);
    if (member == found.interfaces.end() || !agrees(member->second, interface)) return false;
  }
  OvsPortConfig bare = found;
  bare.interfaces = expected.interfaces;
  return agreesApartFromKeys(std::move(bare), expected);
}

bool agrees(const OvsInterfaceConfig& found, const OvsInterfaceConfig& expected) {
  return agreesApartFromKeys(found, expected);
}

Result<> changeRow(OvsBridgeConfig& row, const OvsBridgeConfig& before,
                   const OvsBridgeConfig& after) {
  CHECK_OK(
      changeColumn(row.datapathType, before.datapathType, after.datapathType, "datapath_type"));
  CHECK_OK(changeColumn(row.failMode, before.failMode, after.failMode, "fail_mode"));
  CHECK_OK(changeColumn(row.stp, before.stp, after.stp, "stp_enable"));
  CHECK_OK(changeColumn(row.rstp, before.rstp, after.rstp, "rstp_enable"));
  CHECK_OK(changeColumn(row.mcastSnooping, before.mcastSnooping, after.mcastSnooping,
                        "mcast_snooping_enable"));
  CHECK_OK(changeColumn(row.protocols, before.protocols, after.protocols, "protocols"));
  changeControllers(row.controllers, before.controllers, after.controllers);
  return changeMaps(row, before, after);
}

Result<> changeRow(OvsPortConfig& row, const OvsPortConfig& before, const OvsPortConfig& after) {
  CHECK_OK(changeColumn(row.vlan.mode, before.vlan.mode, after.vlan.mode, "vlan_mode"));
  CHECK_OK(changeColumn(row.vlan.tag, before.vlan.tag, after.vlan.tag, "tag"));
  CHECK_OK(changeColumn(row.vlan.trunks, before.vlan.trunks, after.vlan.trunks, "trunks"));
  CHECK_OK(changeColumn(row.bondMode, before.bondMode, after.bondMode, "bond_mode"));
  CHECK_OK(changeColumn(row.lacp, before.lacp, after.lacp, "lacp"));
  CHECK_OK(changeColumn(row.bondUpdelay, before.bondUpdelay, after.bondUpdelay, "bond_updelay"));
  CHECK_OK(
      changeColumn(row.bondDowndelay, before.bondDowndelay, after.bondDowndelay, "bond_downdelay"));
  return changeMaps(row, before, after);
}

Result<> changeRow(OvsInterfaceConfig& row, const OvsInterfaceConfig& before,
                   const OvsInterfaceConfig& after) {
  CHECK_OK(changeColumn(row.type, before.type, after.type, "type"));
  CHECK_OK(changeKeys(row.options, before.options, after.options, "options"));
  CHECK_OK(changeColumn(row.mac, before.mac, after.mac, "mac"));
  CHECK_OK(changeColumn(row.mtuRequest, before.mtuRequest, after.mtuRequest, "mtu_request"));
  CHECK_OK(
      changeColumn(row.ofportRequest, before.ofportRequest, after.ofportRequest, "ofport_request"));
  return changeMaps(row, before, after);
}

Result<> changeKey(StringMap& map, const std::string& key, const std::optional<std::string>& before,
                   const std::optional<std::string>& after) {
  const auto found = find(map, key);
  if (before == after || found == after) return ok();
  if (found != before) return changedMeanwhile(key);
  if (after) {
    map.insert_or_assign(key, *after);
  } else {
    map.erase(key);
  }
  return ok();
}

}  // namespace pointsman::host
