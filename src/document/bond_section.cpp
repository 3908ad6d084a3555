// SPDX-License-Identifier: Apache-2.0
#include "document/bond_section.h"

#include "document/fields.h"
#include "document/option_table.h"
#include "document/port_section.h"

namespace pointsman::document {

namespace {

using enum OptionKind;

// In the order of the kernel's numbers (linux/if_bonding.h), which are understood too.
constexpr std::string_view kModes[] = {"balance-rr", "active-backup", "balance-xor", "broadcast",
                                       "802.3ad",    "balance-tlb",   "balance-alb"};
constexpr OptionRow kMode = {.key = "mode", .kind = Word, .words = kModes};

constexpr std::string_view kArpValidate[] = {"none",   "active",        "backup",       "all",
                                             "filter", "filter_active", "filter_backup"};
constexpr std::string_view kArpAllTargets[] = {"any", "all"};
constexpr std::string_view kPrimaryReselect[] = {"always", "better", "failure"};
constexpr std::string_view kFailOverMac[] = {"none", "active", "follow"};
constexpr std::string_view kXmitHashPolicies[] = {"layer2",   "layer3+4", "layer2+3",
                                                  "encap2+3", "encap3+4", "vlan+srcmac"};
constexpr std::string_view kLacpRates[] = {"slow", "fast"};
constexpr std::string_view kAdSelect[] = {"stable", "bandwidth", "count"};
constexpr std::string_view kAllSlavesActive[] = {"dropped", "delivered"};
constexpr std::string_view kOffOn[] = {"off", "on"};

constexpr OptionRow kOptions[] = {
    {.key = "ad_actor_sys_prio", .least = 1, .most = 65535},
    {.key = "ad_actor_system", .kind = Mac},
    {.key = "ad_select", .kind = Word, .words = kAdSelect},
    {.key = "ad_user_port_key", .most = 1023},
    {.key = "all_slaves_active", .kind = Flag, .words = kAllSlavesActive},
    {.key = "arp_all_targets", .kind = Word, .words = kArpAllTargets},
    {.key = "arp_interval", .most = 2147483647},
    {.key = "arp_ip_target", .kind = AddressList},
    {.key = "arp_missed_max", .most = 255},
    {.key = "arp_validate", .kind = Word, .words = kArpValidate},
    {.key = "downdelay", .most = 2147483647},
    {.key = "fail_over_mac", .kind = Word, .words = kFailOverMac},
    {.key = "lacp_active", .kind = Word, .words = kOffOn},
    {.key = "lacp_rate", .kind = Word, .words = kLacpRates},
    {.key = "lp_interval", .least = 1, .most = 2147483647},
    {.key = "miimon", .most = 2147483647},
    {.key = "min_links", .most = 2147483647},
    {.key = "ns_ip6_target", .kind = AddressList},
    {.key = "num_grat_arp", .most = 255},
    // One number under two names, in the kernel as here.
    {.key = "num_unsol_na", .most = 255, .name = "num_grat_arp"},
    {.key = "packets_per_slave", .most = 65535},
    {.key = "peer_notif_delay", .most = 2147483647},
    {.key = "primary", .kind = Name},
    {.key = "primary_reselect", .kind = Word, .words = kPrimaryReselect},
    {.key = "resend_igmp", .most = 255},
    {.key = "tlb_dynamic_lb", .kind = Flag},
    {.key = "updelay", .most = 2147483647},
    {.key = "use_carrier", .kind = Flag},
    {.key = "xmit_hash_policy", .kind = Word, .words = kXmitHashPolicies},
};

void readMode(const Value& value, DesiredBond& bond) {
  if (value.node().isScalar() && value.node().text == "lacp") {
    bond.mode = "802.3ad";
    return;
  }
  StringMap read;
  readOption(value, kMode, read);
  if (const auto mode = read.find("mode"); mode != read.end()) bond.mode = mode->second;
}

void readBondOptions(const Value& map, DesiredBond& bond) {
  if (!map.expectMapping()) return;
  if (const Entry* slb = map.node().findEntry("balance-slb")) {
    map.at(*slb).errorAtKey("pointsman does not support 'balance-slb' on a kernel bond",
                            "make the bond a port of an ovs-bridge: link-aggregation with "
                            "'mode: balance-slb'");
    return;
  }
  readOptions(map, kOptions, bond.options);
}

template <auto Member>
constexpr Field<DesiredBondPort> portSetting(std::string_view key) {
  using Codec = detail::MemberCodec<decltype(detail::memberOf(Member))>;
  return {.key = key,
          .read = [](const Value& value,
                     DesiredBondPort& port) { Codec::read(value, port.settings.*Member); },
          .write = [](const DesiredBondPort& port) { return Codec::write(port.settings.*Member); }};
}

constexpr Field<DesiredBondPort> kPortFields[] = {
    kNameField<DesiredBondPort>,
    portSetting<&BondPort::priority>("priority"),
    portSetting<&BondPort::queueId>("queue-id"),
};

constexpr Field<DesiredBond> kBondFields[] = {
    {.key = "mode", .read = readMode, .write = setting<&DesiredBond::mode>("").write},
    {.key = "options",
     .read = readBondOptions,
     .write = [](const DesiredBond& bond) -> std::optional<Node> {
       if (bond.options.empty()) return std::nullopt;
       Node map = Node::mapping();
       writeOptions(bond.options, kOptions, map);
       return map;
     }},
    {.key = "port",
     .read = [](const Value& value, DesiredBond& bond) { bond.ports = readPortNames(value); },
     .write = [](const DesiredBond& bond) -> std::optional<Node> {
       if (!bond.ports) return std::nullopt;
       return writePortNames(*bond.ports);
     },
     .aliases = {"ports"}},
    {.key = "ports-config",
     .read =
         [](const Value& value, DesiredBond& bond) {
           auto ports = readNamedList<DesiredBondPort>(value, "port", kPortFields);
           if (ports) bond.portSettings = std::move(*ports);
         },
     .write = [](const DesiredBond& bond) -> std::optional<Node> {
       if (bond.portSettings.empty()) return std::nullopt;
       return writeNamedList(bond.portSettings, kPortFields);
     }},
};

bool isPositive(const StringMap& options, const char* name) {
  const auto found = options.find(name);
  return found != options.end() && found->second != "0";
}

}  // namespace

void readBond(const Value& section, DesiredBond& bond) {
  if (!readFields(section, kBondFields, bond)) return;
  if (isPositive(bond.options, "miimon") && isPositive(bond.options, "arp_interval")) {
    section.find("options")->error(
        "'miimon' and 'arp_interval' cannot both be used",
        "the kernel watches links in one way only; set one of them to 0");
  }
}

Node writeBond(const DesiredBond& bond) { return writeMapping(bond, kBondFields); }

StringMap expressibleBondOptions(const StringMap& options) {
  return expressible(options, kOptions);
}

}  // namespace pointsman::document
