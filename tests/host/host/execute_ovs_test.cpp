// SPDX-License-Identifier: Apache-2.0
// OVSDB steps on a real ovs-vswitchd. What must hold for every way to reach it is tested with each.
#include <gmock/gmock.h>

#include "base/command.h"
#include "base/str_cat.h"
#include "inside_host.h"

namespace pointsman::host {
namespace {

using testing::HasSubstr;

const BridgeName kBridge{"br0"};
const OvsBridgeConfig kSettings = {.datapathType = "netdev"};

OvsPortConfig portOf(const char* name, std::string_view type = kOvsSystem) {
  OvsPortConfig port;
  port.interfaces[InterfaceName(name)].type = type;
  return port;
}

std::vector<plan::Step> addBridge(const BridgeName& name) {
  return {plan::AddBridge{name, kSettings},
          plan::AddPort{name, PortName(name.text), portOf(name.text.c_str(), kOvsInternal)}};
}

class OvsConfiguratorContract : public InsideHost, public testing::WithParamInterface<OvsTool> {
 protected:
  // Executes one batch after the other with the tool under test, and gives what the host has then.
  static OvsConfig configAfter(OvsTool tool, const std::vector<std::vector<plan::Step>>& batches) {
    HostExecutor executor = openInside(tool);
    for (const auto& batch : batches) {
      const auto done = executor.execute(batch);
      EXPECT_TRUE(done.has_value()) << messageOf(done);
    }
    return readInside().config.ovs;
  }
};

// A bridge with all that can be set, written here as it is to be read back.
OvsConfig makeRichConfig() {
  OvsConfig ovs;
  OvsBridgeConfig& bridge = ovs.bridges[kBridge];
  bridge.datapathType = "netdev";
  bridge.failMode = "secure";
  bridge.rstp = true;
  bridge.mcastSnooping = true;
  bridge.protocols = {"OpenFlow13", "OpenFlow15"};
  bridge.controllers = {"ptcp:16653:127.0.0.1", "tcp:192.0.2.1:6653"};
  bridge.externalIds = {{"a key", "a \"quoted\" value, with = and \\"}, {"bridge-id", "br0"}};
  bridge.otherConfig = {{"hwaddr", "02:00:00:00:00:42"}, {"empty", ""}};
  bridge.ports.emplace(PortName("br0"), portOf("br0", kOvsInternal));
  OvsPortConfig& tagged = bridge.ports[PortName("p1")];
  tagged.vlan = {.mode = VlanMode::NativeUntagged, .tag = 7};
  tagged.vlan.trunks.add(VlanRange{10, 12});
  tagged.interfaces[InterfaceName("p1")] = {.type = std::string(kOvsInternal),
                                            .mac = MacAddress::parse("02:00:00:00:00:01").value(),
                                            .mtuRequest = 1300,
                                            .ofportRequest = 9};
  OvsPortConfig& bond = bridge.ports[PortName("bond0")];
  bond.bondMode = "balance-slb";
  bond.lacp = "off";
  bond.bondUpdelay = 100;
  bond.interfaces[InterfaceName("eth1")] = {};
  bond.interfaces[InterfaceName("eth2")] = {};
  OvsPortConfig& tunnel = bridge.ports[PortName("vx1")];
  tunnel.interfaces[InterfaceName("vx1")] = {
      .type = "vxlan", .options = {{"remote_ip", "192.0.2.77"}, {"key", "42"}}};
  return ovs;
}

std::vector<plan::Step> stepsTo(const OvsConfig& ovs) {
  std::vector<plan::Step> steps;
  for (const auto& [name, bridge] : ovs.bridges) {
    OvsBridgeConfig settings = bridge;
    settings.ports.clear();
    steps.emplace_back(plan::AddBridge{name, settings});
    for (const auto& [portName, port] : bridge.ports) {
      steps.emplace_back(plan::AddPort{name, portName, port});
    }
  }
  return steps;
}

TEST_P(OvsConfiguratorContract, WritesEverySettingAsAskedAndTakesItBack) {
  inside(
      [] {
        const OvsConfig before = readInside().config.ovs;
        OvsConfig wanted = makeRichConfig();
        wanted.externalIds = before.externalIds;
        wanted.otherConfig = before.otherConfig;
        const auto steps = stepsTo(wanted);
        EXPECT_EQ(configAfter(GetParam(), {steps}), wanted);
        const auto& facts = readInside().facts.ovs.interfaces;
        EXPECT_EQ(facts.at(InterfaceName("p1")).ofport, 9);
        EXPECT_EQ(facts.at(InterfaceName("eth1")).literalType, "system");
        EXPECT_EQ(configAfter(GetParam(), {plan::inverseOf(steps)}), before);
        EXPECT_EQ(run({"ovs-vsctl", "--columns=_uuid", "list", "Interface"}), "");
        EXPECT_EQ(run({"ovs-vsctl", "--columns=_uuid", "list", "Controller"}), "");
      },
      {.nics = 3});
}

TEST_P(OvsConfiguratorContract, ChangesColumnsAndLeavesWhatIsOthers) {
  inside([] {
    const OvsBridgeConfig after = {.datapathType = "netdev",
                                   .failMode = "secure",
                                   .controllers = {"tcp:192.0.2.1:6653"},
                                   .externalIds = {{"mine", "1"}}};
    const plan::ChangeBridge change{kBridge, kSettings, after};
    configAfter(GetParam(), {addBridge(kBridge)});
    run({"ovs-vsctl", "br-set-external-id", "br0", "ovn-installed", "true"});
    run({"ovs-vsctl", "add-port", "br0", "patch-x", "--", "set", "Interface", "patch-x",
         "type=patch", "options:peer=nobody"});
    OvsConfig changed = configAfter(GetParam(), {{change}});
    const OvsBridgeConfig& bridge = changed.bridges.at(kBridge);
    EXPECT_EQ(bridge.failMode, "secure");
    EXPECT_EQ(bridge.controllers, after.controllers);
    EXPECT_EQ(bridge.externalIds, (StringMap{{"mine", "1"}, {"ovn-installed", "true"}}));
    EXPECT_TRUE(bridge.ports.contains(PortName("patch-x")));
    changed = configAfter(GetParam(), {{plan::inverse(change)}});
    EXPECT_EQ(changed.bridges.at(kBridge).failMode, std::nullopt);
    EXPECT_EQ(changed.bridges.at(kBridge).externalIds, (StringMap{{"ovn-installed", "true"}}));
  });
}

TEST_P(OvsConfiguratorContract, MovesAPortBetweenBridgesWithItsRow) {
  inside([] {
    const BridgeName other{"br1"};
    const PortName port{"eth1"};
    configAfter(
        GetParam(),
        {addBridge(kBridge), addBridge(other), {plan::AddPort{kBridge, port, portOf("eth1")}}});
    const std::string row = run({"ovs-vsctl", "get", "Interface", "eth1", "_uuid"});
    const OvsConfig moved =
        configAfter(GetParam(), {{plan::RemovePort{kBridge, port, portOf("eth1")},
                                  plan::AddPort{other, port, portOf("eth1")}}});
    EXPECT_FALSE(moved.bridges.at(kBridge).ports.contains(port));
    EXPECT_TRUE(moved.bridges.at(other).ports.contains(port));
    EXPECT_EQ(run({"ovs-vsctl", "get", "Interface", "eth1", "_uuid"}), row);
  });
}

TEST_P(OvsConfiguratorContract, KeepsTheOfportOfAnInterfaceThatJoinsABond) {
  inside(
      [] {
        OvsPortConfig bond = portOf("eth1");
        bond.interfaces[InterfaceName("eth2")] = {};
        configAfter(GetParam(), {addBridge(kBridge),
                                 {plan::AddPort{kBridge, PortName("eth1"), portOf("eth1")}}});
        const auto before = readInside().facts.ovs.interfaces.at(InterfaceName("eth1"));
        configAfter(GetParam(), {{plan::RemovePort{kBridge, PortName("eth1"), portOf("eth1")},
                                  plan::AddPort{kBridge, PortName("bond0"), bond}}});
        const auto after = readInside().facts.ovs.interfaces.at(InterfaceName("eth1"));
        EXPECT_EQ(after.ofport, before.ofport);
        EXPECT_EQ(after.error, "");
      },
      {.nics = 3});
}

TEST_P(OvsConfiguratorContract, ReportsANicThatIsNotThereAndTakesEverythingBack) {
  inside([] {
    configAfter(GetParam(), {addBridge(kBridge)});
    const std::string before = dumpHost();
    HostExecutor executor = openInside(GetParam());
    const std::vector<plan::Step> steps = {
        plan::AddPort{kBridge, PortName("eth9"), portOf("eth9")},
        plan::AddPort{kBridge, PortName("p1"), portOf("p1", kOvsInternal)}};
    const auto done = executor.execute(steps);
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().kind(), ErrorKind::Mismatch);
    EXPECT_THAT(done.error().message(), HasSubstr("interface eth9: could not open network device"));
    EXPECT_EQ(dumpHost(), before);
  });
}

TEST_P(OvsConfiguratorContract, RefusesRowsThatSomebodyChangedSinceTheyWereRead) {
  inside([] {
    configAfter(GetParam(), {addBridge(kBridge)});
    run({"ovs-vsctl", "set-fail-mode", "br0", "standalone"});
    const std::string before = dumpHost();
    OvsBridgeConfig after = kSettings;
    after.failMode = "secure";
    HostExecutor executor = openInside(GetParam());
    const auto done = executor.execute(std::vector<plan::Step>{
        plan::AddBridge{BridgeName("br1"), kSettings},
        plan::AddPort{BridgeName("br1"), PortName("br1"), portOf("br1", kOvsInternal)},
        plan::ChangeBridge{kBridge, kSettings, after}});
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().kind(), ErrorKind::Conflict) << messageOf(done);
    EXPECT_EQ(dumpHost(), before);
    EXPECT_EQ(executor.counts().ovsdbOperations, 0U);
  });
}

