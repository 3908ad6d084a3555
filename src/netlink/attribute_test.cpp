// SPDX-License-Identifier: Apache-2.0
#include "netlink/attribute.h"

#include <gtest/gtest.h>
#include <linux/netlink.h>

#include <vector>

#include "netlink/captured_bytes.h"
#include "netlink/writer.h"

namespace pointsman::netlink {
namespace {

using captured::hex;

TEST(AttributeTake, StripsTheFlagBitsAndThePadding) {
  const auto bytes =
      hex("0500018007000000"
          "0500020008");
  Bytes rest = bytes;
  const auto first = takeAttribute(rest).value();
  EXPECT_EQ(first.type(), 1);
  EXPECT_EQ(first.payload().size(), 1U);
  const auto second = takeAttribute(rest).value();
  EXPECT_EQ(second.type(), 2) << "the last one may lack its padding";
  EXPECT_TRUE(rest.empty());
}

TEST(AttributeTake, RefusesLengthsThatDoNotFit) {
  for (const auto* digits : {"", "0500", "03000100", "09000100ffffffff", "00000000"}) {
    const auto bytes = hex(digits);
    Bytes rest = bytes;
    const auto taken = takeAttribute(rest);
    ASSERT_FALSE(taken.has_value()) << digits;
    EXPECT_EQ(taken.error().kind(), ErrorKind::Protocol);
  }
}

TEST(AttributeInto, RefusesAPayloadThatIsTooShortForItsType) {
  const auto three = hex("010203");
  const Attribute attribute{7, three};
  std::uint32_t number = 0;
  MacAddress mac;
  IpAddress address;
  EXPECT_EQ(attribute.into(number).error().message(),
            "netlink: attribute 7 has an unexpected length of 3 bytes");
  EXPECT_FALSE(attribute.into(mac).has_value());
  EXPECT_FALSE(attribute.into(address).has_value());
  std::uint16_t shorter = 0;
  EXPECT_TRUE(attribute.into(shorter).has_value()) << "kernels append to attributes";
}

TEST(AttributeInto, EndsAStringAtItsNulOrItsLength) {
  std::string text = "old";
  EXPECT_TRUE(Attribute(1, hex("65746830")).into(text).has_value());
  const auto terminated = hex("657468300041");
  EXPECT_TRUE(Attribute(1, terminated).into(text).has_value());
  EXPECT_EQ(text, "eth0");
  EXPECT_TRUE(Attribute(1, Bytes{}).into(text).has_value());
  EXPECT_EQ(text, "");
}

TEST(MessageWriterBytes, NestsAndPads) {
  MessageWriter message(16, NLM_F_ACK);
  {
    const auto outer = message.nest(1);
    message.put(2, std::string_view("ab"));
    const auto inner = message.nest(3);
    message.putByte(4, true);
  }
  message.setSequence(0x01020304);
  const auto expected =
      hex("28000000100005000403020100000000"  // header
          "1800010007000200616200000c0003000500040001000000");
  EXPECT_EQ(std::vector<std::byte>(message.bytes().begin(), message.bytes().end()), expected);
  EXPECT_FALSE(message.tooLong());
}

TEST(MessageWriterBytes, NoticesWhatOutgrowsALength) {
  MessageWriter single(16, 0);
  single.put(1, std::string_view(std::string(70000, 'x')));
  EXPECT_TRUE(single.tooLong());
  MessageWriter nested(16, 0);
  {
    const auto nest = nested.nest(1);
    for (int i = 0; i < 20000; ++i) nested.put(2, std::uint32_t{0});
  }
  EXPECT_TRUE(nested.tooLong());
}

}  // namespace
}  // namespace pointsman::netlink
