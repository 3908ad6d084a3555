// SPDX-License-Identifier: Apache-2.0
#include "document/ovs_bridge_section.h"

#include <algorithm>

#include "base/str_cat.h"
#include "document/fields.h"
#include "document/ovsdb_section.h"
#include "document/port_section.h"

namespace pointsman::document {

namespace {

struct StpMap {
  std::optional<bool> enabled = {};
};
constexpr Field<StpMap> kStpFields[] = {setting<&StpMap::enabled>("enabled")};

// A boolean, or the map that `show` prints.
void readStp(const Value& value, DesiredOvsBridge& bridge) {
  if (!value.node().isMapping()) {
    bridge.stp = readBool(value);
    return;
  }
  StpMap map;
  readFields(value, kStpFields, map);
  bridge.stp = map.enabled;
}

std::optional<Node> writeStp(const DesiredOvsBridge& bridge) {
  if (!bridge.stp) return std::nullopt;
  return writeMapping(StpMap{bridge.stp}, kStpFields);
}

constexpr std::string_view kFailModes[] = {"", "standalone", "secure"};
constexpr std::string_view kDatapaths[] = {"", "system", "netdev"};
constexpr std::string_view kProtocols[] = {"OpenFlow10", "OpenFlow11", "OpenFlow12",
                                           "OpenFlow13", "OpenFlow14", "OpenFlow15"};
// What ovs-vswitchd.conf.db(5), Controller:target, begins with.
constexpr std::string_view kTargets[] = {"ssl:", "tcp:", "unix:", "pssl:", "ptcp:", "punix:"};

void readFailMode(const Value& value, DesiredOvsBridge& bridge) {
  const auto mode = readChoice(value, kFailModes);
  if (!mode) return;
  if (*mode == 0) {
    bridge.failMode = Clear{};
  } else {
    bridge.failMode = std::string(kFailModes[*mode]);
  }
}

void checkTarget(const Value& item) {
  if (!item.expectScalar()) return;
  const std::string& text = item.node().text;
  if (!isControllerTarget(text)) {
    item.error(strCat("'", text, "' is not an OpenFlow controller"),
               "such as tcp:192.0.2.1:6653 or unix:/path/of/socket");
  }
}

void checkProtocol(const Value& item) { (void)readChoice(item, kProtocols); }

template <auto Member, auto check>
constexpr Field<DesiredOvsBridge> checkedSet(std::string_view key) {
  Field<DesiredOvsBridge> field = setting<Member>(key);
  field.read = [](const Value& list, DesiredOvsBridge& bridge) {
    std::set<std::string> found;
    const bool isList = forEachItem(list, [&](const Value& item) {
      check(item);
      found.insert(item.node().text);
    });
    if (isList) bridge.*Member = std::move(found);
  };
  return field;
}

constexpr Field<DesiredOvsBridge> kOptionFields[] = {
    {.key = "stp", .read = readStp, .write = writeStp},
    setting<&DesiredOvsBridge::rstp>("rstp"),
    setting<&DesiredOvsBridge::mcastSnooping>("mcast-snooping-enable"),
    {.key = "fail-mode",
     .read = readFailMode,
     .write = setting<&DesiredOvsBridge::failMode>("").write},
    choice<&DesiredOvsBridge::datapath, kDatapaths>("datapath"),
    checkedSet<&DesiredOvsBridge::controllers, checkTarget>("controllers"),
    checkedSet<&DesiredOvsBridge::protocols, checkProtocol>("protocols"),
};

struct Member {
  InterfaceName name = {};
};
constexpr Field<Member> kMemberFields[] = {kNameField<Member>};

void readMembers(const Value& list, DesiredOvsBond& bond) {
  const auto members = readNamedList<Member>(list, "bond member", kMemberFields);
  if (!members) return;
  if (members->size() < 2) {
    list.error("a bond of an OVS bridge needs two members or more",
               "list a single interface as a port of its own");
  }
  bond.members.emplace();
  for (const Member& member : *members) bond.members->push_back(member.name);
}

std::optional<Node> writeMembers(const DesiredOvsBond& bond) {
  if (!bond.members) return std::nullopt;
  std::vector<Member> members;
  for (const InterfaceName& name : *bond.members) members.push_back({name});
  return writeNamedList(members, kMemberFields);
}

constexpr std::string_view kBondModes[] = {"active-backup", "balance-slb", "balance-tcp", "lacp"};

constexpr Field<DesiredOvsBond> kBondFields[] = {
    choice<&DesiredOvsBond::mode, kBondModes>("mode"),
    setting<&DesiredOvsBond::updelay>("bond-updelay"),
    setting<&DesiredOvsBond::downdelay>("bond-downdelay"),
    {.key = "port", .read = readMembers, .write = writeMembers, .aliases = {"ports"}},
    {.key = "ovs-db",
     .read = [](const Value& value, DesiredOvsBond& bond) { readRowMaps(value, bond.maps); },
     .write = [](const DesiredOvsBond& bond) { return writeRowMaps(bond.maps); }},
};

constexpr Field<DesiredOvsPort> kPortFields[] = {
    kNameField<DesiredOvsPort>,
    {.key = "vlan",
     .read = [](const Value& value,
                DesiredOvsPort& port) { readPortVlan(value, PortOf::OvsBridge, port.vlan); },
     .write = [](const DesiredOvsPort& port) { return writePortVlan(port.vlan); },
     .readsNull = true},
    {.key = "link-aggregation",
     .read = [](const Value& value,
                DesiredOvsPort& port) { readFields(value, kBondFields, port.bond.emplace()); },
     .write = [](const DesiredOvsPort& port) -> std::optional<Node> {
       if (!port.bond) return std::nullopt;
       return writeMapping(*port.bond, kBondFields);
     },
     .aliases = {"bond"}},
};

constexpr Field<DesiredOvsBridge> kBridgeFields[] = {
    setting<&DesiredOvsBridge::allowExtraPatchPorts>("allow-extra-patch-ports"),
    {.key = "options",
     .read = [](const Value& value,
                DesiredOvsBridge& bridge) { readFields(value, kOptionFields, bridge); },
     .write = [](const DesiredOvsBridge& bridge) -> std::optional<Node> {
       Node options = writeMapping(bridge, kOptionFields);
       if (options.entries.empty()) return std::nullopt;
       return options;
     }},
    {.key = "port",
     .read =
         [](const Value& value, DesiredOvsBridge& bridge) {
           bridge.ports = readNamedList<DesiredOvsPort>(value, "port", kPortFields);
         },
     .write = [](const DesiredOvsBridge& bridge) -> std::optional<Node> {
       if (!bridge.ports) return std::nullopt;
       return writeNamedList(*bridge.ports, kPortFields);
     },
     .aliases = {"ports"}},
};

}  // namespace

bool isDatapath(std::string_view text) { return std::ranges::count(kDatapaths, text) > 0; }

bool isOpenFlowVersion(std::string_view text) { return std::ranges::count(kProtocols, text) > 0; }

bool isControllerTarget(std::string_view text) {
  return std::ranges::any_of(kTargets, [&](auto prefix) { return text.starts_with(prefix); });
}

void readOvsBridge(const Value& section, DesiredOvsBridge& bridge) {
  readFields(section, kBridgeFields, bridge);
}

Node writeOvsBridge(const DesiredOvsBridge& bridge) { return writeMapping(bridge, kBridgeFields); }

}  // namespace pointsman::document
