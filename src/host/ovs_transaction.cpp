// SPDX-License-Identifier: Apache-2.0
#include "host/ovs_transaction.h"

#include <map>
#include <string>

#include "base/str_cat.h"
#include "host/ovs_columns.h"
#include "host/ovs_row_diff.h"

namespace pointsman::host {

namespace {

struct PlacedInterface {
  PortName port = {};
  BridgeName bridge = {};
  const OvsInterfaceConfig* config = nullptr;
};
struct PlacedPort {
  BridgeName bridge = {};
  const OvsPortConfig* config = nullptr;
};

// Ports and interfaces by their names, wherever they hang.
struct Flat {
  std::map<PortName, PlacedPort> ports = {};
  std::map<InterfaceName, PlacedInterface> interfaces = {};

  explicit Flat(const OvsConfig& ovs) {
    for (const auto& [bridgeName, bridge] : ovs.bridges) {
      for (const auto& [portName, port] : bridge.ports) {
        ports.emplace(portName, PlacedPort{bridgeName, &port});
        for (const auto& [name, interface] : port.interfaces) {
          interfaces.emplace(name, PlacedInterface{portName, bridgeName, &interface});
        }
      }
    }
  }
};

class TransactionWriter {
 public:
  TransactionWriter(const OvsConfig& before, const OvsConfig& after, const OvsRows& rows)
      : before_(before), after_(after), rows_(rows), flatBefore_(before), flatAfter_(after) {}

  OvsTransaction write() {
    writeInterfaces();
    writePorts();
    writeBridges();
    writeRoot();
    if (changes_.empty()) return {};
    made_.operations = std::move(guards_);
    made_.operations.insert(made_.operations.end(), changes_.begin(), changes_.end());
    askForConfiguration();
    return std::move(made_);
  }

 private:
  void writeInterfaces() {
    for (const auto& [name, placed] : flatAfter_.interfaces) {
      const auto old = flatBefore_.interfaces.find(name);
      if (old == flatBefore_.interfaces.end()) {
        insertInterface(name, *placed.config);
        continue;
      }
      RowChange change("Interface", rows_.interfaces.at(name));
      change.changeColumns(columnsOf(*old->second.config), columnsOf(*placed.config));
      if (!change.empty() || old->second.bridge != placed.bridge) made_.touched.insert(name);
      noteLink(name, old->second.config, placed.config);
      add(change);
    }
    for (const auto& [name, placed] : flatBefore_.interfaces) {
      if (flatAfter_.interfaces.contains(name)) continue;
      noteLink(name, placed.config, nullptr);
      guardRemoved("Interface", rows_.interfaces.at(name));
    }
  }

  void noteLink(const InterfaceName& name, const OvsInterfaceConfig* before,
                const OvsInterfaceConfig* after) {
    const bool was = before != nullptr && before->type == kOvsInternal;
    const bool will = after != nullptr && after->type == kOvsInternal;
    if (will && !was) made_.appearing.insert(name);
    if (was && !will) made_.vanishing.insert(name);
  }

  void insertInterface(const InterfaceName& name, const OvsInterfaceConfig& config) {
    ovsdb::Row row = withoutDefaults(columnsOf(config), columnsOf(OvsInterfaceConfig{}));
    // To the letter, also for "system", which is the default but stored as "" then: OVN-Kubernetes
    // finds the uplink of a bridge by this very word.
    row.insert_or_assign("type", config.type);
    row.emplace("name", name.text);
    insert("Interface", std::move(row), freshInterfaces_[name]);
    made_.touched.insert(name);
    noteLink(name, nullptr, &config);
  }

  void writePorts() {
    for (const auto& [name, placed] : flatAfter_.ports) {
      const auto old = flatBefore_.ports.find(name);
      if (old == flatBefore_.ports.end()) {
        insertPort(name, *placed.config);
        continue;
      }
      RowChange change("Port", rows_.ports.at(name));
      change.changeColumns(columnsOf(*old->second.config), columnsOf(*placed.config));
      std::vector<ovsdb::Atom> added;
      std::vector<ovsdb::Atom> removed;
      for (const auto& [member, interface] : placed.config->interfaces) {
        if (!old->second.config->interfaces.contains(member)) added.push_back(atomOf(member));
      }
      for (const auto& [member, interface] : old->second.config->interfaces) {
        if (!placed.config->interfaces.contains(member)) {
          removed.emplace_back(rows_.interfaces.at(member).uuid);
        }
      }
      change.changeReferences("interfaces", std::move(added), std::move(removed));
      add(change);
    }
    for (const auto& [name, placed] : flatBefore_.ports) {
      if (!flatAfter_.ports.contains(name)) guardRemoved("Port", rows_.ports.at(name));
    }
  }

  void insertPort(const PortName& name, const OvsPortConfig& config) {
    ovsdb::Row row = withoutDefaults(columnsOf(config), columnsOf(OvsPortConfig{}));
    std::vector<ovsdb::Atom> members;
    for (const auto& [member, interface] : config.interfaces) members.push_back(atomOf(member));
    row.emplace("name", name.text);
    row.emplace("interfaces", ovsdb::Value::set(std::move(members)));
    insert("Port", std::move(row), freshPorts_[name]);
  }

