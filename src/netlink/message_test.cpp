// SPDX-License-Identifier: Apache-2.0
#include "netlink/message.h"

#include <gtest/gtest.h>
#include <linux/netlink.h>

#include <cerrno>

#include "netlink/captured_bytes.h"

namespace pointsman::netlink {
namespace {

using captured::hex;

// What the kernel answers to an unknown kind of link, with NETLINK_CAP_ACK.
constexpr std::string_view kUnknownKind =
    "3c00000002000003070000008d0b0000a1ffffff34000000100005060700000000000000"
    "18000100556e6b6e6f776e20646576696365207479706500";

TEST(SplitMessages, FindsEachMessageOfADatagram) {
  const auto bytes =
      hex("1400000010000200010000000000000001020304"
          "1100000003000200010000000000000005000000");
  const auto messages = splitMessages(bytes).value();
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[0].type, 16);
  EXPECT_EQ(messages[0].flags, NLM_F_MULTI);
  EXPECT_EQ(messages[0].sequence, 1U);
  EXPECT_EQ(messages[0].payload.size(), 4U);
  EXPECT_EQ(messages[1].type, NLMSG_DONE);
  EXPECT_EQ(messages[1].payload.size(), 1U);
}

TEST(SplitMessages, RefusesLengthsThatDoNotFit) {
  EXPECT_FALSE(splitMessages(hex("0f000000100002000100000000000000")).has_value());
  EXPECT_FALSE(splitMessages(hex("11000000100002000100000000000000")).has_value());
  EXPECT_FALSE(splitMessages(hex("10000000")).has_value());
  EXPECT_TRUE(splitMessages({}).value().empty());
}

TEST(Acknowledgements, CarryTheErrorAndTheKernelsWords) {
  const auto bytes = hex(kUnknownKind);
  const auto messages = splitMessages(bytes).value();
  const auto acknowledgement = decodeAcknowledgement(messages.at(0)).value();
  EXPECT_EQ(acknowledgement.errorNumber, EOPNOTSUPP);
  EXPECT_EQ(acknowledgement.text, "Unknown device type");
  EXPECT_EQ(toError(acknowledgement).kind(), ErrorKind::Unsupported);
  EXPECT_EQ(toError(acknowledgement).message(),
            "kernel: Operation not supported: Unknown device type");
}

TEST(Acknowledgements, SkipTheWholeEchoedRequestWhenItIsNotCapped) {
  // The same with four bytes of the request's payload between header and attributes.
  const auto bytes =
      hex("a1ffffff"
          "1400000010000506"
          "0700000000000000"
          "deadbeef"
          "0700010068690000");
  const Message message{.type = NLMSG_ERROR, .flags = NLM_F_ACK_TLVS, .payload = bytes};
  EXPECT_EQ(decodeAcknowledgement(message).value().text, "hi");
}

TEST(Acknowledgements, OfSuccessAndOfTheEndOfADump) {
  const auto zero = hex("00000000");
  EXPECT_EQ(decodeAcknowledgement({.type = NLMSG_ERROR, .payload = zero}).value(),
            Acknowledgement{});
  EXPECT_EQ(decodeAcknowledgement({.type = NLMSG_DONE, .payload = zero}).value(),
            Acknowledgement{});
  const auto interrupted =
      hex("fcffffff"
          "0700010068690000");
  const Message done{.type = NLMSG_DONE, .flags = NLM_F_ACK_TLVS, .payload = interrupted};
  EXPECT_EQ(decodeAcknowledgement(done).value(), (Acknowledgement{EINTR, "hi"}));
}

TEST(Acknowledgements, RefuseWhatIsCutOrNonsense) {
  const auto positive = hex("01000000");
  EXPECT_FALSE(decodeAcknowledgement({.type = NLMSG_ERROR, .payload = positive}).has_value());
  const auto smallest = hex("00000080");
  EXPECT_TRUE(decodeAcknowledgement({.type = NLMSG_ERROR, .payload = smallest}).has_value());
  const auto whole = hex(kUnknownKind.substr(32));
  const auto decode = [](Bytes bytes) {
    return decodeAcknowledgement(
        {.type = NLMSG_ERROR, .flags = NLM_F_ACK_TLVS | NLM_F_CAPPED, .payload = bytes});
  };
  // All but the cut between the echoed header and the attributes.
  EXPECT_EQ(captured::refusedWhenCut(whole, decode), whole.size() - 1);
}

}  // namespace
}  // namespace pointsman::netlink
