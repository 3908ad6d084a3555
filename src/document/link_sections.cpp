// SPDX-License-Identifier: Apache-2.0
#include "document/link_sections.h"

#include "base/str_cat.h"
#include "document/fields.h"
#include "document/port_section.h"

namespace pointsman::document {

namespace {

constexpr Field<DesiredVeth> kVethFields[] = {
    {.key = "peer",
     .read =
         [](const Value& value, DesiredVeth& veth) {
           if (const auto name = readName(value)) veth.peer = InterfaceName(*name);
         },
     .write = [](const DesiredVeth& veth) -> std::optional<Node> {
       return Node::ofText(veth.peer.text);
     }},
};

constexpr std::string_view kVlanProtocols[] = {"802.1q", "802.1ad"};
constexpr std::string_view kRegistrations[] = {"none", "gvrp", "mvrp"};

constexpr Field<DesiredVlan> kVlanFields[] = {
    setting<&DesiredVlan::base>("base-iface"),
    number<&DesiredVlan::id, 0, kHighestUsableVlan>("id"),
    choice<&DesiredVlan::protocol, kVlanProtocols>("protocol"),
    choice<&DesiredVlan::registration, kRegistrations>("registration-protocol"),
    setting<&DesiredVlan::reorderHeaders>("reorder-headers"),
    setting<&DesiredVlan::looseBinding>("loose-binding"),
};

constexpr std::int64_t kHighestVni = (1 << 24) - 1;

constexpr Field<DesiredVxlan> kVxlanFields[] = {
    setting<&DesiredVxlan::base>("base-iface"),
    number<&DesiredVxlan::id, 0, kHighestVni>("id"),
    setting<&DesiredVxlan::remote>("remote"),
    setting<&DesiredVxlan::local>("local"),
    setting<&DesiredVxlan::learning>("learning"),
    setting<&DesiredVxlan::destinationPort>("destination-port"),
};

constexpr std::string_view kMacVlanModes[] = {"vepa", "bridge", "private", "passthru", "source"};

constexpr Field<DesiredMacVlan> kMacVlanFields[] = {
    setting<&DesiredMacVlan::base>("base-iface"),
    choice<&DesiredMacVlan::mode, kMacVlanModes>("mode"),
    setting<&DesiredMacVlan::promiscuous>("promiscuous"),
};

constexpr std::string_view kIpVlanModes[] = {"l2", "l3", "l3s"};

constexpr Field<DesiredIpVlan> kIpVlanFields[] = {
    setting<&DesiredIpVlan::base>("base-iface"),
    choice<&DesiredIpVlan::mode, kIpVlanModes>("mode"),
    setting<&DesiredIpVlan::isPrivate>("private"),
    setting<&DesiredIpVlan::vepa>("vepa"),
};

constexpr Field<DesiredVrf> kVrfFields[] = {
    {.key = "port",
     .read = [](const Value& value, DesiredVrf& vrf) { vrf.ports = readPortNames(value); },
     .write = [](const DesiredVrf& vrf) -> std::optional<Node> {
       if (!vrf.ports) return std::nullopt;
       return writePortNames(*vrf.ports);
     },
     .aliases = {"ports"}},
    number<&DesiredVrf::table, 1, 0xFFFFFFFF>("route-table-id"),
};

}  // namespace

void readVeth(const Value& section, DesiredVeth& veth) {
  if (readFields(section, kVethFields, veth) && !section.find("peer")) {
    section.error("'veth' needs 'peer'");
  }
}

void readVlan(const Value& section, DesiredVlan& vlan) { readFields(section, kVlanFields, vlan); }

void readVxlan(const Value& section, DesiredVxlan& vxlan) {
  if (!readFields(section, kVxlanFields, vxlan)) return;
  if (vxlan.remote && vxlan.local && vxlan.remote->family() != vxlan.local->family()) {
    section.find("local")->error(strCat("'local' ", *vxlan.local, " and 'remote' ", *vxlan.remote,
                                        " are not of one family"));
  }
}

void readMacVlan(const Value& section, DesiredMacVlan& macVlan) {
  if (!readFields(section, kMacVlanFields, macVlan)) return;
  if (macVlan.promiscuous == false && macVlan.mode && *macVlan.mode != "passthru") {
    section.find("promiscuous")
        ->error(
            strCat("'promiscuous: false' works with 'mode: passthru' only, not ", *macVlan.mode));
  }
}

void readIpVlan(const Value& section, DesiredIpVlan& ipVlan) {
  if (!readFields(section, kIpVlanFields, ipVlan)) return;
  if (ipVlan.isPrivate == true && ipVlan.vepa == true) {
    section.find("vepa")->error("'private' and 'vepa' cannot both be true");
  }
}

void readVrf(const Value& section, DesiredVrf& vrf) { readFields(section, kVrfFields, vrf); }

Node writeVeth(const DesiredVeth& veth) { return writeMapping(veth, kVethFields); }
Node writeVlan(const DesiredVlan& vlan) { return writeMapping(vlan, kVlanFields); }
Node writeVxlan(const DesiredVxlan& vxlan) { return writeMapping(vxlan, kVxlanFields); }
Node writeMacVlan(const DesiredMacVlan& macVlan) { return writeMapping(macVlan, kMacVlanFields); }
Node writeIpVlan(const DesiredIpVlan& ipVlan) { return writeMapping(ipVlan, kIpVlanFields); }
Node writeVrf(const DesiredVrf& vrf) { return writeMapping(vrf, kVrfFields); }

}  // namespace pointsman::document
