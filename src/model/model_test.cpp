// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/str_cat.h"
#include "model/desired_state.h"
#include "model/observed_state.h"

namespace pointsman {
namespace {

TEST(VlanSets, AreEqualHoweverTheyWereWritten) {
  VlanSet ids;
  ids.add(VlanId{11});
  ids.add(VlanId{10});
  VlanSet range;
  range.add(VlanRange{10, 11});
  EXPECT_EQ(ids, range);
  EXPECT_EQ(strCat(ids), "10-11");
  EXPECT_TRUE(range.overlaps({11, 4095}));
  EXPECT_FALSE(range.overlaps({12, 4095}));
  EXPECT_EQ(strCat(VlanSet{}), "none");
}

TEST(BridgeMappings, SurviveARoundTripAndSkipWhatIsNotOne) {
  const auto mappings = parseBridgeMappings("physnet:br-ex,junk,,other:br1");
  EXPECT_EQ(printBridgeMappings(mappings), "other:br1,physnet:br-ex");
}

TEST(PortVlan, WithoutModeIsAccessWhenTaggedAndTrunkWhenNot) {
  EXPECT_EQ(OvsPortVlan{}.effectiveMode(), VlanMode::Trunk);
  EXPECT_EQ(OvsPortVlan{.tag = 5}.effectiveMode(), VlanMode::Access);
}

TEST(FindPlace, KnowsPortsByTheirInterfaceAndMembersOfBonds) {
  OvsConfig ovs;
  auto& bridge = ovs.bridges[BridgeName("br0")];
  bridge.ports[PortName("eth0")].interfaces[InterfaceName("eth0")] = {};
  bridge.ports[PortName("bond0")].interfaces[InterfaceName("eth1")] = {};
  bridge.ports[PortName("bond0")].interfaces[InterfaceName("eth2")] = {};
  bridge.ports[PortName("phys")].interfaces[InterfaceName("eth3")] = {};
  EXPECT_EQ(findPlace(ovs, InterfaceName("eth0"))->portName->text, "eth0");
  EXPECT_EQ(findPlace(ovs, InterfaceName("eth2"))->portName->text, "bond0");
  EXPECT_EQ(findPlace(ovs, InterfaceName("eth3"))->portName->text, "phys");
  EXPECT_FALSE(findPlace(ovs, InterfaceName("bond0")).has_value());
}

TEST(InterfaceTypes, SpellAndReadBackEveryKind) {
  for (const auto* text : {"ethernet", "ovs-bridge", "ovs-interface", "mac-vlan", "unknown"}) {
    ASSERT_TRUE(findInterfaceType(text).has_value()) << text;
    EXPECT_EQ(toString(*findInterfaceType(text)), text);
  }
  EXPECT_FALSE(findInterfaceType("team").has_value());
}

TEST(RouteText, ReadsLikeIpRoute) {
  const Route route{.destination = IpPrefix::parse("0.0.0.0/0").value(),
                    .device = InterfaceName("br-ex"),
                    .gateway = IpAddress::parse("192.0.2.1").value(),
                    .metric = 48};
  EXPECT_EQ(strCat(route), "default via 192.0.2.1 dev br-ex metric 48");
}

}  // namespace
}  // namespace pointsman
