// SPDX-License-Identifier: Apache-2.0
#include "journal/codec.h"

#include <boost/pfr/tuple_size.hpp>
#include <gtest/gtest.h>

#include "journal/record.h"
#include "journal/testing/random_value.h"
#include "plan/testing/config_generator.h"

namespace pointsman::journal {
namespace {

constexpr std::uint32_t kSeed = 20260301;

template <typename Variant, typename Check, std::size_t... Index>
void forEachAlternative(RandomValue& random, Check check, std::index_sequence<Index...>) {
  (check(random.makeAlternative<Variant, Index>()), ...);
}
template <typename Variant, typename Check>
void forEachAlternative(RandomValue& random, Check check) {
  forEachAlternative<Variant>(random, check,
                              std::make_index_sequence<std::variant_size_v<Variant>>());
}

TEST(StepCodec, GivesBackEveryKindOfStep) {
  RandomValue random(kSeed);
  for (int round = 0; round < 200; ++round) {
    forEachAlternative<plan::Step>(random, [&](const plan::Step& step) {
      const std::string text = encodeStep(step);
      const auto decoded = decodeStep(text);
      ASSERT_TRUE(decoded.has_value()) << decoded.error().message() << "\n" << text;
      ASSERT_EQ(*decoded, step) << text;
    });
  }
}

TEST(StepCodec, WritesNoNewlines) {
  const plan::Step step = plan::SetHostname{.before = {}, .after = {"a\nb", "c\r\n"}};
  EXPECT_EQ(encodeStep(step).find('\n'), std::string::npos);
}

TEST(ConfigCodec, GivesBackGeneratedHosts) {
  for (std::uint32_t seed = kSeed; seed < kSeed + 300; ++seed) {
    const HostConfig config = plan::ConfigGenerator(seed).hostConfig();
    const auto decoded = decodeConfig(encodeConfig(config));
    ASSERT_TRUE(decoded.has_value()) << "seed " << seed << ": " << decoded.error().message();
    ASSERT_EQ(*decoded, config) << "seed " << seed;
  }
}

TEST(ConfigCodec, GivesBackArbitraryValues) {
  RandomValue random(kSeed);
  for (int round = 0; round < 300; ++round) {
    const auto config = random.make<HostConfig>();
    const auto decoded = decodeConfig(encodeConfig(config));
    ASSERT_TRUE(decoded.has_value()) << decoded.error().message();
    ASSERT_EQ(*decoded, config);
  }
}

TEST(RecordCodec, GivesBackEveryKindOfRecord) {
  RandomValue random(kSeed);
  for (int round = 0; round < 100; ++round) {
    forEachAlternative<Record>(random, [&](const Record& record) {
      const auto decoded = decodeRecord(encodeRecord(record));
      ASSERT_TRUE(decoded.has_value()) << decoded.error().message();
      ASSERT_EQ(*decoded, record);
    });
  }
}

// Counts what a table lists, in all that it reaches, and holds it against the struct itself.
class MemberCounter {
 public:
  template <typename T>
  void check() {
    T value = {};
    check(value);
  }
  template <typename T>
  void operator()(std::string_view, T& member) {
    ++listed_;
    const std::size_t outer = std::exchange(listed_, 0);
    check(member);
    listed_ = outer;
  }

 private:
  template <typename T>
  void check(std::optional<T>&) {
    check<T>();
  }
  template <typename T>
  void check(std::vector<T>&) {
    check<T>();
  }
  template <typename T>
  void check(std::set<T>&) {
    check<T>();
  }
  template <typename K, typename T>
  void check(std::map<K, T>&) {
    check<T>();
  }
  template <typename... Ts>
  void check(std::variant<Ts...>&) {
    (check<Ts>(), ...);
  }
  template <typename T>
  requires requires(MemberCounter& visitor, T& value) { fields(visitor, value); }
  void check(T& value) {
    listed_ = 0;
    fields(*this, value);
    EXPECT_EQ(listed_, boost::pfr::tuple_size_v<T>) << __PRETTY_FUNCTION__;
    ++structs_;
  }
  template <typename T>
  void check(T&) {}

  std::size_t listed_ = 0;

 public:
  std::size_t structs_ = 0;
};

TEST(FieldTables, ListEveryMember) {
  MemberCounter counter;
  counter.check<plan::Step>();
  counter.check<HostConfig>();
  counter.check<Record>();
  EXPECT_GT(counter.structs_, 60U);
}

struct BadText {
  const char* name;
  std::string_view text;
};
class StepDecodingOf : public testing::TestWithParam<BadText> {};

TEST_P(StepDecodingOf, RefusesWhatIsNoStep) {
  const auto decoded = decodeStep(GetParam().text);
  ASSERT_FALSE(decoded.has_value());
  EXPECT_EQ(decoded.error().kind(), ErrorKind::InvalidInput);
}

INSTANTIATE_TEST_SUITE_P(
    , StepDecodingOf,
    testing::Values(
        BadText{"Nothing", ""}, BadText{"Garbage", "\x7f\x45\x4c\x46"}, BadText{"Number", "1"},
        BadText{"EmptyObject", "{}"}, BadText{"UnknownStep", R"({"format-disk":{}})"},
        BadText{"TwoSteps", R"({"add-rule":{},"remove-rule":{}})"},
        BadText{"UnknownKey", R"({"set-link-mtu":{"link":"a","befor":1}})"},
        BadText{"WrongType", R"({"set-link-mtu":{"link":7}})"},
        BadText{"NegativeMtu", R"({"set-link-mtu":{"after":-1}})"},
        BadText{"TooLargeMtu", R"({"set-link-mtu":{"after":4294967296}})"},
        BadText{"FractionOfAnMtu", R"({"set-link-mtu":{"after":1.5}})"},
        BadText{"UnknownWord", R"({"change-ovs-key":{"column":"status"}})"},
        BadText{"BadMac", R"({"set-link-mac":{"after":"02:00"}})"},
        BadText{"BadPrefix", R"({"add-address":{"address":{"prefix":"192.0.2.1/33"}}})"},
        BadText{"BadVlanRange", R"({"change-port":{"after":{"vlan":{"trunks":[[9,4096]]}}}})"},
        BadText{"TurnedVlanRange", R"({"change-port":{"after":{"vlan":{"trunks":[[9,8]]}}}})"},
        BadText{"HalfAVlanRange", R"({"change-port":{"after":{"vlan":{"trunks":[[9]]}}}})"},
        BadText{"Trailing", R"({"add-rule":{}} x)"}),
    [](const auto& tested) { return tested.param.name; });

TEST(StepDecoding, SaysWhere) {
  const auto decoded = decodeStep(R"({"add-route":{"route":{"metric":-5}}})");
  ASSERT_FALSE(decoded.has_value());
  EXPECT_EQ(decoded.error().message(), "add-route: route: metric: number out of range");
}

TEST(StepDecoding, RefusesDeepNesting) {
  const std::string deep(100000, '[');
  EXPECT_FALSE(decodeStep(deep).has_value());
}

// Every cut, and every single byte turned into something else, ends in an answer.
TEST(StepDecoding, SurvivesDamage) {
  RandomValue random(kSeed);
  for (int round = 0; round < 20; ++round) {
    const std::string text = encodeStep(random.make<plan::Step>());
    for (std::size_t length = 0; length < text.size(); ++length) {
      EXPECT_FALSE(decodeStep(text.substr(0, length)).has_value());
      std::string damaged = text;
      damaged[length] = static_cast<char>(random.below(256));
      (void)decodeStep(damaged).has_value();
    }
  }
}

}  // namespace
}  // namespace pointsman::journal
