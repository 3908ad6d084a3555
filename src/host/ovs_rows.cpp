// SPDX-License-Identifier: Apache-2.0
#include "host/ovs_rows.h"

#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "host/observe_ovs.h"

namespace pointsman::host {

namespace {

constexpr std::array<std::string_view, 2> kRootColumns = {"external_ids", "other_config"};
constexpr std::array<std::string_view, 11> kBridgeColumns = {
    "name",        "ports",       "controller", "datapath_type",         "fail_mode",
    "stp_enable",  "rstp_enable", "protocols",  "mcast_snooping_enable", "external_ids",
    "other_config"};
constexpr std::array<std::string_view, 11> kPortColumns = {
    "name", "interfaces",   "vlan_mode",      "tag",          "trunks",      "bond_mode",
    "lacp", "bond_updelay", "bond_downdelay", "external_ids", "other_config"};
constexpr std::array<std::string_view, 8> kInterfaceColumns = {
    "name",        "type",           "options",      "mac",
    "mtu_request", "ofport_request", "external_ids", "other_config"};

OvsRow decodeRow(ovsdb::RowReader& row, std::span<const std::string_view> columns) {
  OvsRow made{.uuid = row.uuid("_uuid")};
  for (const std::string_view column : columns) {
    made.columns.emplace(column, row.value(column));
  }
  return made;
}

template <typename Name>
Result<std::map<Name, OvsRow>> decodeTable(const ovsdb::TransactReply& reply, std::size_t operation,
                                           std::span<const std::string_view> columns) {
  std::map<Name, OvsRow> rows;
  for (ovsdb::RowReader row : reply.rows(operation)) {
    rows.emplace(Name(row.text("name")), decodeRow(row, columns));
    CHECK_OK(row.finish());
  }
  return rows;
}

Result<> decodeControllers(const ovsdb::TransactReply& reply, OvsRows& rows) {
  std::map<ovsdb::Uuid, std::string> targets;
  for (ovsdb::RowReader row : reply.rows(kControllerRows)) {
    targets.emplace(row.uuid("_uuid"), row.text("target"));
    CHECK_OK(row.finish());
  }
  for (const auto& [name, bridge] : rows.bridges) {
    for (const ovsdb::Atom& atom : bridge.columns.at("controller").atoms()) {
      const auto* const uuid = std::get_if<ovsdb::Uuid>(&atom);
      const auto found = uuid == nullptr ? targets.end() : targets.find(*uuid);
      if (found != targets.end()) rows.controllers[name].emplace(found->second, found->first);
    }
  }
  return ok();
}

}  // namespace

Result<OvsRows> decodeRows(const ovsdb::TransactReply& reply) {
  OvsRows rows;
  auto roots = reply.rows(kRootRows);
  if (roots.size() != 1) {
    return Error{ErrorKind::Unavailable,
                 "the database has no Open_vSwitch row: Open vSwitch was never started on it"};
  }
  rows.root = decodeRow(roots.front(), kRootColumns);
  CHECK_OK(roots.front().finish());
  TRY(rows.bridges, decodeTable<BridgeName>(reply, kBridgeRows, kBridgeColumns));
  TRY(rows.ports, decodeTable<PortName>(reply, kPortRows, kPortColumns));
  TRY(rows.interfaces, decodeTable<InterfaceName>(reply, kInterfaceRows, kInterfaceColumns));
  CHECK_OK(decodeControllers(reply, rows));
  return rows;
}

}  // namespace pointsman::host
