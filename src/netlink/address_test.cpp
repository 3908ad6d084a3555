// SPDX-License-Identifier: Apache-2.0
#include "netlink/address.h"

#include <gtest/gtest.h>

#include "netlink/captured_bytes.h"
#include "netlink/writer.h"

namespace pointsman::netlink {
namespace {

using captured::hex;
using std::chrono::seconds;

TEST(AddressDecode, ReadsAnIpv4AddressWithLifetimes) {
  EXPECT_EQ(decodeAddress(hex(captured::kKernelAddress4)).value(),
            (Address{.link = {3},
                     .prefix = IpPrefix::parse("192.0.2.1/24").value(),
                     .broadcast = IpAddress::parse("192.0.2.255").value(),
                     .label = "v0",
                     .valid = seconds(1000),
                     .preferred = seconds(500)}));
}

TEST(AddressDecode, ReadsATentativeIpv6Address) {
  EXPECT_EQ(decodeAddress(hex(captured::kKernelAddress6)).value(),
            (Address{.link = {3},
                     .prefix = IpPrefix::parse("fe80::ff:fe00:1/64").value(),
                     .scope = Scope::Link,
                     .protocol = 3,
                     .permanent = true,
                     .tentative = true}));
}

TEST(AddressDecode, SurvivesACutAtEveryLength) {
  for (const auto captured : {captured::kKernelAddress4, captured::kKernelAddress6}) {
    const auto whole = hex(captured);
    EXPECT_GT(captured::refusedWhenCut(whole, decodeAddress), whole.size() * 8 / 10);
  }
}

TEST(AddressDecode, RefusesAnAddressThatDoesNotFitItsFamily) {
  for (const auto* digits : {
           "0a18000003000000"
           "08000200c0000201",  // family IPv6, four bytes
           "0221000003000000"
           "08000200c0000201",  // prefix length 33
           "0718000003000000"
           "08000200c0000201",  // AF_BRIDGE
           "0218000003000000",  // no address
       }) {
    EXPECT_EQ(decodeAddress(hex(digits)).error().kind(), ErrorKind::Protocol) << digits;
  }
}

TEST(AddressEncode, WritesAsIproute2) {
  MessageWriter message(20, 0);
  encodeAddress({.link = {3},
                 .prefix = IpPrefix::parse("192.0.2.1/24").value(),
                 .broadcast = IpAddress::parse("192.0.2.255").value(),
                 .valid = seconds(1000),
                 .preferred = seconds(500)},
                message);
  const auto theirs = hex(captured::kIpAddAddress);
  EXPECT_EQ(std::vector(message.payload().begin(), message.payload().end()),
            std::vector(theirs.begin() + 16, theirs.end()));
}

TEST(AddressEncode, IsUndoneByDecoding) {
  const Address address{.link = {7},
                        .prefix = IpPrefix::parse("2001:db8::1/128").value(),
                        .peer = IpAddress::parse("2001:db8::2").value(),
                        .scope = Scope::Site,
                        .valid = seconds(10),
                        .protocol = 4,
                        .metric = 99,
                        .noPrefixRoute = true,
                        .manageTemporary = true,
                        .noDad = true};
  MessageWriter message(20, 0);
  encodeAddress(address, message);
  EXPECT_EQ(decodeAddress(message.payload()).value(), address);
}

}  // namespace
}  // namespace pointsman::netlink
