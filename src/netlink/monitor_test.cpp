// SPDX-License-Identifier: Apache-2.0
#include "netlink/monitor.h"

#include <gtest/gtest.h>
#include <linux/rtnetlink.h>

#include "netlink/captured_bytes.h"

namespace pointsman::netlink {
namespace {

using captured::hex;

std::optional<Event> eventOf(std::uint16_t type, std::string_view digits) {
  const auto bytes = hex(digits);
  return decodeEvent({.type = type, .payload = bytes}).value();
}

TEST(EventDecode, TellsAdditionFromRemoval) {
  using namespace captured;  // NOLINT: constants of tests
  const auto is = []<typename T>(const std::optional<Event>& event, T) {
    return event && std::holds_alternative<T>(*event);
  };
  EXPECT_TRUE(is(eventOf(RTM_NEWLINK, kKernelVxlan), LinkChanged{}));
  EXPECT_TRUE(is(eventOf(RTM_DELLINK, kKernelVxlan), LinkRemoved{}));
  EXPECT_TRUE(is(eventOf(RTM_NEWADDR, kKernelAddress4), AddressAdded{}));
  EXPECT_TRUE(is(eventOf(RTM_DELADDR, kKernelAddress4), AddressRemoved{}));
  EXPECT_TRUE(is(eventOf(RTM_NEWROUTE, kKernelMultipath), RouteAdded{}));
  EXPECT_TRUE(is(eventOf(RTM_DELROUTE, kKernelMultipath), RouteRemoved{}));
  EXPECT_TRUE(is(eventOf(RTM_NEWRULE, kKernelRule), RuleAdded{}));
  EXPECT_TRUE(is(eventOf(RTM_DELRULE, kKernelRule), RuleRemoved{}));
}

TEST(EventDecode, PassesOverWhatIsNoConcernOfOurs) {
  EXPECT_FALSE(eventOf(RTM_NEWNEIGH, "00"));
  EXPECT_FALSE(eventOf(RTM_DELLINK, "07000000030000000000000000000000")) << "AF_BRIDGE";
  EXPECT_FALSE(eventOf(RTM_NEWROUTE, "800000000000000100000000")) << "multicast forwarding";
  EXPECT_FALSE(eventOf(RTM_NEWRULE, "800000000000000100000000")) << "multicast forwarding";
}

TEST(EventDecode, RefusesATruncatedMessage) {
  const auto bytes = hex("0200");
  EXPECT_FALSE(decodeEvent({.type = RTM_NEWADDR, .payload = bytes}).has_value());
}

}  // namespace
}  // namespace pointsman::netlink
