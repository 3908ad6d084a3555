// SPDX-License-Identifier: Apache-2.0
#include "document/kind_section.h"

#include <algorithm>
#include <initializer_list>

#include "base/str_cat.h"
#include "document/bond_section.h"
#include "document/link_sections.h"
#include "document/linux_bridge_section.h"
#include "document/ovs_bridge_section.h"
#include "document/ovs_interface_section.h"

namespace pointsman::document {

namespace {

using enum InterfaceType;
using Types = std::initializer_list<InterfaceType>;

// Whether a section that is for interfaces of 'types' may stand here.
bool belongs(const Value& section, const DesiredInterface& interface, Types types) {
  if (!interface.type) {
    // A type that was written but makes no sense has been reported; more would be noise.
    return !section.parent()->find("type").has_value();
  }
  if (std::ranges::count(types, *interface.type) > 0) return true;
  section.errorAtKey(strCat("'", section.key(), "' does not belong to type ", *interface.type));
  return false;
}

// Reads the section into the one alternative of DesiredKind that it means.
template <typename Kind>
void readInto(const Value& section, DesiredInterface& interface, Types types,
              void (*read)(const Value&, Kind&)) {
  if (!belongs(section, interface, types)) return;
  if (!std::holds_alternative<std::monostate>(interface.kind)) {
    section.errorAtKey(strCat("'", section.key(), "' and another section both say what '",
                              interface.name, "' is"));
    return;
  }
  read(section, interface.kind.emplace<Kind>());
}

// The same where only the type can tell what the section means.
template <typename Kind>
void readTyped(const Value& section, DesiredInterface& interface, Types types,
               void (*read)(const Value&, Kind&)) {
  if (!interface.type && belongs(section, interface, types)) {
    section.errorAtKey(
        strCat("'", section.key(), "' has several meanings; '", interface.name, "' needs 'type'"),
        strCat("such as 'type: ", *types.begin(), "'"));
  } else {
    readInto(section, interface, types, read);
  }
}

template <typename Kind>
std::optional<Node> writeAs(const DesiredInterface& interface, Node (*write)(const Kind&)) {
  const Kind* kind = std::get_if<Kind>(&interface.kind);
  if (kind == nullptr) return std::nullopt;
  return write(*kind);
}

void readBridgeSection(const Value& section, DesiredInterface& interface) {
  if (interface.type == LinuxBridge) {
    readInto<DesiredLinuxBridge>(section, interface, {LinuxBridge}, readLinuxBridge);
  } else {
    readTyped<DesiredOvsBridge>(section, interface, {OvsBridge}, readOvsBridge);
  }
}

std::optional<Node> writeBridgeSection(const DesiredInterface& interface) {
  if (auto node = writeAs<DesiredOvsBridge>(interface, writeOvsBridge)) return node;
  return writeAs<DesiredLinuxBridge>(interface, writeLinuxBridge);
}

std::optional<Node> writeOvsInterfaceAs(std::string_view key, const DesiredInterface& interface) {
  const auto* kind = std::get_if<DesiredOvsInterface>(&interface.kind);
  if (kind == nullptr) return std::nullopt;
  auto [sectionKey, node] = writeOvsInterface(*kind);
  if (sectionKey != key) return std::nullopt;
  return std::move(node);
}

void readOvsInterfaceSection(const Value& section, DesiredInterface& interface) {
  readInto<DesiredOvsInterface>(section, interface, {OvsInterface}, readOvsInterface);
}

constexpr std::string_view kOvsInterfaceKeys[] = {"patch", "dpdk", "geneve", "gre", "vport"};

template <std::size_t index>
constexpr Field<DesiredInterface> kOvsInterfaceField = {
    .key = kOvsInterfaceKeys[index],
    .read = readOvsInterfaceSection,
    .write = [](const DesiredInterface& interface) {
      return writeOvsInterfaceAs(kOvsInterfaceKeys[index], interface);
    }};

// A kernel VXLAN device, or the tunnel port of that name.
void readVxlanSection(const Value& section, DesiredInterface& interface) {
  if (interface.type == OvsInterface) {
    readOvsInterfaceSection(section, interface);
  } else {
    readTyped<DesiredVxlan>(section, interface, {Vxlan}, readVxlan);
  }
}

std::optional<Node> writeVxlanSection(const DesiredInterface& interface) {
  if (auto node = writeAs<DesiredVxlan>(interface, writeVxlan)) return node;
  return writeOvsInterfaceAs("vxlan", interface);
}

std::optional<Node> writeMacVlanSection(const DesiredInterface& interface) {
  if (interface.type == MacVtap) return std::nullopt;
  return writeAs<DesiredMacVlan>(interface, writeMacVlan);
}
std::optional<Node> writeMacVtapSection(const DesiredInterface& interface) {
  if (interface.type != MacVtap) return std::nullopt;
  return writeAs<DesiredMacVlan>(interface, writeMacVlan);
}

struct EthernetSection {};
constexpr std::string_view kUseEthtool =
    "leave it out; ethtool(8) or a systemd .link file (systemd.link(5)) sets it";
constexpr Field<EthernetSection> kEthernetFields[] = {
    unsupported<EthernetSection>("auto-negotiation", kUseEthtool),
    unsupported<EthernetSection>("speed", kUseEthtool),
    unsupported<EthernetSection>("duplex", kUseEthtool),
    unsupported<EthernetSection>("sr-iov",
                                 "leave it out; a systemd .link file (systemd.link(5), [SR-IOV]) "
                                 "makes virtual functions"),
};

void readEthernetSection(const Value& section, DesiredInterface& interface) {
  if (!belongs(section, interface, {Ethernet, Veth})) return;
  EthernetSection nothing;
  readFields(section, kEthernetFields, nothing);
}

constexpr Field<DesiredInterface> kKindFields[] = {
    {.key = "bridge", .read = readBridgeSection, .write = writeBridgeSection},
    kOvsInterfaceField<0>,
    kOvsInterfaceField<1>,
    kOvsInterfaceField<2>,
    kOvsInterfaceField<3>,
    kOvsInterfaceField<4>,
    {.key = "vxlan", .read = readVxlanSection, .write = writeVxlanSection},
    {.key = "link-aggregation",
     .read =
         [](const Value& section, DesiredInterface& interface) {
           readInto<DesiredBond>(section, interface, {Bond}, readBond);
         },
     .write = [](const DesiredInterface& interface) { return writeAs(interface, writeBond); }},
    {.key = "vlan",
     .read =
         [](const Value& section, DesiredInterface& interface) {
           readInto<DesiredVlan>(section, interface, {Vlan}, readVlan);
         },
     .write = [](const DesiredInterface& interface) { return writeAs(interface, writeVlan); }},
    {.key = "veth",
     .read =
         [](const Value& section, DesiredInterface& interface) {
           readInto<DesiredVeth>(section, interface, {Veth, Ethernet}, readVeth);
         },
     .write = [](const DesiredInterface& interface) { return writeAs(interface, writeVeth); }},
    {.key = "mac-vlan",
     .read =
         [](const Value& section, DesiredInterface& interface) {
           readInto<DesiredMacVlan>(section, interface, {MacVlan}, readMacVlan);
         },
     .write = writeMacVlanSection},
    {.key = "mac-vtap",
     .read =
         [](const Value& section, DesiredInterface& interface) {
           readTyped<DesiredMacVlan>(section, interface, {MacVtap}, readMacVlan);
         },
     .write = writeMacVtapSection},
    {.key = "ipvlan",
     .read =
         [](const Value& section, DesiredInterface& interface) {
           readInto<DesiredIpVlan>(section, interface, {IpVlan}, readIpVlan);
         },
     .write = [](const DesiredInterface& interface) { return writeAs(interface, writeIpVlan); }},
    {.key = "vrf",
     .read =
         [](const Value& section, DesiredInterface& interface) {
           readInto<DesiredVrf>(section, interface, {Vrf}, readVrf);
         },
     .write = [](const DesiredInterface& interface) { return writeAs(interface, writeVrf); }},
    {.key = "ethernet", .read = readEthernetSection},
};

}  // namespace

Fields<DesiredInterface> kindFields() { return kKindFields; }

}  // namespace pointsman::document