TEST_P(OvsConfiguratorContract, LinksOfInternalPortsAreThereAndGoneWhenItReturns) {
  inside([] {
    HostExecutor executor = openInside(GetParam());
    for (int round = 0; round < 5; ++round) {
      const auto steps = addBridge(kBridge);
      ASSERT_TRUE(executor.execute(steps).has_value());
      EXPECT_TRUE(readInside().config.links.contains(InterfaceName("br0")));
      ASSERT_TRUE(executor.execute(plan::inverseOf(steps)).has_value());
      EXPECT_FALSE(readInside().config.links.contains(InterfaceName("br0")));
    }
  });
}

TEST_P(OvsConfiguratorContract, SaysWhenVswitchdDoesNotAct) {
  inside([] {
    run({"ovs-appctl", "-t", "ovs-vswitchd", "exit"});
    auto executor = HostExecutor::open({.access = accessInside(),
                                        .ovsTool = GetParam(),
                                        .patience = std::chrono::milliseconds(1500)});
    ASSERT_TRUE(executor.has_value());
    const auto done = executor->execute(addBridge(kBridge));
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().kind(), ErrorKind::Unavailable) << messageOf(done);
  });
}

INSTANTIATE_TEST_SUITE_P(, OvsConfiguratorContract,
                         testing::Values(OvsTool::Native, OvsTool::Vsctl), [](const auto& tested) {
                           return tested.param == OvsTool::Native ? "Native" : "Vsctl";
                         });

