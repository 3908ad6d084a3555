// SPDX-License-Identifier: Apache-2.0
// The change this program was made for: the uplink, its address and its default route move to a
// bridge, and back.
#include <gmock/gmock.h>

#include "base/str_cat.h"
#include "inside_host.h"

namespace pointsman::host {
namespace {

using ExecuteBrEx = InsideHost;

const BridgeName kBridge{"br-ex"};
const InterfaceName kBrEx{"br-ex"};
const InterfaceName kUplink{"eth0"};

std::vector<plan::Step> makePlan(const ObservedState& before) {
  const LinkConfig& uplink = before.config.links.at(kUplink);
  const StringMap mark = {{std::string(kOwnerKey), "test"}};
  OvsBridgeConfig settings{.datapathType = "netdev", .externalIds = mark};
  settings.externalIds.emplace("bridge-uplink", "eth0");
  settings.otherConfig = {{"hwaddr", toLowerString(*uplink.mac)}};
  OvsPortConfig local{.externalIds = mark};
  local.interfaces[kBrEx] = {.type = std::string(kOvsInternal), .mtuRequest = 1400};
  OvsPortConfig nic{.externalIds = mark};
  nic.interfaces[kUplink] = {.ofportRequest = 7};
  const Route old = *before.config.routes.begin();
  Route fresh = old;
  fresh.device = kBrEx;
  fresh.metric = 48;
  return {
      plan::AddBridge{kBridge, settings},
      plan::AddPort{kBridge, PortName("br-ex"), local},
      plan::AddPort{kBridge, PortName("eth0"), nic},
      plan::ChangeOvsKey{plan::OvsColumn::ExternalIds, std::string(kBridgeMappingsKey),
                         std::nullopt, "physnet:br-ex"},
      plan::SetLinkMac{kBrEx, uplink.mac, uplink.mac},
      plan::SetLinkMtu{kBrEx, 1400, 1400},
      plan::SetLinkUp{kBrEx, false, true},
      plan::RemoveRoute{old},
      plan::RemoveAddress{kUplink, uplink.ipv4.addresses.at(0)},
      plan::AddAddress{kBrEx, uplink.ipv4.addresses.at(0)},
      plan::AddRoute{fresh},
  };
}

TEST_F(ExecuteBrEx, MovesTheUplinkToABridgeAndTrafficGoesOn) {
  inside([] {
    const ObservedState before = readInside();
    const auto done = runPlan(makePlan(before));
    ASSERT_TRUE(done.has_value()) << messageOf(done);
    EXPECT_TRUE(pings("192.0.2.1"));
    EXPECT_TRUE(pings("203.0.113.1"));  // through the default route
    const ObservedState now = readInside();
    const LinkConfig& bridge = now.config.links.at(kBrEx);
    EXPECT_EQ(bridge.mac, before.config.links.at(kUplink).mac);
    EXPECT_EQ(bridge.mtu, 1400U);
    EXPECT_TRUE(bridge.up);
    EXPECT_EQ(bridge.ipv4.addresses, before.config.links.at(kUplink).ipv4.addresses);
    EXPECT_TRUE(now.config.links.at(kUplink).ipv4.addresses.empty());
    ASSERT_EQ(now.config.routes.size(), 1U);
    EXPECT_EQ(strCat(*now.config.routes.begin()), "default via 192.0.2.1 dev br-ex metric 48");
    const auto& uplink = now.facts.ovs.interfaces.at(kUplink);
    EXPECT_EQ(uplink.literalType, "system");
    EXPECT_EQ(uplink.ofport, 7);
    EXPECT_EQ(now.config.ovs.externalIds.at(std::string(kBridgeMappingsKey)), "physnet:br-ex");
  });
}

TEST_F(ExecuteBrEx, ComesBackToExactlyTheStateBefore) {
  inside([] {
    const auto steps = makePlan(readInside());
    const std::string before = dumpHost();
    const ObservedState stateBefore = readInside();
    const auto done = runPlan(steps);
    ASSERT_TRUE(done.has_value()) << messageOf(done);
    EXPECT_NE(dumpHost(), before);
    const auto undone = runPlan(plan::inverseOf(steps));
    ASSERT_TRUE(undone.has_value()) << messageOf(undone);
    EXPECT_EQ(dumpHost(), before);
    expectConfigOf(stateBefore);
    EXPECT_TRUE(pings("203.0.113.1"));
  });
}

TEST_F(ExecuteBrEx, RepeatsWithoutATransaction) {
  inside([] {
    const auto steps = makePlan(readInside());
    ASSERT_TRUE(runPlan(steps).has_value());
    const std::string after = dumpHost();
    HostExecutor executor = openInside();
    const auto again = runPlan(executor, steps);
    ASSERT_TRUE(again.has_value()) << messageOf(again);
    EXPECT_EQ(dumpHost(), after);
    EXPECT_EQ(executor.counts().ovsdbOperations, 0U);
  });
}

// Whatever ends the plan early, what was begun leads back, also when it is not known whether the
// batch under way was carried out.
TEST_F(ExecuteBrEx, IsTakenBackFromEveryStep) {
  inside([] {
    const auto steps = makePlan(readInside());
    const std::string before = dumpHost();
    constexpr std::ptrdiff_t kTransaction = 4;  // the steps that go together
    const auto firstSteps = [&](std::ptrdiff_t count) {
      return std::vector<plan::Step>(steps.begin(), steps.begin() + count);
    };
    std::ptrdiff_t done = 0;
    while (done < static_cast<std::ptrdiff_t>(steps.size())) {
      SCOPED_TRACE(strCat("after ", done, " steps"));
      const std::ptrdiff_t begun = done == 0 ? kTransaction : done + 1;
      const auto forth = runPlan(firstSteps(done));
      ASSERT_TRUE(forth.has_value()) << messageOf(forth);
      const auto back = runPlan(plan::inverseOf(firstSteps(begun)));
      ASSERT_TRUE(back.has_value()) << messageOf(back);
      EXPECT_EQ(dumpHost(), before);
      done = begun;
    }
  });
}

}  // namespace
}  // namespace pointsman::host
