// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/ip_address.h"
#include "base/mac_address.h"
#include "base/str_cat.h"

namespace pointsman {
namespace {

TEST(MacAddressParse, TakesEitherCaseAndPrintsUpper) {
  EXPECT_EQ(toString(MacAddress::parse("52:54:00:aB:cd:0f").value()), "52:54:00:AB:CD:0F");
  EXPECT_EQ(toLowerString(MacAddress::parse("52-54-00-AB-CD-0F").value()), "52:54:00:ab:cd:0f");
}

TEST(MacAddressParse, RefusesWhatIsNotOne) {
  for (const auto* text :
       {"", "52:54:00:ab:cd", "52:54:00:ab:cd:0g", "5254.00ab.cd0f", "52:54:00:ab:cd:0f:"}) {
    EXPECT_FALSE(MacAddress::parse(text).has_value()) << text;
  }
}

TEST(IpAddressParse, KnowsBothFamiliesAndCanonicalText) {
  EXPECT_EQ(toString(IpAddress::parse("2001:DB8:0::1").value()), "2001:db8::1");
  EXPECT_EQ(IpAddress::parse("192.0.2.1").value().family(), IpFamily::V4);
  EXPECT_FALSE(IpAddress::parse("192.0.2.256").has_value());
  EXPECT_FALSE(IpAddress::parse(std::string_view("192.0.2.1\0x", 11)).has_value());
  EXPECT_TRUE(IpAddress::parse("fe80::1").value().isLinkLocal());
  EXPECT_TRUE(IpAddress::parse("::1").value().isLoopback());
}

TEST(IpPrefixParse, DefaultsToAHostAndMasksHostBits) {
  EXPECT_EQ(strCat(IpPrefix::parse("192.0.2.77").value()), "192.0.2.77/32");
  EXPECT_EQ(strCat(IpPrefix::parse("192.0.2.77/26").value().network()), "192.0.2.64/26");
  EXPECT_EQ(strCat(IpPrefix::parse("2001:db8:ffff::/33").value().network()), "2001:db8:8000::/33");
  EXPECT_TRUE(IpPrefix::parse("::/0").value().isDefault());
  for (const auto* text : {"192.0.2.0/33", "192.0.2.0/", "192.0.2.0/-1", "2001:db8::/129", "/24"}) {
    EXPECT_FALSE(IpPrefix::parse(text).has_value()) << text;
  }
}

TEST(IpPrefixContains, ComparesWithinOneFamilyOnly) {
  const auto network = IpPrefix::parse("192.0.2.0/24").value();
  EXPECT_TRUE(network.contains(IpAddress::parse("192.0.2.255").value()));
  EXPECT_FALSE(network.contains(IpAddress::parse("192.0.3.0").value()));
  EXPECT_FALSE(network.contains(IpAddress::parse("::").value()));
}

}  // namespace
}  // namespace pointsman
