// SPDX-License-Identifier: Apache-2.0
// What can be said of a sandbox without making one; tests/host makes them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/capability.h>

#include "sandbox/layout.h"
#include "sandbox/requirements.h"

namespace pointsman::sandbox {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

Machine completeMachine() {
  return {.capabilities = ~std::uint64_t{0},
          .programs = {"ip", "ovsdb-tool", "ovsdb-server", "ovs-vsctl", "ovs-vswitchd", "dnsmasq"},
          .tunProblem = {}};
}

TEST(SandboxRequirements, AreMetByACompleteMachine) {
  EXPECT_TRUE(checkRequirements({}, completeMachine()));
}

TEST(SandboxRequirements, NameTheMissingCapabilityAndTheWayOut) {
  Machine machine = completeMachine();
  machine.capabilities &= ~(std::uint64_t{1} << CAP_NET_ADMIN);
  const auto checked = checkRequirements({}, machine);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().kind(), ErrorKind::Denied);
  EXPECT_THAT(checked.error().message(), HasSubstr("needs CAP_NET_ADMIN: run this as root"));
}

TEST(SandboxRequirements, NameEveryMissingProgramWithItsPackage) {
  Machine machine = completeMachine();
  machine.programs = {"ip"};
  machine.tunProblem = "/dev/net/tun: No such file or directory";
  const auto checked = checkRequirements({}, machine);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().kind(), ErrorKind::Unsupported);
  EXPECT_THAT(checked.error().message(),
              HasSubstr("ovs-vswitchd is not installed (Debian package openvswitch-switch)"));
  EXPECT_THAT(checked.error().message(),
              HasSubstr("dnsmasq is not installed (Debian package dnsmasq-base)"));
  EXPECT_THAT(checked.error().message(), HasSubstr("/dev/net/tun: No such file"));
}

TEST(SandboxRequirements, AskOnlyForWhatIsUsed) {
  Machine machine = completeMachine();
  machine.programs = {"ip"};
  machine.tunProblem = "/dev/net/tun: No such file or directory";
  EXPECT_TRUE(checkRequirements({.withOvs = false, .dhcp = false}, machine));
  EXPECT_TRUE(checkRequirements({.nics = 1, .withOvs = false}, machine));
}

TEST(SandboxOptions, BoundTheNumberOfNics) {
  EXPECT_TRUE(checkOptions({.nics = 1}));
  EXPECT_TRUE(checkOptions({.nics = kMostNics}));
  EXPECT_EQ(checkOptions({.nics = 0}).error().kind(), ErrorKind::InvalidInput);
  EXPECT_FALSE(checkOptions({.nics = kMostNics + 1}));
}

TEST(SandboxOptions, WantAnAbsoluteStateDirectory) {
  EXPECT_TRUE(checkOptions({.stateDirectory = "/srv/state"}));
  EXPECT_FALSE(checkOptions({.stateDirectory = "state"}));
}

TEST(SandboxLinks, HaveStableDistinctAddresses) {
  EXPECT_EQ(nicMac(0), "52:54:00:5a:00:00");
  EXPECT_EQ(nicMac(31), "52:54:00:5a:00:1f");
  EXPECT_EQ(farMac(0), "52:54:00:5a:01:00");
}

TEST(SandboxLinks, AreOnePairForEachNic) {
  EXPECT_EQ(hostLinkCommands({.nics = 1}),
            "link set lo up\n"
            "link add eth0 address 52:54:00:5a:00:00 type veth "
            "peer name far0 address 52:54:00:5a:01:00 netns outside\n"
            "address add 192.0.2.10/24 dev eth0\n"
            "link set eth0 up\n"
            "route add default via 192.0.2.1\n");
  EXPECT_EQ(outsideLinkCommands({.nics = 3}),
            "link set lo up\n"
            "address add 203.0.113.1/32 dev lo\n"
            "address add 192.0.2.1/24 dev far0\n"
            "address add 198.51.100.1/24 dev far1\n"
            "link set far0 up\n"
            "link set far1 up\n"
            "link set far2 up\n");
}

TEST(SandboxLinks, GetIpv6OnlyWhenAsked) {
  EXPECT_THAT(hostLinkCommands({}), Not(HasSubstr("2001:db8")));
  EXPECT_THAT(hostLinkCommands({.ipv6 = true}), HasSubstr("route add ::/0 via 2001:db8:0:1::1\n"));
}

TEST(SandboxEnvironment, PointsProgramsIntoTheSandbox) {
  EXPECT_THAT(environment({}), Contains(Pair("OVS_RUNDIR", "/run/openvswitch")));
  EXPECT_THAT(environment({}), Contains(Pair("POINTSMAN_DEFAULT_DATAPATH", "netdev")));
  EXPECT_THAT(environment({}), Contains(Pair("POINTSMAN_STATE_DIR", "/run/sandbox/state")));
  EXPECT_THAT(environment({.stateDirectory = "/srv/state"}),
              Contains(Pair("POINTSMAN_STATE_DIR", "/srv/state")));
}

}  // namespace
}  // namespace pointsman::sandbox
