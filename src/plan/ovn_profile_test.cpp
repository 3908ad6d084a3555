// SPDX-License-Identifier: Apache-2.0
#include "plan/ovn_profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace pointsman::plan {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// A node as ovnkube-node wants it: br-ex over eth0 with a static address and the default route.
HostConfig goodNode() {
  HostConfig config;
  config.links[InterfaceName("eth0")].up = true;
  auto& link = config.links[InterfaceName("br-ex")];
  link.kind = OvsInternalLink{};
  link.up = true;
  link.mac = MacAddress::parse("52:54:00:00:00:01").value();
  link.ipv4.enabled = true;
  link.ipv4.addresses = {{.prefix = IpPrefix::parse("192.0.2.10/24").value()}};
  auto& bridge = config.ovs.bridges[BridgeName("br-ex")];
  bridge.ports[PortName("br-ex")].interfaces[InterfaceName("br-ex")].type = kOvsInternal;
  bridge.ports[PortName("eth0")].interfaces[InterfaceName("eth0")].type = kOvsSystem;
  config.routes.insert({.destination = IpPrefix::parse("0.0.0.0/0").value(),
                        .device = InterfaceName("br-ex"),
                        .gateway = IpAddress::parse("192.0.2.1").value()});
  return config;
}

OvsBridgeConfig& bridgeOf(HostConfig& config) { return config.ovs.bridges.at(BridgeName("br-ex")); }
LinkConfig& linkOf(HostConfig& config) { return config.links.at(InterfaceName("br-ex")); }

TEST(OvnProfile, FindsNothingWrongWithAGoodNode) {
  EXPECT_THAT(checkOvnKubernetes(goodNode(), {}, {}), IsEmpty());
}

struct Flaw {
  const char* name;
  std::function<void(HostConfig&, HostFacts&)> make;
  const char* message;
};

class OvnProfileFlaw : public testing::TestWithParam<Flaw> {};

TEST_P(OvnProfileFlaw, IsSaidWithWhatToDo) {
  HostConfig config = goodNode();
  HostFacts facts;
  GetParam().make(config, facts);
  const auto found = checkOvnKubernetes(config, facts, {.clusterMtu = 1400});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].message, HasSubstr(GetParam().message));
  EXPECT_FALSE(found[0].hint.empty());
}

INSTANTIATE_TEST_SUITE_P(
    , OvnProfileFlaw,
    testing::Values(
        Flaw{"NoBridge", [](HostConfig& c, HostFacts&) { c.ovs.bridges.clear(); },
             "no OVS bridge br-ex"},
        Flaw{"NoInternalPort",
             [](HostConfig& c, HostFacts&) { c.links.erase(InterfaceName("br-ex")); },
             "no internal port"},
        Flaw{"NoUplink",
             [](HostConfig& c, HostFacts&) { bridgeOf(c).ports.erase(PortName("eth0")); },
             "has no uplink"},
        Flaw{"TwoUplinks",
             [](HostConfig& c, HostFacts&) {
               bridgeOf(c).ports[PortName("eth1")].interfaces[InterfaceName("eth1")].type =
                   kOvsSystem;
             },
             "several uplinks (eth0, eth1)"},
        Flaw{"EmptyTypeWithoutUplinkKey",
             [](HostConfig&, HostFacts& f) {
               f.ovs.interfaces[InterfaceName("eth0")].literalType = "";
             },
             "type of eth0 is empty"},
        Flaw{"UplinkKeyNamesAnother",
             [](HostConfig& c, HostFacts&) { bridgeOf(c).externalIds["bridge-uplink"] = "eth7"; },
             "names eth7"},
        Flaw{"PortNamedOtherwise",
             [](HostConfig& c, HostFacts&) {
               auto port = bridgeOf(c).ports.extract(PortName("eth0"));
               port.key() = PortName("phys0");
               bridgeOf(c).ports.insert(std::move(port));
             },
             "port phys0 of br-ex holds interface eth0"},
        Flaw{"SecureFailMode", [](HostConfig& c, HostFacts&) { bridgeOf(c).failMode = "secure"; },
             "fail-mode is secure"},
        Flaw{"LinkDown", [](HostConfig& c, HostFacts&) { linkOf(c).up = false; }, "br-ex is down"},
        Flaw{"NoMac", [](HostConfig& c, HostFacts&) { linkOf(c).mac.reset(); }, "no MAC address"},
        Flaw{"OnlyMasqueradeAddresses",
             [](HostConfig& c, HostFacts&) {
               linkOf(c).ipv4.addresses = {{.prefix = IpPrefix::parse("169.254.169.2/29").value()}};
             },
             "no usable address"},
        Flaw{"DefaultRouteElsewhere",
             [](HostConfig& c, HostFacts&) {
               Route route = *c.routes.begin();
               route.device = InterfaceName("eth1");
               c.routes = {route};
             },
             "no ipv4 default route leaves by br-ex; it leaves by eth1"},
        Flaw{"SmallMtu", [](HostConfig& c, HostFacts&) { linkOf(c).mtu = 1400; }, "at least 1458"}),
    [](const auto& tested) { return tested.param.name; });

TEST(OvnProfile, TakesALeaseOnItsWayForAnAddressAndARoute) {
  HostConfig config = goodNode();
  linkOf(config).ipv4.addresses.clear();
  linkOf(config).ipv4.dhcp = true;
  config.routes.clear();
  EXPECT_THAT(checkOvnKubernetes(config, {}, {}), IsEmpty());
}

TEST(OvnProfile, RefusesAnOvsBondAsUplink) {
  HostConfig config = goodNode();
  auto& port = bridgeOf(config).ports[PortName("eth0")];
  port.interfaces[InterfaceName("eth1")].type = kOvsSystem;
  const auto found = checkOvnKubernetes(config, {}, {});
  ASSERT_FALSE(found.empty());
  EXPECT_THAT(found[0].message, HasSubstr("is an OVS bond"));
}

}  // namespace
}  // namespace pointsman::plan
