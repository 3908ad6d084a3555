// SPDX-License-Identifier: Apache-2.0
#include "picture/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/file.h"
#include "base/str_cat.h"
#include "picture/testing/host_sketch.h"
#include "picture/testing/sample_states.h"
#include "picture/testing/well_formed.h"

namespace pointsman::picture {
namespace {

using testing::HasSubstr;
using testing::Not;

class EverySample : public testing::TestWithParam<Sample> {};

TEST_P(EverySample, IsWellFormedSvg) { EXPECT_EQ(findXmlProblem(drawSvg(GetParam().state)), ""); }

TEST_P(EverySample, IsWellFormedGraphvizText) {
  EXPECT_EQ(findDotProblem(drawDot(GetParam().state)), "");
}

TEST_P(EverySample, IsDrawnTheSameTwice) {
  EXPECT_EQ(drawSvg(GetParam().state), drawSvg(GetParam().state));
  EXPECT_EQ(drawDot(GetParam().state), drawDot(GetParam().state));
}

TEST_P(EverySample, ComparesWithEveryOther) {
  for (const Sample& other : allSamples()) {
    EXPECT_EQ(findXmlProblem(drawComparison(GetParam().state, other.state)), "") << other.name;
  }
}

INSTANTIATE_TEST_SUITE_P(, EverySample, testing::ValuesIn(allSamples()), [](const auto& tested) {
  std::string name(tested.param.name);
  std::erase(name, '-');
  return name;
});

TEST(SvgPicture, NamesEveryBridgePortAndAddressOfAnOvnNode) {
  const std::string svg = drawSvg(sampleOvnNode());
  for (const auto* text :
       {">worker-0.cluster.example.org<", "Open vSwitch 3.1.0", ">br-ex<", ">br-int<", ">eth0<",
        ">ovn-k8s-mp0<", ">10.128.0.2/23<", ">192.0.2.20/24<", ">2001:db8::20/64<", ">DHCP<",
        ">default via 192.0.2.1<", ">to 192.0.2.21<", ">#65534<", ">MTU 1400<",
        ">52:54:00:12:34:02<", "viewBox=\"0 0 "}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
}

TEST(SvgPicture, PutsFaultsIntoTheFaultClass) {
  const std::string faulty = drawSvg(sampleFaulty());
  EXPECT_THAT(faulty, HasSubstr("class=\"fault\">could not open network device eth7"));
  EXPECT_THAT(faulty, HasSubstr("<g class=\"node nic missing fault\">"));
  EXPECT_THAT(faulty, HasSubstr("class=\"line plain fault\""));
  EXPECT_THAT(faulty, HasSubstr(">7 faults<"));
  EXPECT_THAT(drawSvg(sampleOvnNode()), Not(HasSubstr(" fault\">")));
}

TEST(SvgPicture, TellsOursFromOthers) {
  const std::string svg = drawSvg(sampleOvnNode());
  EXPECT_THAT(svg, HasSubstr("<g class=\"node ovs-bridge ours\">"));
  EXPECT_THAT(svg, HasSubstr("<g class=\"node ovs-bridge foreign\">"));
  EXPECT_THAT(svg, HasSubstr(">OVS bridge made by pointsman<"));
}

TEST(SvgPicture, SaysThatOpenVSwitchIsNotThere) {
  EXPECT_THAT(drawSvg(sampleSingleNic()), HasSubstr(">Open vSwitch is not available: "));
}

TEST(SvgPicture, OfAnEmptyStateIsStillAPicture) {
  EXPECT_EQ(findXmlProblem(drawSvg(ObservedState{})), "");
  EXPECT_EQ(findDotProblem(drawDot(ObservedState{})), "");
}

TEST(SvgPicture, LetsNoHostileNameThrough) {
  const std::string svg = drawSvg(sampleHostile());
  for (const auto* text : {"<script", "<img", "<a ", "onerror=\"", "\x01", "\xE2\x80\xAE"}) {
    EXPECT_THAT(svg, Not(HasSubstr(text)));
  }
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;"));
  EXPECT_LT(svg.size(), 40'000U);
}

TEST(SvgPicture, TakesATitle) {
  EXPECT_THAT(drawSvg(sampleOvnNode(), {.title = "Rack 3"}), HasSubstr(">Rack 3<"));
}

TEST(SvgPicture, OfThousandsOfPortsStaysSmall) {
  EXPECT_LT(drawSvg(sampleCrowded(5000)).size(), 100'000U);
}

TEST(Comparison, MarksNewAndGoneThings) {
  const std::string svg = drawComparison(sampleSingleNic(), sampleSingleNicMoved());
  EXPECT_THAT(svg, HasSubstr(">Before: edge-1.example.org<"));
  EXPECT_THAT(svg, HasSubstr(">After: edge-1.example.org<"));
  EXPECT_THAT(svg, HasSubstr("<g class=\"node ovs-bridge ours added\">"));
  EXPECT_THAT(svg, HasSubstr("class=\"row-removed\""));
  EXPECT_THAT(svg, HasSubstr("class=\"line plain added\""));
}

TEST(GraphvizText, HasATableForEachBoxAndAnEdgeForEachLine) {
  const std::string dot = drawDot(sampleOvsBond());
  EXPECT_THAT(dot, HasSubstr("<B>ens1f0</B>"));
  EXPECT_THAT(dot, HasSubstr("[VLAN 20]"));
  EXPECT_THAT(dot, HasSubstr(" -- "));
}

// With POINTSMAN_PICTURES=<directory> the samples are written there, to be looked at.
TEST(Pictures, OfTheSamplesCanBeLookedAt) {
  const char* directory = std::getenv("POINTSMAN_PICTURES");
  if (directory == nullptr) return;
  const auto write = [&](std::string_view name, const std::string& content) {
    EXPECT_TRUE(writeFileAtomically(strCat(directory, "/", name), content, 0644).has_value());
  };
  for (const Sample& sample : allSamples()) {
    write(strCat(sample.name, ".svg"), drawSvg(sample.state));
    write(strCat(sample.name, ".dot"), drawDot(sample.state));
  }
  write("comparison.svg", drawComparison(sampleSingleNic(), sampleSingleNicMoved()));
}

}  // namespace
}  // namespace pointsman::picture
