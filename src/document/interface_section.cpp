// SPDX-License-Identifier: Apache-2.0
#include "document/interface_section.h"

#include <algorithm>
#include <limits>

#include "base/str_cat.h"
#include "document/fields.h"
#include "document/interface_check.h"
#include "document/ip_section.h"
#include "document/kind_section.h"
#include "document/ovsdb_section.h"
#include "document/suggest.h"

namespace pointsman::document {

namespace {

// Types of nmstate that exist, and that we do not do.
constexpr std::string_view kUnsupportedTypes[] = {"infiniband", "macsec", "hsr", "ipsec", "xfrm"};
constexpr std::string_view kTypeWords[] = {
    "ethernet", "ovs-bridge", "ovs-interface", "linux-bridge", "bond",     "vlan",
    "veth",     "dummy",      "vxlan",         "mac-vlan",     "mac-vtap", "ipvlan",
    "vrf",      "loopback",   "tun",           "unknown"};

void readType(const Value& value, DesiredInterface& interface) {
  if (!value.expectScalar()) return;
  const std::string& text = value.node().text;
  interface.type = findInterfaceType(text);
  if (interface.type) return;
  if (std::ranges::count(kUnsupportedTypes, text) > 0) {
    value.error(strCat("pointsman does not support interfaces of type ", text),
                "leave this interface out and set it up with what made it so far");
  } else {
    value.error(strCat("'", text, "' is not a type of interface"), suggestion(text, kTypeWords));
  }
}

void readState(const Value& value, DesiredInterface& interface) {
  static constexpr Spelling<InterfaceState> kStates[] = {{"up", InterfaceState::Up},
                                                         {"down", InterfaceState::Down},
                                                         {"absent", InterfaceState::Absent},
                                                         {"ignore", InterfaceState::Ignore}};
  if (const auto state = readSpelling<InterfaceState>(value, kStates)) interface.state = *state;
}

void readIdentifier(const Value& value, DesiredInterface& interface) {
  static constexpr Spelling<Identifier> kIdentifiers[] = {{"name", Identifier::Name},
                                                          {"mac-address", Identifier::MacAddress}};
  if (const auto found = readSpelling<Identifier>(value, kIdentifiers))
    interface.identifier = *found;
}

std::optional<Node> writeIdentifier(const DesiredInterface& interface) {
  if (interface.identifier == Identifier::Name) return std::nullopt;
  return Node::ofText("mac-address");
}

constexpr Spelling<WaitIp> kWaitIps[] = {{"any", WaitIp::Any},
                                         {"ipv4", WaitIp::Ipv4},
                                         {"ipv6", WaitIp::Ipv6},
                                         {"ipv4+ipv6", WaitIp::Both}};

template <auto Member, IpFamily family>
constexpr Field<DesiredInterface> ipField(std::string_view key) {
  return {.key = key,
          .read =
              [](const Value& value, DesiredInterface& interface) {
                readIp(value, family, (interface.*Member).emplace());
              },
          .write = [](const DesiredInterface& interface) -> std::optional<Node> {
            if (!(interface.*Member)) return std::nullopt;
            return writeIp(*(interface.*Member), family);
          }};
}

constexpr Field<DesiredAltName> kAltNameFields[] = {
    {.key = "name",
     .read =
         [](const Value& value, DesiredAltName& altName) {
           if (auto name = readName(value)) altName.name = std::move(*name);
         },
     .write = [](const DesiredAltName& altName) -> std::optional<Node> {
       return Node::ofText(altName.name);
     }},
    {.key = "state",
     .read =
         [](const Value& value, DesiredAltName& altName) {
           static constexpr std::string_view kWords[] = {"absent"};
           altName.absent = readChoice(value, kWords).has_value();
         },
     .write = [](const DesiredAltName& altName) -> std::optional<Node> {
       if (!altName.absent) return std::nullopt;
       return Node::ofText("absent");
     }},
};

void readAltNames(const Value& list, DesiredInterface& interface) {
  // ALTIFNAMSIZ of linux/if.h less the terminating zero.
  constexpr std::size_t kLongest = 127;
  forEachItem(list, [&](const Value& item) {
    DesiredAltName& altName = interface.altNames.emplace_back();
    if (!readFields(item, kAltNameFields, altName)) return;
    const auto name = item.find("name");
    if (!name) {
      item.error("an alternative name needs 'name'");
    } else if (altName.name.size() > kLongest) {
      name->error(strCat("an alternative name has at most ", kLongest, " characters"));
    }
  });
}

std::optional<Node> writeAltNames(const DesiredInterface& interface) {
  if (interface.altNames.empty()) return std::nullopt;
  Node list = Node::sequence();
  for (const DesiredAltName& altName : interface.altNames) {
    list.items.push_back(writeMapping(altName, kAltNameFields));
  }
  return list;
}

// `lldp:` and `mptcp:` are printed by nmstate for every NIC; what asks for nothing is accepted.
struct Lldp {
  std::optional<bool> enabled = {};
};
constexpr Field<Lldp> kLldpFields[] = {setting<&Lldp::enabled>("enabled"),
                                       queryOnly<Lldp>("neighbors")};

void readLldp(const Value& value, DesiredInterface&) {
  Lldp lldp;
  readFields(value, kLldpFields, lldp);
  if (lldp.enabled == true) {
    detail::reportUnsupported(value, "leave it out; an LLDP agent such as lldpd does that");
  }
}

void readMptcp(const Value& value, DesiredInterface&) {
  const Node* flags = value.node().find("address-flags");
  const bool empty = value.node().isMapping() &&
                     (value.node().entries.empty() ||
                      (flags != nullptr && flags->items.empty() && !flags->isScalar()));
  if (!empty) detail::reportUnsupported(value, "leave it out; 'ip mptcp' sets it");
}

constexpr std::string_view kLeaveOut = "leave it out; pointsman sets up networks, not programs";

constexpr Field<DesiredInterface> kCommonFields[] = {
    // The first three are read beforehand, in whatever order they stand.
    {.key = "name",
     .write = [](const DesiredInterface& interface) -> std::optional<Node> {
       return Node::ofText(interface.name);
     }},
    {.key = "type",
     .write = [](const DesiredInterface& interface) -> std::optional<Node> {
       if (!interface.type) return std::nullopt;
       return Node::ofText(toString(*interface.type));
     }},
    {.key = "state",
     .write = [](const DesiredInterface& interface) -> std::optional<Node> {
       return Node::ofText(toString(interface.state));
     }},
    {.key = "identifier", .read = readIdentifier, .write = writeIdentifier},
    setting<&DesiredInterface::profileName>("profile-name"),
    setting<&DesiredInterface::description>("description"),
    queryOnly<DesiredInterface>("driver"),
    setting<&DesiredInterface::mac>("mac-address"),
    queryOnly<DesiredInterface>("permanent-mac-address"),
    setting<&DesiredInterface::copyMacFrom>("copy-mac-from"),
    // The kernel's own limits for a device are plan/'s business; an int holds it
    // (linux/netdevice.h).
    number<&DesiredInterface::mtu, 1, std::numeric_limits<std::int32_t>::max()>("mtu"),
    queryOnly<DesiredInterface>("min-mtu"),
    queryOnly<DesiredInterface>("max-mtu"),
    queryOnly<DesiredInterface>("oper-state"),
    queryOnly<DesiredInterface>("carrier"),
    spelled<&DesiredInterface::waitIp, kWaitIps>("wait-ip"),
    ipField<&DesiredInterface::ipv4, IpFamily::V4>("ipv4"),
    ipField<&DesiredInterface::ipv6, IpFamily::V6>("ipv6"),
    {.key = "controller",
     .read =
         [](const Value& value, DesiredInterface& interface) {
           if (value.node().isScalar() && value.node().text.empty()) {
             interface.controller = Clear{};
           } else if (auto name = readName(value)) {
             interface.controller = std::move(*name);
           }
         },
     .write = setting<&DesiredInterface::controller>("").write},
    setting<&DesiredInterface::acceptAllMac>("accept-all-mac-addresses"),
    {.key = "alt-names", .read = readAltNames, .write = writeAltNames},
    {.key = "ovs-db",
     .read = [](const Value& value,
                DesiredInterface& interface) { readRowMaps(value, interface.ovsMaps); },
     .write = [](const DesiredInterface& interface) { return writeRowMaps(interface.ovsMaps); }},
    // OpenFlow reserves what lies above (ovs-vswitchd.conf.db(5), Interface:ofport_request).
    number<&DesiredInterface::ofportRequest, 1, 65279>("ofport-request"),
    queryOnly<DesiredInterface>("ofport"),
    queryOnly<DesiredInterface>("ovs-error"),
    queryOnly<DesiredInterface>("datapath-id"),
    {.key = "lldp", .read = readLldp},
    {.key = "mptcp", .read = readMptcp},
    unsupported<DesiredInterface>(
        "ethtool", "leave it out; ethtool(8) or a systemd .link file (systemd.link(5)) sets it"),
    unsupported<DesiredInterface>("802.1x", "leave it out; wpa_supplicant does that"),
    unsupported<DesiredInterface>("dispatch", kLeaveOut),
};

const std::vector<Field<DesiredInterface>>& interfaceFields() {
  static const std::vector<Field<DesiredInterface>> kAll = [] {
    std::vector<Field<DesiredInterface>> all(std::begin(kCommonFields), std::end(kCommonFields));
    const auto kinds = kindFields();
    all.insert(all.end(), kinds.begin(), kinds.end());
    return all;
  }();
  return kAll;
}

// What is to go need not be right: only what says which interface is meant is looked at. A
// misspelt key is still told, since 'state' could be among those.
void readAbsent(const Value& entry, DesiredInterface& interface) {
  const Fields<DesiredInterface> fields = interfaceFields();
  for (const Entry& each : entry.node().entries) {
    if (findField(fields, each.key) == nullptr) reportUnknownField(entry.at(each), fields);
  }
  if (const auto identifier = entry.find("identifier")) readIdentifier(*identifier, interface);
  const auto mac = entry.find("mac-address");
  if (interface.identifier == Identifier::MacAddress && mac) interface.mac = readMac(*mac);
}

}  // namespace

void readInterface(const Value& entry, DesiredInterface& interface) {
  if (!entry.expectMapping()) return;
  if (const auto name = entry.find("name")) {
    interface.name = readName(*name).value_or("");
  } else {
    entry.error("an interface needs 'name'");
  }
  if (const auto type = entry.find("type")) readType(*type, interface);
  if (const auto state = entry.find("state")) readState(*state, interface);
  if (interface.state == InterfaceState::Absent) {
    readAbsent(entry, interface);
  } else {
    readFields(entry, interfaceFields(), interface);
    checkInterface(entry, interface);
  }
  checkIdentity(entry, interface);
}

Node writeInterface(const DesiredInterface& interface) {
  return writeMapping(interface, interfaceFields());
}

}  // namespace pointsman::document
