// SPDX-License-Identifier: Apache-2.0
#include "host/observe_ovs.h"

#include <map>
#include <utility>

#include "base/str_cat.h"

namespace pointsman::host {

namespace {

StringMap stringMap(ovsdb::RowReader& row, std::string_view column) {
  StringMap map;
  for (auto& [key, value] : row.textMap(column)) map.emplace(key, std::move(value));
  return map;
}

template <typename Number>
std::optional<Number> optionalNumber(ovsdb::RowReader& row, std::string_view column) {
  const auto value = row.optionalInteger(column);
  if (!value || !std::in_range<Number>(*value)) return std::nullopt;
  return static_cast<Number>(*value);
}

std::optional<MacAddress> optionalMac(ovsdb::RowReader& row, std::string_view column) {
  const auto text = row.optionalText(column);
  if (!text) return std::nullopt;
  const auto mac = MacAddress::parse(*text);
  if (!mac) return std::nullopt;
  return *mac;
}

struct InterfaceRow {
  InterfaceName name = {};
  OvsInterfaceConfig config = {};
  OvsInterfaceFacts facts = {};
};

InterfaceRow decodeInterface(ovsdb::RowReader& row) {
  InterfaceRow made{.name = InterfaceName(row.text("name"))};
  made.facts.literalType = row.text("type");
  made.config.type =
      made.facts.literalType.empty() ? std::string(kOvsSystem) : made.facts.literalType;
  made.config.options = stringMap(row, "options");
  made.config.mac = optionalMac(row, "mac");
  made.config.mtuRequest = optionalNumber<std::uint32_t>(row, "mtu_request");
  made.config.ofportRequest = optionalNumber<std::uint16_t>(row, "ofport_request");
  made.config.externalIds = stringMap(row, "external_ids");
  made.config.otherConfig = stringMap(row, "other_config");
  made.facts.ofport = row.optionalInteger("ofport");
  made.facts.error = row.optionalText("error").value_or("");
  made.facts.macInUse = optionalMac(row, "mac_in_use");
  made.facts.mtu = optionalNumber<std::uint32_t>(row, "mtu");
  made.facts.adminState = row.optionalText("admin_state").value_or("");
  made.facts.linkState = row.optionalText("link_state").value_or("");
  return made;
}

VlanSet vlanSet(ovsdb::RowReader& row, std::string_view column) {
  VlanSet set;
  for (const std::int64_t id : row.integers(column)) {
    if (id >= 0 && id <= kHighestVlanField) set.add(static_cast<VlanId>(id));
  }
  return set;
}

OvsPortConfig decodePort(ovsdb::RowReader& row) {
  OvsPortConfig port;
  if (const auto mode = row.optionalText("vlan_mode")) port.vlan.mode = findVlanMode(*mode);
  port.vlan.tag = optionalNumber<VlanId>(row, "tag");
  port.vlan.trunks = vlanSet(row, "trunks");
  port.bondMode = row.optionalText("bond_mode");
  port.lacp = row.optionalText("lacp");
  // Below zero means the same as zero: ovs-vswitchd.conf.db(5), Port:bond_updelay.
  const auto updelay = row.integer("bond_updelay");
  const auto downdelay = row.integer("bond_downdelay");
  port.bondUpdelay =
      std::in_range<std::uint32_t>(updelay) ? static_cast<std::uint32_t>(updelay) : 0;
  port.bondDowndelay =
      std::in_range<std::uint32_t>(downdelay) ? static_cast<std::uint32_t>(downdelay) : 0;
  port.externalIds = stringMap(row, "external_ids");
  port.otherConfig = stringMap(row, "other_config");
  return port;
}

OvsBridgeConfig decodeBridge(ovsdb::RowReader& row) {
  OvsBridgeConfig bridge;
  bridge.datapathType = row.text("datapath_type");
  if (bridge.datapathType == "system") bridge.datapathType.clear();
  bridge.failMode = row.optionalText("fail_mode");
  bridge.stp = row.boolean("stp_enable");
  bridge.rstp = row.boolean("rstp_enable");
  bridge.mcastSnooping = row.boolean("mcast_snooping_enable");
  for (auto& protocol : row.texts("protocols")) bridge.protocols.insert(std::move(protocol));
  bridge.externalIds = stringMap(row, "external_ids");
  bridge.otherConfig = stringMap(row, "other_config");
  return bridge;
}

// The rows by uuid, until bridges take their ports and ports their interfaces. A strong reference
// always has its row; one that has none is passed over.
struct Tables {
  std::map<ovsdb::Uuid, InterfaceRow> interfaces = {};
  std::map<ovsdb::Uuid, std::pair<PortName, OvsPortConfig>> ports = {};
  std::map<ovsdb::Uuid, std::string> controllers = {};
};

Result<Tables> decodeTables(const ovsdb::TransactReply& reply, OvsFacts& facts) {
  Tables tables;
  for (ovsdb::RowReader row : reply.rows(kInterfaceRows)) {
    InterfaceRow interface = decodeInterface(row);
    facts.interfaces.emplace(interface.name, interface.facts);
    tables.interfaces.emplace(row.uuid("_uuid"), std::move(interface));
    CHECK_OK(row.finish());
  }
  for (ovsdb::RowReader row : reply.rows(kPortRows)) {
    OvsPortConfig port = decodePort(row);
    for (const ovsdb::Uuid& uuid : row.uuids("interfaces")) {
      const auto found = tables.interfaces.find(uuid);
      if (found == tables.interfaces.end()) continue;
      port.interfaces.emplace(found->second.name, std::move(found->second.config));
    }
    tables.ports.emplace(row.uuid("_uuid"), std::pair(PortName(row.text("name")), std::move(port)));
    CHECK_OK(row.finish());
  }
  for (ovsdb::RowReader row : reply.rows(kControllerRows)) {
    tables.controllers.emplace(row.uuid("_uuid"), row.text("target"));
    CHECK_OK(row.finish());
  }
  return tables;
}

Result<> decodeBridges(const ovsdb::TransactReply& reply, Tables& tables, ObservedOvs& made) {
  for (ovsdb::RowReader row : reply.rows(kBridgeRows)) {
    const BridgeName name{row.text("name")};
    OvsBridgeConfig bridge = decodeBridge(row);
    for (const ovsdb::Uuid& uuid : row.uuids("ports")) {
      const auto found = tables.ports.find(uuid);
      if (found != tables.ports.end()) bridge.ports.insert(std::move(found->second));
    }
    for (const ovsdb::Uuid& uuid : row.uuids("controller")) {
      const auto found = tables.controllers.find(uuid);
      if (found != tables.controllers.end()) bridge.controllers.insert(found->second);
    }
    made.facts.datapathIds.emplace(name, row.optionalText("datapath_id").value_or(""));
    made.config.bridges.emplace(name, std::move(bridge));
    CHECK_OK(row.finish());
  }
  return ok();
}

}  // namespace

std::vector<ovsdb::Operation> makeOvsQuery() {
  return {
      ovsdb::Select{.table = "Open_vSwitch",
                    .columns = {"_uuid", "external_ids", "other_config", "ovs_version", "next_cfg",
                                "cur_cfg"}},
      ovsdb::Select{
          .table = "Bridge",
          .columns = {"_uuid", "name", "ports", "controller", "datapath_type", "datapath_id",
                      "fail_mode", "stp_enable", "rstp_enable", "mcast_snooping_enable",
                      "protocols", "external_ids", "other_config"}},
      ovsdb::Select{
          .table = "Port",
          .columns = {"_uuid", "name", "interfaces", "vlan_mode", "tag", "trunks", "bond_mode",
                      "lacp", "bond_updelay", "bond_downdelay", "external_ids", "other_config"}},
      ovsdb::Select{.table = "Interface",
                    .columns = {"_uuid", "name", "type", "options", "mac", "mac_in_use", "mtu",
                                "mtu_request", "ofport", "ofport_request", "error", "admin_state",
                                "link_state", "external_ids", "other_config"}},
      ovsdb::Select{.table = "Controller", .columns = {"_uuid", "target"}},
  };
}

Result<ObservedOvs> decodeOvs(const ovsdb::TransactReply& reply) {
  ObservedOvs made;
  made.facts.available = true;
  // There is at most one root row; none before the first `ovs-vsctl init`.
  for (ovsdb::RowReader row : reply.rows(kRootRows)) {
    made.config.externalIds = stringMap(row, "external_ids");
    made.config.otherConfig = stringMap(row, "other_config");
    made.facts.version = row.optionalText("ovs_version").value_or("");
    made.facts.nextCfg = row.integer("next_cfg");
    made.facts.curCfg = row.integer("cur_cfg");
    CHECK_OK(row.finish());
  }
  TRY(Tables tables, decodeTables(reply, made.facts));
  CHECK_OK(decodeBridges(reply, tables, made));
  return made;
}

}  // namespace pointsman::host
