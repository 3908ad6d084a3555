// SPDX-License-Identifier: Apache-2.0
#include "probe/dns_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pointsman::probe {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

using Bytes = std::vector<std::uint8_t>;

Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

// "ab.c" as labels, type A, class IN.
const Bytes kQuestion = {2, 'a', 'b', 1, 'c', 0, 0, 1, 0, 1};
const DnsQuestion kAsked = {.id = 0x1234, .name = "ab.c"};

Bytes header(std::uint8_t flags, std::uint8_t code, std::uint8_t questions, std::uint8_t answers) {
  return {0x12, 0x34, flags, code, 0, questions, 0, answers, 0, 0, 0, 0};
}

// A pointer to the question's name, then type, class, time to live, length, data.
Bytes record(std::uint8_t type, const Bytes& data) {
  return Bytes{0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, static_cast<std::uint8_t>(data.size())} +
         data;
}

Bytes goodAnswer() {
  return header(0x81, 0x80, 1, 2) + kQuestion + record(5, {1, 'x', 0}) + record(1, {192, 0, 2, 1});
}

TEST(DnsQuestion, IsWhatResolversExpect) {
  EXPECT_THAT(encodeQuestion(kAsked).value(),
              ElementsAreArray(header(0x01, 0x00, 1, 0) + kQuestion));
  DnsQuestion six = kAsked;
  six.name = "ab.c.";
  six.family = IpFamily::V6;
  const auto bytes = encodeQuestion(six).value();
  EXPECT_EQ(bytes.at(bytes.size() - 3), 28);
}

TEST(DnsHostName, KeepsToTheBounds) {
  const std::string label(63, 'a');
  const std::string longest = label + "." + label + "." + label + "." + std::string(61, 'a');
  for (const std::string& good :
       {std::string("a"), std::string("example.com"), std::string("_srv.a-b.c."), label, longest}) {
    EXPECT_TRUE(isHostName(good)) << good;
  }
  for (const std::string& bad :
       {std::string(), std::string("."), std::string("a..b"), std::string(".a"), std::string("a b"),
        std::string("a/b"), label + "a", longest + "a"}) {
    EXPECT_FALSE(isHostName(bad)) << bad;
    EXPECT_FALSE(encodeQuestion({.name = bad})) << bad;
  }
}

TEST(DnsAnswer, GivesTheAddressesBehindAliases) {
  const auto answer = decodeAnswer(goodAnswer(), kAsked).value();
  EXPECT_EQ(answer.responseCode, 0);
  EXPECT_THAT(answer.addresses, ElementsAre(IpAddress::parse("192.0.2.1").value()));
}

TEST(DnsAnswer, RepeatsTheQuestionInAnyCase) {
  Bytes bytes = goodAnswer();
  bytes[13] = 'A';
  EXPECT_TRUE(decodeAnswer(bytes, kAsked));
  bytes[13] = 'z';
  EXPECT_EQ(decodeAnswer(bytes, kAsked).error().kind(), ErrorKind::Protocol);
}

TEST(DnsAnswer, TellsWhyThereIsNone) {
  const auto missing = decodeAnswer(header(0x81, 0x83, 1, 0) + kQuestion, kAsked).value();
  EXPECT_EQ(explainResponseCode(missing.responseCode), "no such name");
  const auto refused = decodeAnswer(header(0x81, 0x85, 0, 0), kAsked).value();
  EXPECT_EQ(explainResponseCode(refused.responseCode), "refused");
  EXPECT_EQ(explainResponseCode(0), "no address");
}

TEST(DnsAnswer, TakesWhatATruncatedOneHolds) {
  Bytes bytes = header(0x83, 0x80, 1, 9) + kQuestion + record(1, {192, 0, 2, 1});
  const auto answer = decodeAnswer(bytes, kAsked).value();
  EXPECT_TRUE(answer.truncated);
  EXPECT_EQ(answer.addresses.size(), 1U);
}

TEST(DnsAnswer, RefusesWhatIsNone) {
  Bytes otherId = goodAnswer();
  otherId[0] ^= 1;
  Bytes aQuestion = goodAnswer();
  aQuestion[2] = 0x01;
  const Bytes shortAddress = header(0x81, 0x80, 1, 1) + kQuestion + record(1, {192, 0, 2});
  const Bytes tooMany = header(0x81, 0x80, 1, 9) + kQuestion + record(1, {192, 0, 2, 1});
  const Bytes longLabel = header(0x81, 0x80, 1, 1) + kQuestion + Bytes{0x7f, 'a', 0};
  for (const Bytes& bytes : {Bytes{}, otherId, aQuestion, shortAddress, tooMany, longLabel}) {
    EXPECT_EQ(decodeAnswer(bytes, kAsked).error().kind(), ErrorKind::Protocol);
  }
}

TEST(DnsAnswer, RefusesEveryTruncation) {
  const Bytes whole = goodAnswer();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_FALSE(decodeAnswer(std::span(whole).first(length), kAsked)) << length;
  }
}

}  // namespace
}  // namespace pointsman::probe
