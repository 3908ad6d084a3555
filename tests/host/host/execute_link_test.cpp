// SPDX-License-Identifier: Apache-2.0
// Link steps on a real kernel.
#include <gmock/gmock.h>

#include "inside_host.h"

namespace pointsman::host {
namespace {

using ExecuteLink = InsideHost;

const InterfaceName kLink{"new0"};

plan::Birth birthOf(LinkKind kind) {
  return {
      .kind = std::move(kind), .mac = MacAddress::parse("02:00:00:00:00:42").value(), .mtu = 1300};
}

struct KindCase {
  const char* name;
  LinkKind kind;
  bool takesMac = true;
};

class ExecuteLinkKind : public InsideHost, public testing::WithParamInterface<KindCase> {};

// A kind that this kernel does not have must say so, and leave nothing behind.
TEST_P(ExecuteLinkKind, IsMadeAsAskedAndUnmade) {
  inside([] {
    const ObservedState before = readInside();
    plan::CreateLink step{kLink, birthOf(GetParam().kind)};
    if (!GetParam().takesMac) step.birth.mac.reset();
    const auto made = runPlan({step});
    if (!made) {
      EXPECT_EQ(made.error().kind(), ErrorKind::Unsupported) << messageOf(made);
      expectConfigOf(before);
      return;
    }
    const LinkConfig link = readInside().config.links.at(kLink);
    EXPECT_EQ(typeOf(link.kind), typeOf(GetParam().kind));
    if (!std::holds_alternative<BondLink>(link.kind) &&
        !std::holds_alternative<LinuxBridgeLink>(link.kind)) {
      EXPECT_EQ(link.kind, GetParam().kind);
    }
    EXPECT_EQ(link.mtu, 1300U);
    EXPECT_TRUE(!step.birth.mac || link.mac == step.birth.mac);
    EXPECT_FALSE(link.up);
    const auto again = runPlan({step});
    EXPECT_TRUE(again.has_value()) << messageOf(again);
    const auto undone = runPlan({plan::inverse(step), plan::inverse(step)});
    EXPECT_TRUE(undone.has_value()) << messageOf(undone);
    expectConfigOf(before);
  });
}

const InterfaceName kBase{"eth1"};
INSTANTIATE_TEST_SUITE_P(
    , ExecuteLinkKind,
    testing::Values(KindCase{"LinuxBridge", LinuxBridgeLink{{{"stp.enabled", "1"},
                                                             {"stp.forward-delay", "4"},
                                                             {"mac-ageing-time", "100"}}}},
                    KindCase{"Veth", VethLink{InterfaceName("new1")}},
                    KindCase{"Dummy", DummyLink{}},
                    KindCase{"Bond", BondLink{"active-backup", {{"miimon", "100"}}}},
                    KindCase{"Vlan", VlanLink{.base = kBase, .id = 7}},
                    KindCase{"Vxlan", VxlanLink{.base = kBase,
                                                .id = 42,
                                                .remote = IpAddress::parse("192.0.2.77").value(),
                                                .destinationPort = 4790}},
                    KindCase{"MacVlan", MacVlanLink{.base = kBase, .mode = "bridge"}},
                    KindCase{"MacVtap", MacVlanLink{.base = kBase, .mode = "vepa", .tap = true}},
                    KindCase{"IpVlan", IpVlanLink{.base = kBase, .mode = "l2"}, false},
                    KindCase{"Vrf", VrfLink{100}}),
    [](const auto& tested) { return tested.param.name; });

TEST_F(ExecuteLink, SetsBridgeOptionsAtBirthAndLater) {
  inside([] {
    const LinuxBridgeLink first{{{"stp.enabled", "1"}, {"stp.hello-time", "3"}}};
    const LinuxBridgeLink second{{{"stp.enabled", "0"}, {"stp.hello-time", "3"}}};
    const auto made = runPlan({plan::CreateLink{kLink, birthOf(first)}});
    ASSERT_TRUE(made.has_value()) << messageOf(made);
    const auto optionsNow = [] {
      return std::get<LinuxBridgeLink>(readInside().config.links.at(kLink).kind).options;
    };
    EXPECT_EQ(optionsNow().at("stp.enabled"), "1");
    EXPECT_EQ(optionsNow().at("stp.hello-time"), "3");
    const plan::ChangeLinkKind change{kLink, first, second};
    ASSERT_TRUE(runPlan({change}).has_value());
    EXPECT_EQ(optionsNow().at("stp.enabled"), "0");
    ASSERT_TRUE(runPlan({plan::inverse(change)}).has_value());
    EXPECT_EQ(optionsNow().at("stp.enabled"), "1");
  });
}

TEST_F(ExecuteLink, RefusesANameThatIsTakenByAnotherKind) {
  inside([] {
    const auto made =
        runPlan({plan::CreateLink{InterfaceName("eth1"), birthOf(LinuxBridgeLink{})}});
    ASSERT_FALSE(made.has_value());
    EXPECT_EQ(made.error().kind(), ErrorKind::Conflict);
  });
}

TEST_F(ExecuteLink, GivesBothEndsOfAVethTheirSettings) {
  inside([] {
    plan::CreateLink step{kLink, birthOf(VethLink{InterfaceName("new1")})};
    step.birth.peerMtu = 1200;
    step.birth.peerMac = MacAddress::parse("02:00:00:00:00:43").value();
    const auto made = runPlan({step});
    ASSERT_TRUE(made.has_value()) << messageOf(made);
    const LinkConfig peer = readInside().config.links.at(InterfaceName("new1"));
    EXPECT_EQ(peer.mtu, 1200U);
    EXPECT_EQ(peer.mac, step.birth.peerMac);
  });
}

TEST_F(ExecuteLink, ChangesSettingsOnceAndComesBack) {
  inside([] {
    const InterfaceName link{"eth1"};
    const LinkConfig before = readInside().config.links.at(link);
    const std::vector<plan::Step> steps = {
        plan::SetLinkMtu{link, before.mtu, 1400},
        plan::SetLinkMac{link, before.mac, MacAddress::parse("02:00:00:00:00:44").value()},
        plan::SetAltNames{link, {}, {"a-name-longer-than-fifteen-bytes", "uplink"}},
        plan::SetAcceptAllMac{link, false, true},
        plan::SetLinkUp{link, before.up, false},
    };
    HostExecutor executor = openInside();
    ASSERT_TRUE(runPlan(executor, steps).has_value());
    const LinkConfig now = readInside().config.links.at(link);
    EXPECT_EQ(now.mtu, 1400U);
    EXPECT_EQ(now.altNames.size(), 2U);
    EXPECT_TRUE(now.acceptAllMac);
    EXPECT_FALSE(now.up);
    const auto undone = runPlan(executor, plan::inverseOf(steps));
    ASSERT_TRUE(undone.has_value()) << messageOf(undone);
    EXPECT_EQ(readInside().config.links.at(link), before);
  });
}

plan::Membership portOf(std::optional<BridgePortVlan> vlan) {
  return {.controller = kLink,
          .bridgePort =
              BridgePort{.hairpin = true, .pathCost = 77, .priority = 9, .vlan = std::move(vlan)}};
}

TEST_F(ExecuteLink, PutsALinkIntoABridgeAndTakesItOut) {
  inside([] {
    ASSERT_TRUE(runPlan({plan::CreateLink{kLink, birthOf(LinuxBridgeLink{})}}).has_value());
    const InterfaceName port{"eth1"};
    const ObservedState before = readInside();
    const plan::SetLinkController step{port, {}, portOf({})};
    for (int round = 0; round < 2; ++round) {
      const auto done = runPlan({step});
      ASSERT_TRUE(done.has_value()) << messageOf(done);
      const LinkConfig now = readInside().config.links.at(port);
      EXPECT_EQ(now.controller, kLink);
      EXPECT_EQ(now.bridgePort, step.after.bridgePort);
    }
    const auto undone = runPlan({plan::inverse(step)});
    ASSERT_TRUE(undone.has_value()) << messageOf(undone);
    expectConfigOf(before);
  });
}

// A kernel without VLAN filters must say so, and keep the link where it was.
TEST_F(ExecuteLink, FiltersVlansAsLongAsAPortAsksForIt) {
  inside([] {
    ASSERT_TRUE(runPlan({plan::CreateLink{kLink, birthOf(LinuxBridgeLink{})}}).has_value());
    const InterfaceName port{"eth1"};
    const ObservedState before = readInside();
    BridgePortVlan trunk{.trunk = true, .tag = 5};
    trunk.trunks.add(VlanRange{10, 20});
    const std::vector<plan::Step> steps = {
        plan::SetLinkController{port, {}, portOf(trunk)},
        plan::SetLinkController{port, portOf(trunk), portOf(BridgePortVlan{.tag = 8})}};
    const auto done = runPlan(steps);
    if (!done) {
      EXPECT_EQ(done.error().kind(), ErrorKind::Unsupported) << messageOf(done);
      expectConfigOf(before);
      return;
    }
    EXPECT_EQ(readInside().config.links.at(port).bridgePort,
              portOf(BridgePortVlan{.tag = 8}).bridgePort);
    const auto undone = runPlan(plan::inverseOf(steps));
    ASSERT_TRUE(undone.has_value()) << messageOf(undone);
    expectConfigOf(before);
    EXPECT_THAT(run({"ip", "-d", "link", "show", "new0"}), testing::HasSubstr("vlan_filtering 0"));
  });
}

}  // namespace
}  // namespace pointsman::host