  void writeBridges() {
    std::vector<ovsdb::Atom> added;
    std::vector<ovsdb::Atom> removed;
    for (const auto& [name, bridge] : after_.bridges) {
      const auto old = before_.bridges.find(name);
      if (old == before_.bridges.end()) {
        added.push_back(insertBridge(name, bridge));
      } else {
        changeBridge(name, old->second, bridge);
      }
    }
    for (const auto& [name, bridge] : before_.bridges) {
      if (after_.bridges.contains(name)) continue;
      guardRemoved("Bridge", rows_.bridges.at(name));
      removed.emplace_back(rows_.bridges.at(name).uuid);
    }
    root_.changeReferences("bridges", std::move(added), std::move(removed));
  }

  ovsdb::Atom insertBridge(const BridgeName& name, const OvsBridgeConfig& bridge) {
    ovsdb::Row row = withoutDefaults(columnsOf(bridge), columnsOf(OvsBridgeConfig{}));
    std::vector<ovsdb::Atom> ports;
    std::vector<ovsdb::Atom> controllers;
    for (const auto& [portName, port] : bridge.ports) ports.push_back(atomOf(portName));
    for (const auto& target : bridge.controllers) controllers.push_back(insertController(target));
    row.emplace("name", name.text);
    row.emplace("ports", ovsdb::Value::set(std::move(ports)));
    if (!controllers.empty()) row.emplace("controller", ovsdb::Value::set(std::move(controllers)));
    std::string rowName;
    insert("Bridge", std::move(row), rowName);
    return ovsdb::NamedUuid{rowName};
  }

  void changeBridge(const BridgeName& name, const OvsBridgeConfig& old,
                    const OvsBridgeConfig& bridge) {
    RowChange change("Bridge", rows_.bridges.at(name));
    change.changeColumns(columnsOf(old), columnsOf(bridge));
    std::vector<ovsdb::Atom> added;
    std::vector<ovsdb::Atom> removed;
    for (const auto& [portName, port] : bridge.ports) {
      if (!old.ports.contains(portName)) added.push_back(atomOf(portName));
    }
    for (const auto& [portName, port] : old.ports) {
      if (!bridge.ports.contains(portName)) removed.emplace_back(rows_.ports.at(portName).uuid);
    }
    change.changeReferences("ports", std::move(added), std::move(removed));
    changeControllers(name, old, bridge, change);
    add(change);
  }

  void changeControllers(const BridgeName& name, const OvsBridgeConfig& old,
                         const OvsBridgeConfig& bridge, RowChange& change) {
    std::vector<ovsdb::Atom> added;
    std::vector<ovsdb::Atom> removed;
    for (const auto& target : bridge.controllers) {
      if (!old.controllers.contains(target)) added.push_back(insertController(target));
    }
    for (const auto& target : old.controllers) {
      if (bridge.controllers.contains(target)) continue;
      removed.emplace_back(rows_.controllers.at(name).at(target));
    }
    change.changeReferences("controller", std::move(added), std::move(removed));
  }

  ovsdb::Atom insertController(const std::string& target) {
    std::string rowName;
    insert("Controller", {{"target", target}}, rowName);
    return ovsdb::NamedUuid{rowName};
  }

  void writeRoot() {
    root_.changeColumns(columnsOf(before_), columnsOf(after_));
    add(root_);
  }

  // ovs-vswitchd sets cur_cfg to the same number once it has done all this.
  void askForConfiguration() {
    ovsdb::Mutate increment{.table = "Open_vSwitch", .where = ovsdb::whereUuid(rows_.root.uuid)};
    increment.mutations = {{"next_cfg", ovsdb::Mutator::Add, 1}};
    made_.operations.emplace_back(std::move(increment));
    made_.operations.emplace_back(ovsdb::Select{.table = "Open_vSwitch",
                                                .where = ovsdb::whereUuid(rows_.root.uuid),
                                                .columns = {"next_cfg"}});
  }

  void insert(std::string_view table, ovsdb::Row row, std::string& rowName) {
    rowName = strCat("row", ++inserted_);
    changes_.emplace_back(
        ovsdb::Insert{.table = std::string(table), .row = std::move(row), .name = rowName});
  }

  void add(const RowChange& change) {
    if (change.empty()) return;
    change.appendGuard(guards_);
    change.appendChanges(changes_);
  }

  // Rows that nothing refers to any more are collected by the server.
  void guardRemoved(std::string_view table, const OvsRow& row) {
    RowChange change(table, row);
    change.guardAll();
    change.appendGuard(guards_);
  }

  ovsdb::Atom atomOf(const InterfaceName& name) const {
    const auto fresh = freshInterfaces_.find(name);
    if (fresh != freshInterfaces_.end()) return ovsdb::NamedUuid{fresh->second};
    return rows_.interfaces.at(name).uuid;
  }
  ovsdb::Atom atomOf(const PortName& name) const {
    const auto fresh = freshPorts_.find(name);
    if (fresh != freshPorts_.end()) return ovsdb::NamedUuid{fresh->second};
    return rows_.ports.at(name).uuid;
  }

  const OvsConfig& before_;
  const OvsConfig& after_;
  const OvsRows& rows_;
  const Flat flatBefore_;
  const Flat flatAfter_;
  RowChange root_{"Open_vSwitch", rows_.root};
  // Names of the rows that this transaction inserts.
  std::map<PortName, std::string> freshPorts_;
  std::map<InterfaceName, std::string> freshInterfaces_;
  int inserted_ = 0;
  std::vector<ovsdb::Operation> guards_;
  std::vector<ovsdb::Operation> changes_;
  OvsTransaction made_;
};

}  // namespace

OvsTransaction makeOvsTransaction(const OvsConfig& before, const OvsConfig& after,
                                  const OvsRows& rows) {
  return TransactionWriter(before, after, rows).write();
}

}  // namespace pointsman::host
