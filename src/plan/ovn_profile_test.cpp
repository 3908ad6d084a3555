// SPDX-License-Identifier: Apache-2.0
#include "plan/ovn_profile.h"

#include <gtest/gtest.h>

#include "plan/testing/builders.h"

namespace pointsman::plan {
namespace {

Diagnostics checked(const ObservedState& host, std::uint32_t clusterMtu = 0) {
  return checkOvnKubernetes(host.config, host.facts, {.clusterMtu = clusterMtu});
}

OvsBridgeConfig& brEx(ObservedState& host) {
  return host.config.ovs.bridges.at(BridgeName("br-ex"));
}

TEST(OvnProfile, IsContentWithAnOrdinaryBridge) {
  EXPECT_EQ(listing(checked(bridgedHost(), 1400)), "");
}

TEST(OvnProfile, MissesTheBridge) {
  EXPECT_TRUE(hasFinding(checked(plainHost()), Severity::Error, "br-ex", "there is none"));
}

TEST(OvnProfile, CannotTellAnUplinkWhoseTypeIsNotSpelt) {
  ObservedState host = bridgedHost();
  host.facts.ovs.interfaces[InterfaceName("eth0")].literalType = "";
  EXPECT_EQ(listing(checked(host)), "") << "bridge-uplink names it";
  brEx(host).externalIds.clear();
  EXPECT_TRUE(hasFinding(checked(host), Severity::Error, "br-ex", "cannot tell its uplink"));
}

TEST(OvnProfile, WantsAnAddressThatIsNotItsOwn) {
  ObservedState host = bridgedHost();
  link(host, "br-ex").ipv4.addresses = {{.prefix = prefix("169.254.0.2/17")}};
  EXPECT_TRUE(hasFinding(checked(host), Severity::Error, "br-ex", "no address"));
}

TEST(OvnProfile, WantsBothDefaultRoutesOverTheBridge) {
  ObservedState host = bridgedHost();
  host.config.routes.insert(
      {.destination = prefix("::/0"), .device = InterfaceName("eth1"), .gateway = ip("fe80::1")});
  EXPECT_TRUE(hasFinding(checked(host), Severity::Error, "br-ex", "different links"));
}

TEST(OvnProfile, WantsRoomForTheTunnelHeader) {
  EXPECT_TRUE(hasFinding(checked(bridgedHost(), 1443), Severity::Error, "br-ex", "need 1501"));
}

TEST(OvnProfile, WantsTheBridgeToForwardBeforeThereAreFlows) {
  ObservedState host = bridgedHost();
  brEx(host).failMode = "secure";
  EXPECT_TRUE(hasFinding(checked(host), Severity::Error, "br-ex", "fail-mode secure"));
}

TEST(OvnProfile, WantsAPinnedMac) {
  ObservedState host = bridgedHost();
  brEx(host).otherConfig.clear();
  EXPECT_TRUE(hasFinding(checked(host), Severity::Warning, "br-ex", "does not pin"));
}

}  // namespace
}  // namespace pointsman::plan
