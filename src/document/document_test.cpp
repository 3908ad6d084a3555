// SPDX-License-Identifier: Apache-2.0
#include "document/document.h"

#include <gtest/gtest.h>

#include "document/testing/expect.h"

namespace pointsman::document {
namespace {

// The document a user of br-ex writes, with what is read of it.
TEST(DocumentParse, ReadsABridgeWithItsInterface) {
  const DesiredState desired = mustParse(R"(
interfaces:
- name: br-ex
  type: ovs-bridge
  copy-mac-from: eth0
  bridge:
    allow-extra-patch-ports: true
    options: {fail-mode: "", datapath: netdev, mcast-snooping-enable: true}
    port:
    - name: eth0
      vlan: {mode: trunk, enable-native: true, tag: 5, trunk-tags: [{id: 7}]}
    - name: br-ex
- name: br-ex
  type: ovs-interface
  controller: ""
  ipv4: {enabled: true, dhcp: true, auto-route-metric: 48}
)")
                                   .desired;
  ASSERT_EQ(desired.interfaces.size(), 2U);
  const DesiredInterface& bridge = desired.interfaces[0];
  EXPECT_EQ(bridge.type, InterfaceType::OvsBridge);
  EXPECT_EQ(bridge.copyMacFrom, InterfaceName("eth0"));
  const auto& kind = std::get<DesiredOvsBridge>(bridge.kind);
  EXPECT_EQ(kind.allowExtraPatchPorts, true);
  EXPECT_TRUE(isCleared(kind.failMode));
  EXPECT_EQ(kind.stp, std::nullopt);
  ASSERT_EQ(kind.ports->size(), 2U);
  const DesiredPortVlan& vlan = *wishedValue(kind.ports->front().vlan);
  EXPECT_EQ(vlan.mode, VlanMode::Trunk);
  EXPECT_EQ(vlan.enableNative, true);
  EXPECT_TRUE(vlan.trunks->contains(7));
  EXPECT_TRUE(isKept(kind.ports->back().vlan));
  EXPECT_TRUE(isCleared(desired.interfaces[1].controller));
  EXPECT_EQ(desired.interfaces[1].ipv4->autoRouteMetric, 48U);
}

TEST(DocumentParse, MapsTunnelsToInterfaceOptions) {
  const DesiredState desired = mustParse(R"(
interfaces:
- name: gnv0
  type: ovs-interface
  geneve: {remote: 192.0.2.9, id: flow, destination-port: 6081, options: {csum: true}}
)")
                                   .desired;
  const auto& kind = std::get<DesiredOvsInterface>(desired.interfaces[0].kind);
  EXPECT_EQ(kind.type, "geneve");
  EXPECT_EQ(
      kind.options,
      (StringMap{
          {"csum", "true"}, {"dst_port", "6081"}, {"key", "flow"}, {"remote_ip", "192.0.2.9"}}));
}

TEST(DocumentParse, KeepsWarningsBesideAValidDocument) {
  const Document document = mustParse("interfaces:\n- name: b\n  type: ovs-bridge\n  mtu: 9000\n");
  EXPECT_EQ(document.desired.interfaces[0].mtu, std::nullopt);
  ASSERT_EQ(document.warnings.size(), 1U);
  EXPECT_EQ(document.warnings[0].where, (SourcePosition{"test.yml", 4, 8}));
  EXPECT_EQ(document.warnings[0].path, "interfaces[0].mtu");
}

TEST(DocumentParse, SaysWhatIsNoMap) {
  EXPECT_EQ(findingsIn("hello"), "1:1: the document must be a map, not a single value");
  EXPECT_EQ(findingsIn("interfaces: [eth0]"),
            "1:14: an entry of 'interfaces' must be a map, not a single value");
}

TEST(DocumentParse, CountsErrorsThatNobodyWouldRead) {
  std::string text;
  for (int i = 0; i < 1500; ++i) strAppend(text, "nonsense", i, ": 1\n");
  const auto document = parseDocument(text, "test.yml");
  ASSERT_FALSE(document.has_value());
  EXPECT_EQ(document.error().size(), 1001U);
  EXPECT_EQ(document.error().back().message, "and 500 more");
}

TEST(SourceMapLookup, FindsTheNearestPartThatWasWritten) {
  const Document document = mustParse(R"(interfaces:
- name: br0
  type: ovs-bridge
  bridge:
    ports:
    - name: p0
      vlan:
        mode: access
        tag: 7
ovs-db:
  external_ids:
    a.b: x
)");
  const auto lineAndColumn = [&](std::string_view path) {
    const auto where = document.sources.find(path);
    return where ? strCat(where->line, ":", where->column) : std::string("nowhere");
  };
  EXPECT_EQ(lineAndColumn("interfaces[0].bridge.port[0].vlan.tag"), "9:14");
  EXPECT_EQ(lineAndColumn("interfaces[0].bridge.port[0].vlan.trunk-tags[3].id"), "7:7");
  EXPECT_EQ(lineAndColumn("interfaces[0].bridge.port[4].name"), "5:5");
  EXPECT_EQ(lineAndColumn("interfaces[0]"), "2:3");
  EXPECT_EQ(lineAndColumn("interfaces[0].mtu"), "2:3");
  EXPECT_EQ(lineAndColumn("ovs-db.external_ids.a.b"), "12:10");
  EXPECT_EQ(lineAndColumn("routes.config[0]"), "1:1");
  EXPECT_EQ(lineAndColumn("interfaces[x"), "1:1");
}

TEST(SourceMapLookup, FillsInPositionsOfDiagnosticsThatHaveNone) {
  const Document document = mustParse("interfaces:\n- name: eth0\n");
  Diagnostics diagnostics{{.path = "interfaces[0].name", .message = "does not exist"},
                          {.message = "elsewhere", .where = SourcePosition{"other.yml", 7, 7}}};
  document.sources.locate(diagnostics);
  EXPECT_EQ(diagnostics[0].where, (SourcePosition{"test.yml", 2, 9}));
  EXPECT_EQ(diagnostics[1].where->file, "other.yml");
}

constexpr std::string_view kThreeHosts = R"(
baseDomain: example.com
networking:
  clusterNetwork: []
  hostConfig:
  - name: master-0
    role: control
    networkConfig: &shared {interfaces: [{name: eth0, mtu: 1500}]}
  - name: master-1.example.com
    networkConfig:
      <<: *shared
      description: second
  - name: worker-0
    networkConfig: *shared
)";

TEST(InstallConfig, ChoosesTheHostByFullOrShortName) {
  EXPECT_EQ(mustParse(kThreeHosts, {.hostName = "master-0"}).desired.interfaces.size(), 1U);
  for (const char* name : {"master-1", "master-1.example.com"}) {
    EXPECT_EQ(mustParse(kThreeHosts, {.hostName = name}).desired.description, "second");
  }
  EXPECT_EQ(mustParse(kThreeHosts, {.hostName = "worker-0.example.com"}).desired.description,
            std::nullopt);
}

TEST(InstallConfig, CountsPathsFromTheChosenHost) {
  const Document document = mustParse(kThreeHosts, {.hostName = "worker-0"});
  EXPECT_EQ(document.sources.find("interfaces[0].mtu"), (SourcePosition{"test.yml", 8, 60}));
}

TEST(InstallConfig, SaysWhichHostsThereAre) {
  const auto document = parseDocument(kThreeHosts, "test.yml", {.hostName = "worker-9"});
  ASSERT_FALSE(document.has_value());
  EXPECT_EQ(document.error()[0].message, "the document has nothing for host 'worker-9'");
  EXPECT_EQ(document.error()[0].hint, "it is for master-0, master-1.example.com, worker-0");
  EXPECT_EQ(findingsIn(kThreeHosts, {.hostName = "master-1.example.org"}),
            "5:3: the document has nothing for host 'master-1.example.org'");
  EXPECT_EQ(findingsIn(kThreeHosts), "5:3: the document is for several hosts; which one is this?");
}

TEST(InstallConfig, TakesTheOnlyHostWithoutAName) {
  EXPECT_EQ(
      mustParse("hostConfig: [{name: a, networkConfig: {description: d}}]").desired.description,
      "d");
  EXPECT_EQ(mustParse("hostConfig: [{name: a}]").desired, DesiredState{});
}

TEST(InstallConfig, ReportsEntriesThatMakeNoSense) {
  EXPECT_EQ(findingsIn("hostConfig: []"), "1:1: the document lists no hosts");
  EXPECT_EQ(findingsIn("hostConfig:"), "1:1: 'hostConfig' is empty");
  EXPECT_EQ(findingsIn("hostConfig: [{networkConfig: {}}, a]"),
            "1:14: a host needs 'name'\n1:35: an entry of 'hostConfig' must be a map, not a single "
            "value");
  EXPECT_EQ(findingsIn("hostConfig: [{name: a}, {name: a}]", {.hostName = "a"}),
            "1:1: the document has more than one entry for host 'a'");
}

}  // namespace
}  // namespace pointsman::document
