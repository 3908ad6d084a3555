// SPDX-License-Identifier: Apache-2.0
// What is proposed for a host in a sandbox, from its kernel and its Open vSwitch.
#include "propose/propose.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <chrono>
#include <thread>

#include "base/str_cat.h"
#include "host/read_host.h"
#include "sandbox/layout.h"
#include "sandbox/sandbox.h"

namespace pointsman::propose {
namespace {

using sandbox::Sandbox;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

Deadline soon() { return Deadline::after(std::chrono::seconds(20)); }

IpPrefix prefix(std::string_view text) { return IpPrefix::parse(text).value(); }

class ProposeHost : public testing::Test {
 protected:
  void SetUp() override {
    auto started = Sandbox::start({.ipv6 = true}, soon());
    ASSERT_TRUE(started) << started.error().message();
    sandbox_ = std::move(*started);
  }

  void run(const std::vector<std::string>& argv) {
    const auto ran = sandbox_->inside().capture(argv, soon());
    ASSERT_TRUE(ran) << ran.error().message();
    ASSERT_TRUE(ran->status.success()) << strJoin(argv, " ") << ": " << ran->errors;
  }

  Proposal propose(const ProposeOptions& options = {}) {
    host::HostAccess access;
    access.ovsdb = ovsdb::parseRemotes(strCat("unix:", sandbox_->ovs().socket().native())).value();
    access.resolvConf = sandbox_->path("/etc/resolv.conf").native();
    Proposal proposal;
    std::jthread([&] {
      ASSERT_EQ(::setns(sandbox_->netnsFd(), CLONE_NEWNET), 0);
      const auto observed = host::readHost(access, soon());
      ASSERT_TRUE(observed) << observed.error().message();
      proposal = proposeBridge(*observed, options);
    }).join();
    for (const Diagnostic& one : proposal.diagnostics) {
      EXPECT_EQ(one.severity, Severity::Warning) << one.message;
    }
    return proposal;
  }

  static DesiredInterface localPort(const Proposal& proposal) {
    for (const DesiredInterface& one : proposal.desired.interfaces) {
      if (one.type == InterfaceType::OvsInterface) return one;
    }
    ADD_FAILURE() << "there is no ovs-interface in the proposal";
    return {};
  }

  std::unique_ptr<Sandbox> sandbox_;
};

TEST_F(ProposeHost, TakesTheNicOfTheDefaultRoute) {
  const Proposal proposal = propose();
  EXPECT_EQ(proposal.uplink, InterfaceName("eth0"));
  const DesiredInterface port = localPort(proposal);
  EXPECT_THAT(port.ipv4->addresses, Optional(ElementsAre(prefix("192.0.2.10/24"))));
  EXPECT_THAT(port.ipv6->addresses, Optional(ElementsAre(prefix("2001:db8:0:1::10/64"))));
  EXPECT_EQ(port.ipv4->dhcp, false);
  ASSERT_EQ(proposal.desired.routes.size(), 2U);
  for (const DesiredRoute& route : proposal.desired.routes) {
    EXPECT_EQ(route.device, InterfaceName("br-ex"));
    EXPECT_EQ(route.metric, 48U);
  }
}

TEST_F(ProposeHost, FindsAMultipathDefaultRoute) {
  run({"ip", "link", "set", "eth1", "up"});
  run({"ip", "address", "add", "198.51.100.10/24", "dev", "eth1"});
  run({"ip", "-6", "route", "del", "default"});
  run({"ip", "route", "replace", "default", "nexthop", "via", "192.0.2.1", "weight", "1", "nexthop",
       "via", "198.51.100.1", "weight", "9"});
  EXPECT_EQ(propose().uplink, InterfaceName("eth1"));
}

TEST_F(ProposeHost, SeesALeaseOfDhcp) {
  run({"ip", "link", "set", "eth1", "up"});
  run({"dhcpcd", "--oneshot", "--ipv4only", "--noarp", "--timeout", "15", "eth1"});
  const Proposal proposal = propose({.uplink = InterfaceName("eth1")});
  const DesiredInterface port = localPort(proposal);
  EXPECT_EQ(port.ipv4->dhcp, true);
  EXPECT_EQ(port.ipv4->addresses, std::nullopt);
  EXPECT_EQ(port.ipv4->autoRouteMetric, 48U);
  EXPECT_EQ(port.waitIp, WaitIp::Ipv4);
}

TEST_F(ProposeHost, DescribesABridgeThatIsInPlace) {
  run({"ovs-vsctl", "add-br", "br-ex", "--", "set", "Bridge", "br-ex", "datapath_type=netdev",
       strCat("other_config:hwaddr=", sandbox::nicMac(0)), "--", "add-port", "br-ex", "eth0"});
  run({"ip", "address", "flush", "dev", "eth0", "scope", "global"});
  run({"ip", "link", "set", "br-ex", "up"});
  run({"ip", "address", "add", "192.0.2.10/24", "dev", "br-ex"});
  run({"ip", "address", "add", "169.254.0.2/17", "dev", "br-ex"});
  run({"ip", "route", "add", "default", "via", "192.0.2.1", "dev", "br-ex", "metric", "48"});
  const Proposal proposal = propose();
  EXPECT_TRUE(proposal.inPlace) << strJoin(proposal.explanation, "\n");
  EXPECT_EQ(proposal.uplink, InterfaceName("eth0"));
  const DesiredInterface port = localPort(proposal);
  EXPECT_EQ(port.copyMacFrom, InterfaceName("eth0"));
  EXPECT_THAT(port.ipv4->addresses,
              Optional(ElementsAre(prefix("192.0.2.10/24"), prefix("169.254.0.2/17"))));
  EXPECT_THAT(proposal.explanation, Contains(HasSubstr("masquerade address")));
}

}  // namespace
}  // namespace pointsman::propose
