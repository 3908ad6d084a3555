// SPDX-License-Identifier: Apache-2.0
#include "document/linux_bridge_section.h"

#include <algorithm>

#include "document/fields.h"
#include "document/option_table.h"
#include "document/port_section.h"

namespace pointsman::document {

namespace {

using enum OptionKind;

// net/bridge/br_private.h: the times are seconds here.
constexpr OptionRow kStpOptions[] = {
    {.key = "enabled", .kind = Flag, .name = "stp.enabled"},
    {.key = "forward-delay", .least = 2, .most = 30, .name = "stp.forward-delay"},
    {.key = "hello-time", .least = 1, .most = 10, .name = "stp.hello-time"},
    {.key = "max-age", .least = 6, .most = 40, .name = "stp.max-age"},
    {.key = "priority", .most = 65535, .name = "stp.priority"},
};

constexpr std::string_view kRouters[] = {"disabled", "auto", "enabled"};
constexpr std::string_view kVlanProtocols[] = {"802.1q", "802.1ad"};

// Seconds for mac-ageing-time; the multicast intervals are hundredths of a second, as in sysfs.
constexpr OptionRow kOptions[] = {
    {.key = "mac-ageing-time"},
    {.key = "group-addr", .kind = Mac},
    {.key = "group-fwd-mask", .most = 65535},
    {.key = "group-forward-mask", .most = 65535, .name = "group-fwd-mask"},
    {.key = "hash-max"},
    {.key = "multicast-snooping", .kind = Flag},
    {.key = "multicast-router", .kind = Word, .words = kRouters},
    {.key = "multicast-querier", .kind = Flag},
    {.key = "multicast-query-use-ifaddr", .kind = Flag},
    {.key = "multicast-last-member-count"},
    {.key = "multicast-last-member-interval"},
    {.key = "multicast-membership-interval"},
    {.key = "multicast-querier-interval"},
    {.key = "multicast-query-interval"},
    {.key = "multicast-query-response-interval"},
    {.key = "multicast-startup-query-count"},
    {.key = "multicast-startup-query-interval"},
    {.key = "vlan-protocol", .kind = Word, .words = kVlanProtocols},
    {.key = "vlan-default-pvid", .most = 4094},
};

// Running timers, which nmstate prints.
constexpr std::string_view kQueryOnly[] = {"gc-timer", "hello-timer"};

void readBridgeOptions(const Value& map, DesiredLinuxBridge& bridge) {
  if (!map.expectMapping()) return;
  for (const Entry& entry : map.node().entries) {
    const Value value = map.at(entry);
    if (entry.value.isNull() || std::ranges::count(kQueryOnly, entry.key) > 0) continue;
    if (entry.key == "stp") {
      readOptions(value, kStpOptions, bridge.options);
    } else if (const OptionRow* row = findOption(kOptions, entry.key)) {
      readOption(value, *row, bridge.options);
    } else {
      std::vector<std::string_view> known{"stp"};
      for (const OptionRow& each : kOptions) known.push_back(each.key);
      detail::reportUnknown(value, known);
    }
  }
}

std::optional<Node> writeBridgeOptions(const DesiredLinuxBridge& bridge) {
  if (bridge.options.empty()) return std::nullopt;
  Node map = Node::mapping();
  writeOptions(bridge.options, kOptions, map);
  Node stp = Node::mapping();
  writeOptions(bridge.options, kStpOptions, stp);
  if (!stp.entries.empty()) map.add("stp", std::move(stp));
  return map;
}

constexpr Field<DesiredLinuxBridgePort> kPortFields[] = {
    kNameField<DesiredLinuxBridgePort>,
    setting<&DesiredLinuxBridgePort::hairpin>("stp-hairpin-mode"),
    number<&DesiredLinuxBridgePort::pathCost, 1, 65535>("stp-path-cost"),
    number<&DesiredLinuxBridgePort::priority, 0, 63>("stp-priority"),
    {.key = "vlan",
     .read =
         [](const Value& value, DesiredLinuxBridgePort& port) {
           readPortVlan(value, PortOf::LinuxBridge, port.vlan);
         },
     .write = [](const DesiredLinuxBridgePort& port) { return writePortVlan(port.vlan); }},
};

constexpr Field<DesiredLinuxBridge> kBridgeFields[] = {
    {.key = "options", .read = readBridgeOptions, .write = writeBridgeOptions},
    {.key = "port",
     .read =
         [](const Value& value, DesiredLinuxBridge& bridge) {
           bridge.ports = readNamedList<DesiredLinuxBridgePort>(value, "port", kPortFields);
         },
     .write = [](const DesiredLinuxBridge& bridge) -> std::optional<Node> {
       if (!bridge.ports) return std::nullopt;
       return writeNamedList(*bridge.ports, kPortFields);
     },
     .aliases = {"ports"}},
};

}  // namespace

void readLinuxBridge(const Value& section, DesiredLinuxBridge& bridge) {
  readFields(section, kBridgeFields, bridge);
}

Node writeLinuxBridge(const DesiredLinuxBridge& bridge) {
  return writeMapping(bridge, kBridgeFields);
}

StringMap expressibleLinuxBridgeOptions(const StringMap& options) {
  StringMap kept = expressible(options, kOptions);
  kept.merge(expressible(options, kStpOptions));
  return kept;
}

}  // namespace pointsman::document
