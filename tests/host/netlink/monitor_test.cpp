// SPDX-License-Identifier: Apache-2.0
#include "netlink/monitor.h"

#include <gtest/gtest.h>

#include <chrono>

#include "namespace.h"

namespace pointsman::netlink {
namespace {

using std::chrono::seconds;

class NetlinkMonitor : public testing::Test {
 protected:
  // Passes over events until one of that type satisfies 'wanted'.
  template <typename EventType, typename Predicate>
  testing::AssertionResult sees(Predicate wanted) {
    const auto deadline = Deadline::after(seconds(10));
    while (auto event = must(monitor_.next(deadline))) {
      if (const auto* found = std::get_if<EventType>(&*event); found != nullptr && wanted(*found)) {
        return testing::AssertionSuccess();
      }
    }
    return testing::AssertionFailure() << "no such event";
  }

  FreshNamespace fresh_;
  Monitor monitor_ =
      must(Monitor::open({.links = true, .addresses = true, .routes = true, .rules = true}));
};

TEST_F(NetlinkMonitor, TellsWhatAppearsAndWhatGoes) {
  const auto ofLink = [](const auto& event) { return event.link.name == "v0"; };
  const auto ofPrefix = [](const auto& event) {
    return toString(event.address.prefix) == "192.0.2.1/24";
  };
  const auto ofRoute = [](const auto& event) {
    return toString(event.route.destination) == "198.51.100.0/24";
  };
  const auto ofRule = [](const auto& event) { return event.rule.priority == 50; };
  ip({"link", "add", "v0", "type", "veth", "peer", "name", "v1"});
  EXPECT_TRUE(sees<LinkChanged>(ofLink));
  ip({"link", "set", "v0", "up"});
  EXPECT_TRUE(sees<LinkChanged>([&](const auto& event) { return ofLink(event) && event.link.up; }));
  ip({"addr", "add", "192.0.2.1/24", "dev", "v0"});
  EXPECT_TRUE(sees<AddressAdded>(ofPrefix));
  ip({"route", "add", "198.51.100.0/24", "via", "192.0.2.2"});
  EXPECT_TRUE(sees<RouteAdded>(ofRoute));
  ip({"route", "del", "198.51.100.0/24"});
  EXPECT_TRUE(sees<RouteRemoved>(ofRoute));
  ip({"-6", "rule", "add", "priority", "50", "lookup", "main"});
  EXPECT_TRUE(sees<RuleAdded>(ofRule));
  ip({"-6", "rule", "del", "priority", "50"});
  EXPECT_TRUE(sees<RuleRemoved>(ofRule));
  ip({"addr", "del", "192.0.2.1/24", "dev", "v0"});
  EXPECT_TRUE(sees<AddressRemoved>(ofPrefix));
  ip({"link", "del", "v0"});
  EXPECT_TRUE(sees<LinkRemoved>(ofLink));
}

TEST_F(NetlinkMonitor, GivesNothingWhenTheDeadlinePasses) {
  EXPECT_FALSE(must(monitor_.next(Deadline::after(seconds(0)))).has_value());
}

// The bridge announces the leaving port with RTM_DELLINK, though the link stays.
TEST_F(NetlinkMonitor, DoesNotTakeAPortThatLeavesItsBridgeForARemovedLink) {
  ip({"link", "add", "v0", "type", "veth", "peer", "name", "v1"});
  ip({"link", "add", "br0", "type", "bridge"});
  ip({"link", "set", "v0", "master", "br0"});
  ip({"link", "set", "v0", "nomaster"});
  while (const auto event = must(monitor_.next(Deadline::after(seconds(0))))) {
    EXPECT_FALSE(std::holds_alternative<LinkRemoved>(*event));
  }
}

TEST_F(NetlinkMonitor, AsksForAResyncWhenEventsWereLost) {
  Netlink netlink = must(Netlink::open());
  ip({"link", "add", "v0", "type", "veth", "peer", "name", "v1"});
  // Far more events than the socket buffer holds, none of them read meanwhile.
  for (std::uint32_t mtu = 1000; mtu < 4000; ++mtu) {
    ASSERT_TRUE(netlink.changeLink("v0", {.mtu = mtu}).has_value());
  }
  EXPECT_TRUE(sees<Resync>([](const Resync&) { return true; }));
}

}  // namespace
}  // namespace pointsman::netlink
