// SPDX-License-Identifier: Apache-2.0
// Which attribute carries which option. Attributes and their widths: linux/if_link.h and the
// policies in drivers/net/bonding/bond_netlink.c and net/bridge/br_netlink.c; names of values:
// linux/if_bonding.h and iproute2, ip/iplink_bond.c. Times of bridges are in hundredths of a
// second, those of bonds in milliseconds.
#include <linux/if_link.h>

#include "netlink/options.h"

namespace pointsman::netlink {

namespace {

using enum OptionType;
constexpr auto ReadOnly = OptionAccess::ReadOnly;

constexpr std::string_view kBondModes[] = {"balance-rr", "active-backup", "balance-xor",
                                           "broadcast",  "802.3ad",       "balance-tlb",
                                           "balance-alb"};
constexpr std::string_view kArpValidate[] = {"none",   "active",        "backup",       "all",
                                             "filter", "filter_active", "filter_backup"};
constexpr std::string_view kArpAllTargets[] = {"any", "all"};
constexpr std::string_view kPrimaryReselect[] = {"always", "better", "failure"};
constexpr std::string_view kFailOverMac[] = {"none", "active", "follow"};
constexpr std::string_view kXmitHashPolicies[] = {"layer2",   "layer3+4", "layer2+3",
                                                  "encap2+3", "encap3+4", "vlan+srcmac"};
constexpr std::string_view kLacpRates[] = {"slow", "fast"};
constexpr std::string_view kAdSelect[] = {"stable", "bandwidth", "count"};
constexpr std::string_view kOffOn[] = {"off", "on"};
constexpr std::string_view kBondPortStates[] = {"active", "backup"};
constexpr std::string_view kMiiStates[] = {"up", "going-down", "down", "going-back"};
constexpr std::string_view kStpStates[] = {"disabled", "listening", "learning", "forwarding",
                                           "blocking"};

constexpr OptionRow kBond[] = {
    {"mode", IFLA_BOND_MODE, U8, kBondModes},
    {"active_slave", IFLA_BOND_ACTIVE_SLAVE, OptionType::Link},
    {"miimon", IFLA_BOND_MIIMON, U32},
    {"updelay", IFLA_BOND_UPDELAY, U32},
    {"downdelay", IFLA_BOND_DOWNDELAY, U32},
    {"use_carrier", IFLA_BOND_USE_CARRIER, U8},
    {"arp_interval", IFLA_BOND_ARP_INTERVAL, U32},
    {"arp_ip_target", IFLA_BOND_ARP_IP_TARGET, IpList},
    {"ns_ip6_target", IFLA_BOND_NS_IP6_TARGET, IpList},
    {"arp_validate", IFLA_BOND_ARP_VALIDATE, U32, kArpValidate},
    {"arp_all_targets", IFLA_BOND_ARP_ALL_TARGETS, U32, kArpAllTargets},
    {"arp_missed_max", IFLA_BOND_MISSED_MAX, U8},
    {"primary", IFLA_BOND_PRIMARY, OptionType::Link},
    {"primary_reselect", IFLA_BOND_PRIMARY_RESELECT, U8, kPrimaryReselect},
    {"fail_over_mac", IFLA_BOND_FAIL_OVER_MAC, U8, kFailOverMac},
    {"xmit_hash_policy", IFLA_BOND_XMIT_HASH_POLICY, U8, kXmitHashPolicies},
    {"resend_igmp", IFLA_BOND_RESEND_IGMP, U32},
    // sysfs has one number under two names, num_grat_arp and num_unsol_na.
    {"num_grat_arp", IFLA_BOND_NUM_PEER_NOTIF, U8},
    {"all_slaves_active", IFLA_BOND_ALL_SLAVES_ACTIVE, U8},
    {"min_links", IFLA_BOND_MIN_LINKS, U32},
    {"lp_interval", IFLA_BOND_LP_INTERVAL, U32},
    {"packets_per_slave", IFLA_BOND_PACKETS_PER_SLAVE, U32},
    {"lacp_active", IFLA_BOND_AD_LACP_ACTIVE, U8, kOffOn},
    {"lacp_rate", IFLA_BOND_AD_LACP_RATE, U8, kLacpRates},
    {"ad_select", IFLA_BOND_AD_SELECT, U8, kAdSelect},
    {"ad_actor_sys_prio", IFLA_BOND_AD_ACTOR_SYS_PRIO, U16},
    {"ad_user_port_key", IFLA_BOND_AD_USER_PORT_KEY, U16},
    {"ad_actor_system", IFLA_BOND_AD_ACTOR_SYSTEM, Mac},
    {"tlb_dynamic_lb", IFLA_BOND_TLB_DYNAMIC_LB, U8},
    {"peer_notif_delay", IFLA_BOND_PEER_NOTIF_DELAY, U32},
};

constexpr OptionRow kBondPort[] = {
    {"state", IFLA_BOND_SLAVE_STATE, U8, kBondPortStates, ReadOnly},
    {"mii_status", IFLA_BOND_SLAVE_MII_STATUS, U8, kMiiStates, ReadOnly},
    {"link_failure_count", IFLA_BOND_SLAVE_LINK_FAILURE_COUNT, U32, {}, ReadOnly},
    {"perm_hwaddr", IFLA_BOND_SLAVE_PERM_HWADDR, Mac, {}, ReadOnly},
    {"ad_aggregator_id", IFLA_BOND_SLAVE_AD_AGGREGATOR_ID, U16, {}, ReadOnly},
    {"queue_id", IFLA_BOND_SLAVE_QUEUE_ID, U16},
    {"prio", IFLA_BOND_SLAVE_PRIO, S32},
};

constexpr OptionRow kBridge[] = {
    {"forward_delay", IFLA_BR_FORWARD_DELAY, U32},
    {"hello_time", IFLA_BR_HELLO_TIME, U32},
    {"max_age", IFLA_BR_MAX_AGE, U32},
    {"ageing_time", IFLA_BR_AGEING_TIME, U32},
    {"stp_state", IFLA_BR_STP_STATE, U32},
    {"priority", IFLA_BR_PRIORITY, U16},
    {"group_fwd_mask", IFLA_BR_GROUP_FWD_MASK, U16},
    {"group_addr", IFLA_BR_GROUP_ADDR, Mac},
    {"vlan_filtering", IFLA_BR_VLAN_FILTERING, U8},
    {"vlan_protocol", IFLA_BR_VLAN_PROTOCOL, EtherType},
    {"vlan_default_pvid", IFLA_BR_VLAN_DEFAULT_PVID, U16},
    {"vlan_stats_enabled", IFLA_BR_VLAN_STATS_ENABLED, U8},
    {"vlan_stats_per_port", IFLA_BR_VLAN_STATS_PER_PORT, U8},
    {"mcast_snooping", IFLA_BR_MCAST_SNOOPING, U8},
    {"mcast_router", IFLA_BR_MCAST_ROUTER, U8},
    {"mcast_query_use_ifaddr", IFLA_BR_MCAST_QUERY_USE_IFADDR, U8},
    {"mcast_querier", IFLA_BR_MCAST_QUERIER, U8},
    {"mcast_hash_elasticity", IFLA_BR_MCAST_HASH_ELASTICITY, U32},
    {"mcast_hash_max", IFLA_BR_MCAST_HASH_MAX, U32},
    {"mcast_last_member_count", IFLA_BR_MCAST_LAST_MEMBER_CNT, U32},
    {"mcast_startup_query_count", IFLA_BR_MCAST_STARTUP_QUERY_CNT, U32},
    {"mcast_last_member_interval", IFLA_BR_MCAST_LAST_MEMBER_INTVL, U64},
    {"mcast_membership_interval", IFLA_BR_MCAST_MEMBERSHIP_INTVL, U64},
    {"mcast_querier_interval", IFLA_BR_MCAST_QUERIER_INTVL, U64},
    {"mcast_query_interval", IFLA_BR_MCAST_QUERY_INTVL, U64},
    {"mcast_query_response_interval", IFLA_BR_MCAST_QUERY_RESPONSE_INTVL, U64},
    {"mcast_startup_query_interval", IFLA_BR_MCAST_STARTUP_QUERY_INTVL, U64},
    {"mcast_stats_enabled", IFLA_BR_MCAST_STATS_ENABLED, U8},
    {"mcast_igmp_version", IFLA_BR_MCAST_IGMP_VERSION, U8},
    {"mcast_mld_version", IFLA_BR_MCAST_MLD_VERSION, U8},
    {"nf_call_iptables", IFLA_BR_NF_CALL_IPTABLES, U8},
    {"nf_call_ip6tables", IFLA_BR_NF_CALL_IP6TABLES, U8},
    {"nf_call_arptables", IFLA_BR_NF_CALL_ARPTABLES, U8},
};

constexpr OptionRow kBridgePort[] = {
    {"state", IFLA_BRPORT_STATE, U8, kStpStates, ReadOnly},
    {"priority", IFLA_BRPORT_PRIORITY, U16},
    {"cost", IFLA_BRPORT_COST, U32},
    {"hairpin", IFLA_BRPORT_MODE, U8},
    {"guard", IFLA_BRPORT_GUARD, U8},
    {"root_block", IFLA_BRPORT_PROTECT, U8},
    {"fastleave", IFLA_BRPORT_FAST_LEAVE, U8},
    {"learning", IFLA_BRPORT_LEARNING, U8},
    {"flood", IFLA_BRPORT_UNICAST_FLOOD, U8},
    {"mcast_flood", IFLA_BRPORT_MCAST_FLOOD, U8},
    {"bcast_flood", IFLA_BRPORT_BCAST_FLOOD, U8},
    {"mcast_to_unicast", IFLA_BRPORT_MCAST_TO_UCAST, U8},
    {"mcast_router", IFLA_BRPORT_MULTICAST_ROUTER, U8},
    {"proxy_arp", IFLA_BRPORT_PROXYARP, U8},
    {"proxy_arp_wifi", IFLA_BRPORT_PROXYARP_WIFI, U8},
    {"vlan_tunnel", IFLA_BRPORT_VLAN_TUNNEL, U8},
    {"group_fwd_mask", IFLA_BRPORT_GROUP_FWD_MASK, U16},
    {"neigh_suppress", IFLA_BRPORT_NEIGH_SUPPRESS, U8},
    {"isolated", IFLA_BRPORT_ISOLATED, U8},
    {"locked", IFLA_BRPORT_LOCKED, U8},
    {"backup_port", IFLA_BRPORT_BACKUP_PORT, OptionType::Link},
};

}  // namespace

OptionTable bondOptions() { return kBond; }
OptionTable bondPortOptions() { return kBondPort; }
OptionTable bridgeOptions() { return kBridge; }
OptionTable bridgePortOptions() { return kBridgePort; }

}  // namespace pointsman::netlink
