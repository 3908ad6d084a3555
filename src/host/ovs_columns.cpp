// SPDX-License-Identifier: Apache-2.0
#include "host/ovs_columns.h"

#include <vector>

namespace pointsman::host {

namespace {

ovsdb::Value mapOf(const StringMap& map) {
  return ovsdb::Value::map(ovsdb::TextMap(map.begin(), map.end()));
}

// One value or none.
template <typename T>
ovsdb::Value optionalOf(const std::optional<T>& value) {
  return value ? ovsdb::Value(*value) : ovsdb::Value();
}

template <typename Range>
ovsdb::Value setOf(const Range& range) {
  std::vector<ovsdb::Atom> atoms;
  for (const auto& element : range) atoms.emplace_back(element);
  return ovsdb::Value::set(std::move(atoms));
}

ovsdb::Value vlansOf(const VlanSet& set) {
  std::vector<ovsdb::Atom> atoms;
  for (const VlanId id : set.ids()) atoms.emplace_back(std::int64_t{id});
  return ovsdb::Value::set(std::move(atoms));
}

}  // namespace

ovsdb::Row columnsOf(const OvsBridgeConfig& bridge) {
  return {{"datapath_type", bridge.datapathType},
          {"fail_mode", optionalOf(bridge.failMode)},
          {"stp_enable", bridge.stp},
          {"rstp_enable", bridge.rstp},
          {"mcast_snooping_enable", bridge.mcastSnooping},
          {"protocols", setOf(bridge.protocols)},
          {"external_ids", mapOf(bridge.externalIds)},
          {"other_config", mapOf(bridge.otherConfig)}};
}

ovsdb::Row columnsOf(const OvsPortConfig& port) {
  const auto mode = port.vlan.mode ? ovsdb::Value(toString(*port.vlan.mode)) : ovsdb::Value();
  return {{"vlan_mode", mode},
          {"tag", optionalOf(port.vlan.tag)},
          {"trunks", vlansOf(port.vlan.trunks)},
          {"bond_mode", optionalOf(port.bondMode)},
          {"lacp", optionalOf(port.lacp)},
          {"bond_updelay", port.bondUpdelay},
          {"bond_downdelay", port.bondDowndelay},
          {"external_ids", mapOf(port.externalIds)},
          {"other_config", mapOf(port.otherConfig)}};
}

ovsdb::Row columnsOf(const OvsInterfaceConfig& interface) {
  const auto mac = interface.mac ? ovsdb::Value(toLowerString(*interface.mac)) : ovsdb::Value();
  return {{"type", interface.type},
          {"options", mapOf(interface.options)},
          {"mac", mac},
          {"mtu_request", optionalOf(interface.mtuRequest)},
          {"ofport_request", optionalOf(interface.ofportRequest)},
          {"external_ids", mapOf(interface.externalIds)},
          {"other_config", mapOf(interface.otherConfig)}};
}

ovsdb::Row columnsOf(const OvsConfig& root) {
  return {{"external_ids", mapOf(root.externalIds)}, {"other_config", mapOf(root.otherConfig)}};
}

}  // namespace pointsman::host
