// SPDX-License-Identifier: Apache-2.0
#include "netlink/options.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "base/str_cat.h"
#include "netlink/writer.h"

namespace pointsman::netlink {
namespace {

struct Table {
  const char* name;
  OptionTable rows;
};
const Table kTables[] = {{"bond", bondOptions()},
                         {"bond port", bondPortOptions()},
                         {"bridge", bridgeOptions()},
                         {"bridge port", bridgePortOptions()}};

Result<IfIndex> numberAsIndex(std::string_view name) {
  return IfIndex{std::stoi(std::string(name))};
}

Result<Options> thereAndBack(OptionTable table, const Options& options) {
  MessageWriter message(0, 0);
  CHECK_OK(encodeOptions(table, options, numberAsIndex, message));
  return decodeOptions(table, message.payload());
}

std::vector<std::string> samplesOf(const OptionRow& row) {
  if (!row.names.empty()) return {row.names.begin(), row.names.end()};
  switch (row.type) {
    case OptionType::U8:
      return {"0", "255"};
    case OptionType::U16:
      return {"0", "65535"};
    case OptionType::U32:
      return {"0", "4294967295"};
    case OptionType::U64:
      return {"0", "18446744073709551615"};
    case OptionType::S32:
      return {"-2147483648", "2147483647"};
    case OptionType::EtherType:
      return {"802.1q", "802.1ad"};
    case OptionType::Mac:
      return {"01:80:c2:00:00:0d"};
    case OptionType::Link:
      return {"17"};
    case OptionType::IpList:
      return {"", "192.0.2.1", "192.0.2.1,192.0.2.2", "2001:db8::1,2001:db8::2"};
  }
  return {};
}

TEST(OptionTables, HaveNoNameOrAttributeTwice) {
  for (const Table& table : kTables) {
    std::set<std::string_view> names;
    std::set<std::uint16_t> attributes;
    for (const OptionRow& row : table.rows) {
      EXPECT_TRUE(names.insert(row.name).second) << table.name << " " << row.name;
      EXPECT_TRUE(attributes.insert(row.attribute).second) << table.name << " " << row.name;
    }
  }
}

TEST(OptionTables, ReadEveryOptionAsItWasWritten) {
  for (const Table& table : kTables) {
    for (OptionRow row : table.rows) {
      row.access = OptionAccess::ReadWrite;
      for (const std::string& text : samplesOf(row)) {
        const Options options{{std::string(row.name), text}};
        EXPECT_EQ(thereAndBack({&row, 1}, options).value(), options) << table.name;
      }
    }
  }
}

TEST(OptionsEncode, TakesTheNumberOfANamedValue) {
  EXPECT_EQ(thereAndBack(bondOptions(), {{"mode", "4"}}).value().at("mode"), "802.3ad");
  EXPECT_EQ(thereAndBack(bondOptions(), {{"mode", "77"}}).value().at("mode"), "77")
      << "a value of a later kernel";
}

struct Refusal {
  const char* name;
  const char* option;
  const char* text;
  const char* message;
};
class OptionsEncodeRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(OptionsEncodeRefuses, NamingTheOption) {
  const auto refused = thereAndBack(bondOptions(), {{GetParam().option, GetParam().text}});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().kind(), ErrorKind::InvalidInput);
  EXPECT_EQ(refused.error().message(), GetParam().message);
}
INSTANTIATE_TEST_SUITE_P(
    , OptionsEncodeRefuses,
    testing::Values(Refusal{"Unknown", "nonsense", "1", "unknown option nonsense"},
                    Refusal{"TooLarge", "use_carrier", "256",
                            "option use_carrier: '256' is not a number from 0 to 255"},
                    Refusal{"NotANumber", "miimon", "1s",
                            "option miimon: '1s' is not a number from 0 to 4294967295"},
                    Refusal{"Empty", "miimon", "",
                            "option miimon: '' is not a number from 0 to 4294967295"},
                    Refusal{"NotAName", "lacp_rate", "quick",
                            "option lacp_rate: 'quick' is none of slow, fast"},
                    Refusal{"NotAnAddress", "arp_ip_target", "192.0.2.1,,",
                            "option arp_ip_target: '' is not an IP address"}),
    [](const auto& tested) { return tested.param.name; });

TEST(OptionsEncode, RefusesWhatCanOnlyBeRead) {
  EXPECT_EQ(thereAndBack(bondPortOptions(), {{"mii_status", "up"}}).error().message(),
            "option mii_status can only be read");
}

TEST(OptionsEncode, ClearsALinkWithAnEmptyName) {
  MessageWriter message(0, 0);
  EXPECT_TRUE(encodeOptions(bondOptions(), {{"primary", ""}}, numberAsIndex, message).has_value());
  Options options = decodeOptions(bondOptions(), message.payload()).value();
  EXPECT_EQ(options.at("primary"), "0");
  resolveLinks(bondOptions(), options, [](IfIndex) { return "never asked"; });
  EXPECT_EQ(options.at("primary"), "");
}

TEST(OptionsDecode, SaysWhichOptionIsMalformed) {
  MessageWriter message(0, 0);
  message.putByte(bondOptions()[2].attribute, true);  // miimon has four bytes
  EXPECT_EQ(decodeOptions(bondOptions(), message.payload()).error().message(),
            "miimon: netlink: attribute 3 has an unexpected length of 1 bytes");
}

}  // namespace
}  // namespace pointsman::netlink