using ExecuteOvs = InsideHost;

// Between our reading and our writing: the guards hold, it reads again, and goes on from there.
TEST_F(ExecuteOvs, GoesOnWhenOthersWriteTheirOwnAtTheSameTime) {
  inside([] {
    ASSERT_TRUE(runPlan(addBridge(kBridge)).has_value());
    auto storm = Process::start({"sh", "-c",
                                 "i=0; while :; do i=$((i+1)); ovs-vsctl --no-wait "
                                 "br-set-external-id br0 noise $i; done"},
                                {.group = ProcessGroup::Own});
    ASSERT_TRUE(storm.has_value());
    HostExecutor executor = openInside();
    int rounds = 0;
    for (int tries = 0; tries < 200 && rounds < 20; ++tries) {
      OvsBridgeConfig before = kSettings;
      OvsBridgeConfig after = kSettings;
      if (rounds > 0) before.externalIds = {{"round", strCat(rounds - 1)}};
      after.externalIds = {{"round", strCat(rounds)}};
      const auto done =
          executor.execute(std::vector<plan::Step>{plan::ChangeBridge{kBridge, before, after}});
      // Overtaken several times in a row: possible, and then nothing was written.
      EXPECT_TRUE(done || done.error().kind() == ErrorKind::Conflict) << messageOf(done);
      if (done) ++rounds;
    }
    EXPECT_EQ(readInside().config.ovs.bridges.at(kBridge).externalIds.at("round"), "19");
  });
}

TEST_F(ExecuteOvs, MakesFiveHundredPortsInOneTransaction) {
  inside([] {
    std::vector<plan::Step> steps = addBridge(kBridge);
    for (int port = 0; port < 500; ++port) {
      const std::string name = strCat("p", port);
      steps.emplace_back(
          plan::AddPort{kBridge, PortName(name), portOf(name.c_str(), kOvsInternal)});
    }
    HostExecutor executor = openInside();
    const auto done = executor.execute(steps);
    ASSERT_TRUE(done.has_value()) << messageOf(done);
    EXPECT_EQ(readInside().config.ovs.bridges.at(kBridge).ports.size(), 501U);
    const auto undone = executor.execute(plan::inverseOf(steps));
    ASSERT_TRUE(undone.has_value()) << messageOf(undone);
  });
}

}  // namespace
}  // namespace pointsman::host
