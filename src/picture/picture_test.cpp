// SPDX-License-Identifier: Apache-2.0
#include "picture/picture.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/file.h"
#include "base/str_cat.h"
#include "picture/testing/sample_states.h"

namespace pointsman::picture {
namespace {

// With POINTSMAN_PICTURES=<directory> the samples are also written there, to be looked at.
TEST(Pictures, OfTheSamplesCanBeLookedAt) {
  const char* directory = std::getenv("POINTSMAN_PICTURES");
  for (const Sample& sample : allSamples()) {
    const std::string svg = drawSvg(sample.state);
    const std::string dot = drawDot(sample.state);
    if (directory == nullptr) continue;
    const std::string base = strCat(directory, "/", sample.name);
    EXPECT_TRUE(writeFileAtomically(strCat(base, ".svg"), svg, 0644).has_value());
    EXPECT_TRUE(writeFileAtomically(strCat(base, ".dot"), dot, 0644).has_value());
  }
  if (directory == nullptr) return;
  const std::string comparison = drawComparison(sampleSingleNic(), sampleSingleNicMoved());
  EXPECT_TRUE(
      writeFileAtomically(strCat(directory, "/comparison.svg"), comparison, 0644).has_value());
}

}  // namespace
}  // namespace pointsman::picture
