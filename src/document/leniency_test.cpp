// SPDX-License-Identifier: Apache-2.0
// The many ways to write one thing. Each case is two documents that must mean the same.
#include <gtest/gtest.h>

#include "document/testing/expect.h"

namespace pointsman::document {
namespace {

struct SameCase {
  const char* name;
  std::string_view written;
  std::string_view meaning;
};
class Leniency : public testing::TestWithParam<SameCase> {};

TEST_P(Leniency, MeansTheSame) {
  EXPECT_EQ(findingsIn(GetParam().written), "");
  EXPECT_EQ(mustParse(GetParam().written).desired, mustParse(GetParam().meaning).desired);
}

constexpr SameCase kScalars[] = {
    {"QuotedNumber", "interfaces: [{name: a, type: dummy, mtu: '1500'}]",
     "interfaces: [{name: a, type: dummy, mtu: 1500}]"},
    {"HexadecimalNumber", "route-rules: {config: [{family: ipv4, fwmark: 0x20}]}",
     "route-rules: {config: [{family: ipv4, fwmark: 32}]}"},
    {"NumberAsName", "interfaces: [{name: 1234, type: dummy}]",
     "interfaces: [{name: '1234', type: dummy}]"},
    {"MacInLowerCase", "interfaces: [{name: a, type: dummy, mac-address: 5e:aa:00:00:00:01}]",
     "interfaces: [{name: a, type: dummy, mac-address: 5E:AA:00:00:00:01}]"},
    {"MacWithDashes", "interfaces: [{name: a, type: dummy, mac-address: 5e-aa-00-00-00-01}]",
     "interfaces: [{name: a, type: dummy, mac-address: 5E:AA:00:00:00:01}]"},
    {"NullIsNotMentioned", "interfaces: [{name: a, mtu: null, controller: ~, ipv4: , bridge: }]",
     "interfaces: [{name: a}]"},
    {"NullOfUnsupportedKey", "interfaces: [{name: a, ethtool: null}]", "interfaces: [{name: a}]"},
    {"UpIsTheDefault", "interfaces: [{name: a, state: up}]", "interfaces: [{name: a}]"},
    {"NameIsTheDefaultIdentifier", "interfaces: [{name: a, identifier: name}]",
     "interfaces: [{name: a}]"},
    {"EmptyDocument", "", "interfaces: []"},
    {"Json", R"({"interfaces": [{"name": "a", "type": "dummy", "mtu": 1500}]})",
     "interfaces: [{name: a, type: dummy, mtu: 1500}]"},
};
INSTANTIATE_TEST_SUITE_P(Scalars, Leniency, testing::ValuesIn(kScalars),
                         [](const auto& tested) { return tested.param.name; });

constexpr SameCase kOvs[] = {
    {"PortsForPort", "interfaces: [{name: b, type: ovs-bridge, bridge: {ports: [{name: p}]}}]",
     "interfaces: [{name: b, type: ovs-bridge, bridge: {port: [{name: p}]}}]"},
    {"BondForLinkAggregation",
     "interfaces: [{name: b, type: ovs-bridge, bridge: {port: [{name: p, bond: {mode: lacp, ports: "
     "[{name: x}, {name: y}]}}]}}]",
     "interfaces: [{name: b, type: ovs-bridge, bridge: {port: [{name: p, link-aggregation: {mode: "
     "lacp, port: [{name: x}, {name: y}]}}]}}]"},
    {"StpAsMap",
     "interfaces: [{name: b, type: ovs-bridge, bridge: {options: {stp: {enabled: true}}}}]",
     "interfaces: [{name: b, type: ovs-bridge, bridge: {options: {stp: true}}}]"},
    {"StpOffInQuotes",
     "interfaces: [{name: b, type: ovs-bridge, bridge: {options: {stp: \"off\"}}}]",
     "interfaces: [{name: b, type: ovs-bridge, bridge: {options: {stp: false}}}]"},
    {"VlanNullClears",
     "interfaces: [{name: b, type: ovs-bridge, bridge: {port: [{name: p, vlan: null}]}}]",
     "interfaces: [{name: b, type: ovs-bridge, bridge: {port: [{name: p, vlan: {}}]}}]"},
    {"TrunkIdsInAnyOrder",
     "interfaces: [{name: b, type: ovs-bridge, bridge: {port: [{name: p, vlan: {mode: trunk, "
     "trunk-tags: [{id: 11}, {id: 10}]}}]}}]",
     "interfaces: [{name: b, type: ovs-bridge, bridge: {port: [{name: p, vlan: {mode: trunk, "
     "trunk-tags: [{id-range: {min: 10, max: 11}}]}}]}}]"},
    {"IpOffOnABridge",
     "interfaces: [{name: b, type: ovs-bridge, ipv4: {enabled: false, dhcp: false}, ipv6: "
     "{enabled: "
     "false}}]",
     "interfaces: [{name: b, type: ovs-bridge}]"},
    {"RowMapValuesOfAnyType",
     "interfaces: [{name: b, type: ovs-bridge, ovs-db: {other_config: {a: 1, b: true, c: 0.5, d: "
     "x, "
     "e: null}}}]",
     "interfaces: [{name: b, type: ovs-bridge, ovs-db: {other_config: {a: '1', b: 'true', c: "
     "'0.5', "
     "d: 'x'}}}]"},
    {"GlobalMapValuesOfAnyType", "ovs-db: {other_config: {a: 1000, b: null}}",
     "ovs-db: {other_config: {a: '1000', b: }}"},
    {"EmptyOvsDbClearsBoth", "ovs-db: {}", "ovs-db: {external_ids: {}, other_config: {}}"},
    {"MappingPresent", "ovn: {bridge-mappings: [{localnet: n, bridge: b, state: present}]}",
     "ovn: {bridge-mappings: [{localnet: n, bridge: b}]}"},
    {"TunnelByOptions",
     "interfaces: [{name: t, type: ovs-interface, vport: {type: geneve, options: {remote_ip: "
     "192.0.2.9, key: 10, dst_port: 6081, local_ip: 192.0.2.1}}}]",
     "interfaces: [{name: t, type: ovs-interface, geneve: {remote: 192.0.2.9, local: 192.0.2.1, "
     "id: "
     "10, destination-port: 6081}}]"},
    {"DpdkQueues",
     "interfaces: [{name: d, type: ovs-interface, dpdk: {devargs: x, n_rxq: 2, n_rxq_desc: 0}}]",
     "interfaces: [{name: d, type: ovs-interface, dpdk: {devargs: x, rx-queue: 2}}]"},
    {"LongPatchName",
     "interfaces: [{name: patch-br-ex_node-1-to-br-int, type: ovs-interface, patch: {peer: x}}]",
     "interfaces: [{name: patch-br-ex_node-1-to-br-int, type: ovs-interface, vport: {type: patch, "
     "options: {peer: x}}}]"},
};
INSTANTIATE_TEST_SUITE_P(Ovs, Leniency, testing::ValuesIn(kOvs),
                         [](const auto& tested) { return tested.param.name; });

constexpr SameCase kLinks[] = {
    {"BondModeByNumber", "interfaces: [{name: b, type: bond, link-aggregation: {mode: 1}}]",
     "interfaces: [{name: b, type: bond, link-aggregation: {mode: active-backup}}]"},
    {"BondModeLacp", "interfaces: [{name: b, type: bond, link-aggregation: {mode: lacp}}]",
     "interfaces: [{name: b, type: bond, link-aggregation: {mode: 802.3ad}}]"},
    {"BondOptionsByNumber",
     "interfaces: [{name: b, type: bond, link-aggregation: {options: {lacp_rate: 1, use_carrier: "
     "'yes', "
     "all_slaves_active: delivered, miimon: '100', num_unsol_na: 2}}}]",
     "interfaces: [{name: b, type: bond, link-aggregation: {options: {lacp_rate: fast, "
     "use_carrier: "
     "true, all_slaves_active: 1, miimon: 100, num_grat_arp: 2}}}]"},
    {"GroupForwardMask",
     "interfaces: [{name: b, type: linux-bridge, bridge: {options: {group-forward-mask: 8}}}]",
     "interfaces: [{name: b, type: linux-bridge, bridge: {options: {group-fwd-mask: 8}}}]"},
    {"BridgeTimersAreReadOver",
     "interfaces: [{name: b, type: linux-bridge, bridge: {options: {gc-timer: 29657, hello-timer: "
     "46, "
     "multicast-router: 1}}}]",
     "interfaces: [{name: b, type: linux-bridge, bridge: {options: {multicast-router: auto}}}]"},
    {"VethSaidToBeEthernet", "interfaces: [{name: v, type: ethernet, veth: {peer: w}}]",
     "interfaces: [{name: v, type: ethernet, veth: {peer: w}, ethernet: {}}]"},
    {"NoLldpIsWhatWeDo",
     "interfaces: [{name: e, lldp: {enabled: false, neighbors: []}, mptcp: {address-flags: []}}]",
     "interfaces: [{name: e}]"},
    {"FactsAreReadOver",
     "interfaces: [{name: e, driver: virtio_net, permanent-mac-address: x, min-mtu: 68, max-mtu: "
     "9000, ofport: -1, ovs-error: y, oper-state: up, carrier: true, datapath-id: z}]",
     "interfaces: [{name: e}]"},
    {"AbsentNeedsNothingElse",
     "interfaces: [{name: e, state: absent, mtu: nonsense, bridge: {}, ethtool: {}, type: vlan}]",
     "interfaces: [{name: e, state: absent, type: vlan}]"},
};
INSTANTIATE_TEST_SUITE_P(Links, Leniency, testing::ValuesIn(kLinks),
                         [](const auto& tested) { return tested.param.name; });

constexpr SameCase kIp[] = {
    {"LeasesAreLeftOut",
     "interfaces: [{name: e, ipv4: {dhcp: true, address: [{ip: 192.0.2.9, prefix-length: 24, "
     "valid-left: 3599sec}, {ip: 192.0.2.8, prefix-length: 24, preferred-lft: 10}]}}]",
     "interfaces: [{name: e, ipv4: {dhcp: true, address: []}}]"},
    {"ForeverIsConfigured",
     "interfaces: [{name: e, ipv4: {address: [{ip: 192.0.2.9, prefix-length: 24, valid-life-time: "
     "forever, mptcp-flags: [x]}]}}]",
     "interfaces: [{name: e, ipv4: {address: [{ip: 192.0.2.9, prefix-length: 24}]}}]"},
    {"ShownLinkLocal",
     "interfaces: [{name: e, ipv6: {address: [{ip: 'fe80::1', prefix-length: 64, valid-life-time: "
     "forever}]}}]",
     "interfaces: [{name: e, ipv6: {address: []}}]"},
    {"TokenOfZeroClears", "interfaces: [{name: e, ipv6: {token: '::'}}]",
     "interfaces: [{name: e, ipv6: {token: ''}}]"},
    {"RouteHostBits",
     "routes: {config: [{destination: 198.51.100.7/24, next-hop-interface: e}], running: "
     "[whatever]}",
     "routes: {config: [{destination: 198.51.100.0/24, next-hop-interface: e}]}"},
    {"RouteToOneHost", "routes: {config: [{destination: 198.51.100.7, next-hop-interface: e}]}",
     "routes: {config: [{destination: 198.51.100.7/32, next-hop-interface: e}]}"},
    {"RouteDefaults",
     "routes: {config: [{destination: '::/0', next-hop-interface: e, metric: -1, table-id: 0}]}",
     "routes: {config: [{destination: '::/0', next-hop-interface: e}]}"},
    {"RuleDefaults", "route-rules: {config: [{family: ipv4, priority: -1, route-table: 0}]}",
     "route-rules: {config: [{family: ipv4}]}"},
    {"EmptyResolverPurges", "dns-resolver: {config: {}, running: {server: [x]}}",
     "dns-resolver: {config: {server: [], search: [], options: []}}"},
    {"EmptyResolverSection", "dns-resolver: {}", ""},
};
INSTANTIATE_TEST_SUITE_P(Ip, Leniency, testing::ValuesIn(kIp),
                         [](const auto& tested) { return tested.param.name; });

class Booleans : public testing::TestWithParam<std::pair<const char*, bool>> {};

TEST_P(Booleans, AreReadHoweverTheyAreWritten) {
  for (const char* quote : {"", "'", "\""}) {
    const Document document = mustParse(
        strCat("interfaces: [{name: e, ipv4: {enabled: ", quote, GetParam().first, quote, "}}]"));
    ASSERT_EQ(document.desired.interfaces.size(), 1U);
    EXPECT_EQ(document.desired.interfaces[0].ipv4->enabled, GetParam().second);
  }
}

INSTANTIATE_TEST_SUITE_P(, Booleans,
                         testing::Values(std::pair("true", true), std::pair("True", true),
                                         std::pair("1", true), std::pair("yes", true),
                                         std::pair("YES", true), std::pair("on", true),
                                         std::pair("y", true), std::pair("false", false),
                                         std::pair("FALSE", false), std::pair("0", false),
                                         std::pair("no", false), std::pair("off", false),
                                         std::pair("Off", false), std::pair("n", false)),
                         [](const auto& tested) { return tested.param.first; });

}  // namespace
}  // namespace pointsman::document
