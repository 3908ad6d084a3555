// SPDX-License-Identifier: Apache-2.0
#include "propose/describe_uplink.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/overloaded.h"

namespace pointsman::propose {

namespace {

// What a bond has when nobody says otherwise (drivers/net/bonding/bond_main.c, bond_check_params).
// The kernel reports every option in every mode and refuses to be told most of them in the others.
constexpr std::array<std::pair<std::string_view, std::string_view>, 28> kBondDefaults = {{
    {"miimon", "0"},
    {"updelay", "0"},
    {"downdelay", "0"},
    {"use_carrier", "1"},
    {"arp_interval", "0"},
    {"arp_ip_target", ""},
    {"ns_ip6_target", ""},
    {"arp_validate", "none"},
    {"arp_all_targets", "any"},
    {"arp_missed_max", "2"},
    {"primary", ""},
    {"primary_reselect", "always"},
    {"fail_over_mac", "none"},
    {"xmit_hash_policy", "layer2"},
    {"resend_igmp", "1"},
    {"num_grat_arp", "1"},
    {"all_slaves_active", "0"},
    {"min_links", "0"},
    {"lp_interval", "1"},
    {"packets_per_slave", "1"},
    {"lacp_active", "on"},
    {"lacp_rate", "slow"},
    {"ad_select", "stable"},
    {"ad_actor_sys_prio", "65535"},
    {"ad_user_port_key", "0"},
    {"ad_actor_system", "00:00:00:00:00:00"},
    {"tlb_dynamic_lb", "1"},
    {"peer_notif_delay", "0"},
}};

bool isBondDefault(std::string_view name, std::string_view value) {
  return std::ranges::find(kBondDefaults, std::pair(name, value)) != kBondDefaults.end();
}

std::vector<InterfaceName> portsOf(const HostConfig& config, const InterfaceName& controller) {
  std::vector<InterfaceName> ports;
  for (const auto& [name, link] : config.links) {
    if (link.controller == controller) ports.push_back(name);
  }
  return ports;
}

DesiredBond describeBond(const HostConfig& config, const InterfaceName& name,
                         const BondLink& bond) {
  DesiredBond wish{.mode = bond.mode, .ports = portsOf(config, name)};
  for (const auto& [option, value] : bond.options) {
    if (!isBondDefault(option, value)) wish.options.emplace(option, value);
  }
  for (const InterfaceName& port : *wish.ports) {
    const auto& settings = config.links.at(port).bondPort;
    // 0 is what each port has at birth.
    if (settings && (settings->priority.value_or(0) != 0 || settings->queueId.value_or(0) != 0)) {
      wish.portSettings.push_back({.name = port, .settings = *settings});
    }
  }
  return wish;
}

DesiredVlan describeVlan(const VlanLink& vlan) {
  DesiredVlan wish{.base = vlan.base, .id = vlan.id};
  if (vlan.protocol != VlanLink{}.protocol) wish.protocol = vlan.protocol;
  if (vlan.reorderHeaders != VlanLink{}.reorderHeaders) wish.reorderHeaders = vlan.reorderHeaders;
  if (vlan.looseBinding != VlanLink{}.looseBinding) wish.looseBinding = vlan.looseBinding;
  if (vlan.registration != VlanLink{}.registration) wish.registration = vlan.registration;
  return wish;
}

DesiredLinuxBridge describeLinuxBridge(const HostConfig& config, const InterfaceName& name) {
  DesiredLinuxBridge wish;
  wish.ports.emplace();
  for (const InterfaceName& port : portsOf(config, name)) wish.ports->push_back({.name = port});
  return wish;
}

DesiredInterface describeLink(const HostConfig& config, const InterfaceName& name) {
  const LinkConfig& link = config.links.at(name);
  DesiredInterface wish{.name = name.text, .type = typeOf(link.kind), .mtu = link.mtu};
  std::visit(Overloaded{
                 [&](const BondLink& bond) {
                   wish.kind = describeBond(config, name, bond);
                   // Otherwise the first port to join decides, which differs from boot to boot.
                   if (!changesMacOnFailover(link)) wish.mac = link.mac;
                 },
                 [&](const VlanLink& vlan) { wish.kind = describeVlan(vlan); },
                 [&](const LinuxBridgeLink&) { wish.kind = describeLinuxBridge(config, name); },
                 // One end of a pair whose other end is elsewhere is a NIC to this host.
                 [&](const VethLink& veth) {
                   if (veth.peer) {
                     wish.kind = DesiredVeth{*veth.peer};
                   } else {
                     wish.type = InterfaceType::Ethernet;
                   }
                 },
                 [](const auto&) {},
             },
             link.kind);
  return wish;
}

}  // namespace

std::vector<DesiredInterface> describeUplink(const HostConfig& config,
                                             const InterfaceName& uplink) {
  std::vector<DesiredInterface> stack;
  std::optional<InterfaceName> next = uplink;
  // The kernel allows no loops; what was read between two changes might show one.
  while (next && config.links.contains(*next) && stack.size() < config.links.size()) {
    stack.push_back(describeLink(config, *next));
    next = baseOf(config.links.at(*next).kind);
  }
  std::ranges::reverse(stack);
  return stack;
}

bool changesMacOnFailover(const LinkConfig& link) {
  const auto* bond = std::get_if<BondLink>(&link.kind);
  if (bond == nullptr || bond->mode != "active-backup") return false;
  const auto policy = bond->options.find("fail_over_mac");
  // Documents and sysfs know the policy by name and by number.
  return policy != bond->options.end() && policy->second != "none" && policy->second != "0";
}

}  // namespace pointsman::propose
