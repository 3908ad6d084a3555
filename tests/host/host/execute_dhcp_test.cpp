// SPDX-License-Identifier: Apache-2.0
// DHCP with a real dhcpcd against the sandbox's server behind eth1.
#include <gmock/gmock.h>

#include "base/str_cat.h"
#include "host/dhcp_client.h"
#include "inside_host.h"

namespace pointsman::host {
namespace {

using testing::HasSubstr;
using testing::Not;

const InterfaceName kLink{"eth1"};

class ExecuteDhcp : public InsideHost {
 protected:
  // dhcpcd keeps leases where no option can move them.
  static void insideWithLeases(const std::function<void()>& body) {
    inside([&] {
      run({"mkdir", "-p", "/var/lib/dhcpcd"});
      run({"mount", "-t", "tmpfs", "none", "/var/lib/dhcpcd"});
      run({"ip", "link", "set", "eth1", "up"});
      body();
    });
  }

  static plan::SetIpMethod turnOn(const InterfaceName& link, const IpConfig& wanted) {
    return {link, IpFamily::V4,
            plan::methodOf(readInside().config.links.at(link).ipv4, IpFamily::V4),
            plan::methodOf(wanted, IpFamily::V4)};
  }

  static Result<> awaitLease(const InterfaceName& link) {
    TRY(auto netlink, netlink::Netlink::open());
    return awaitAddress(netlink, link, IpFamily::V4, soon());
  }

  static std::string ipv4Of() {
    return strCat(run({"ip", "-4", "address", "show", "scope", "global"}),
                  run({"ip", "-4", "route", "show", "table", "all"}));
  }
};

TEST_F(ExecuteDhcp, GetsALeaseWithItsMetricAndIsKnownBeforeIt) {
  insideWithLeases([] {
    const auto step = turnOn(kLink, {.dhcp = true, .autoDns = false, .autoRouteMetric = 48});
    const std::string before = ipv4Of();
    const auto done = runPlan({step});
    ASSERT_TRUE(done.has_value()) << messageOf(done);
    EXPECT_EQ(plan::methodOf(readInside().config.links.at(kLink).ipv4, IpFamily::V4), step.after);
    const auto leased = awaitLease(kLink);
    ASSERT_TRUE(leased.has_value()) << messageOf(leased);
    EXPECT_THAT(ipv4Of(), HasSubstr("inet 198.51.100.1"));
    EXPECT_EQ(plan::methodOf(readInside().config.links.at(kLink).ipv4, IpFamily::V4), step.after);
    const auto again = runPlan({step});  // leaves the client alone
    ASSERT_TRUE(again.has_value()) << messageOf(again);
    const auto undone = runPlan({plan::inverse(step)});
    ASSERT_TRUE(undone.has_value()) << messageOf(undone);
    EXPECT_EQ(ipv4Of(), before);
    EXPECT_FALSE(readInside().config.links.at(kLink).ipv4.dhcp);
  });
}

TEST_F(ExecuteDhcp, HonoursWhatIsAskedOfRoutes) {
  insideWithLeases([] {
    run({"ip", "route", "delete", "default"});
    const auto on = turnOn(kLink, {.dhcp = true, .autoDns = false, .autoRouteMetric = 48});
    ASSERT_TRUE(runPlan({on}).has_value());
    ASSERT_TRUE(awaitLease(kLink).has_value());
    // dhcpcd adds routes after the address; the client's next change tells.
    IpConfig without = on.after;
    without.autoGateway = false;
    const plan::SetIpMethod change{kLink, IpFamily::V4, on.after, without};
    ASSERT_TRUE(runPlan({change}).has_value());
    ASSERT_TRUE(awaitLease(kLink).has_value());
    EXPECT_THAT(run({"ip", "route"}), Not(HasSubstr("default")));
    EXPECT_EQ(plan::methodOf(readInside().config.links.at(kLink).ipv4, IpFamily::V4), without);
    ASSERT_TRUE(runPlan({plan::inverse(change), plan::inverse(on)}).has_value());
  });
}

TEST_F(ExecuteDhcp, KeepsItsLeaseWhenTheMacAddressMovesToABridge) {
  insideWithLeases([] {
    const auto onNic = turnOn(kLink, {.dhcp = true, .autoDns = false});
    ASSERT_TRUE(runPlan({onNic}).has_value());
    ASSERT_TRUE(awaitLease(kLink).has_value());
    const auto leaseOf = [](const InterfaceName& link) {
      const ObservedState state = readInside();
      for (const Address& address : state.facts.links.at(link).dynamicAddresses) {
        if (address.prefix.address.family() == IpFamily::V4) return strCat(address.prefix);
      }
      return std::string("none");
    };
    const std::string lease = leaseOf(kLink);
    const InterfaceName bridge{"br-ex"};
    OvsBridgeConfig settings{.datapathType = "netdev"};
    settings.otherConfig = {{"hwaddr", toLowerString(*readInside().config.links.at(kLink).mac)}};
    OvsPortConfig local;
    local.interfaces[bridge].type = kOvsInternal;
    OvsPortConfig nic;
    nic.interfaces[kLink] = {};
    const IpConfig off = plan::freshIp(IpFamily::V4);
    const auto moved = runPlan({plan::AddBridge{BridgeName("br-ex"), settings},
                                plan::AddPort{BridgeName("br-ex"), PortName("br-ex"), local},
                                plan::AddPort{BridgeName("br-ex"), PortName("eth1"), nic},
                                plan::SetLinkUp{bridge, false, true},
                                plan::SetIpMethod{kLink, IpFamily::V4, onNic.after, off},
                                plan::SetIpMethod{bridge, IpFamily::V4, off, onNic.after}});
    ASSERT_TRUE(moved.has_value()) << messageOf(moved);
    ASSERT_TRUE(awaitLease(bridge).has_value());
    EXPECT_EQ(leaseOf(bridge), lease);
    EXPECT_EQ(leaseOf(kLink), "none");
    ASSERT_TRUE(runPlan({plan::SetIpMethod{bridge, IpFamily::V4, onNic.after, off}}).has_value());
  });
}

TEST_F(ExecuteDhcp, DoesNotStartAClientBesideAnothersOnTheWayBack) {
  insideWithLeases([] {
    run({"ip", "address", "add", "198.51.100.7/24", "dev", "eth1", "valid_lft", "600",
         "preferred_lft", "600"});
    const IpConfig seen = plan::methodOf(readInside().config.links.at(kLink).ipv4, IpFamily::V4);
    ASSERT_TRUE(seen.dhcp);
    const plan::SetIpMethod step{kLink, IpFamily::V4, seen, plan::freshIp(IpFamily::V4)};
    HostExecutor executor = openInside();
    ASSERT_TRUE(runPlan(executor, {step, plan::inverse(step)}).has_value());
    const auto active = readActiveMethods(accessInside().runDirectory);
    ASSERT_TRUE(active.has_value());
    EXPECT_TRUE(active->empty());
  });
}

TEST_F(ExecuteDhcp, SaysWhatDhcpcdCannotDo) {
  insideWithLeases([] {
    const std::string before = ipv4Of();
    const auto done = runPlan({turnOn(kLink, {.dhcp = true, .autoRouteTable = 100})});
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().kind(), ErrorKind::Unsupported) << messageOf(done);
    EXPECT_EQ(ipv4Of(), before);
  });
}

}  // namespace
}  // namespace pointsman::host
