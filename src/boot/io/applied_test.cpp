// SPDX-License-Identifier: Apache-2.0
#include "boot/io/applied.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/str_cat.h"
#include "boot/sha256.h"

namespace pointsman::boot {
namespace {

using testing::HasSubstr;

SourceDocument documentOf(std::string_view content) {
  return {.file = "/etc/pointsman/node1.yml",
          .content = std::string(content),
          .sha256 = sha256(content).value()};
}

class Applied : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = strCat(testing::TempDir(), "applied.XXXXXX");
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    files_ = {.marker = root_ / "openshift/applied", .record = root_ / "state/applied-at-boot"};
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void beOpenShift() { std::filesystem::create_directory(root_ / "openshift"); }

  bool applied(std::string_view content) {
    const auto standing = alreadyApplied(documentOf(content), files_);
    EXPECT_TRUE(standing) << standing.error().message();
    return standing && standing->applied;
  }

  void record(std::string_view content) {
    const auto recorded = recordApplied(documentOf(content), "0.1.0", files_);
    ASSERT_TRUE(recorded) << recorded.error().message();
  }

  std::filesystem::path root_;
  AppliedFiles files_;
};

TEST_F(Applied, KnowsADocumentByItsContent) {
  EXPECT_FALSE(applied("one"));
  record("one");
  EXPECT_TRUE(applied("one"));
  EXPECT_FALSE(applied("two"));
  record("two");
  EXPECT_FALSE(applied("one"));
}

TEST_F(Applied, MakesNoDirectoryOfOpenShift) {
  record("one");
  EXPECT_FALSE(std::filesystem::exists(root_ / "openshift"));
}

TEST_F(Applied, MarksWithTheDocumentsBytes) {
  beOpenShift();
  record("one\n");
  EXPECT_EQ(readFile(files_.marker, 100).value(), "one\n");
  EXPECT_TRUE(applied("one\n"));
  const auto record = parseRecord(readFile(files_.record, 1000).value()).value();
  EXPECT_EQ(record.version, "0.1.0");
  EXPECT_EQ(record.file, "/etc/pointsman/node1.yml");
}

TEST_F(Applied, HonoursAMarkerOfOpenShift) {
  beOpenShift();
  ASSERT_TRUE(writeFileAtomically(files_.marker, "one", 0644));
  EXPECT_TRUE(applied("one"));
  EXPECT_FALSE(applied("two"));
}

TEST_F(Applied, DoesNotTakeATouchedMarkerForADocument) {
  beOpenShift();
  ASSERT_TRUE(writeFileAtomically(files_.marker, "", 0644));
  EXPECT_FALSE(applied("one"));
}

TEST_F(Applied, AppliesAgainWhenTheMarkerIsGone) {
  beOpenShift();
  record("one");
  std::filesystem::remove(files_.marker);
  EXPECT_FALSE(applied("one"));
}

TEST_F(Applied, CanBeForgotten) {
  beOpenShift();
  record("one");
  ASSERT_TRUE(clearApplied(files_));
  EXPECT_FALSE(std::filesystem::exists(files_.marker));
  EXPECT_FALSE(applied("one"));
  EXPECT_TRUE(clearApplied(files_)) << "nothing to forget";
}

TEST_F(Applied, TakesABrokenRecordForNone) {
  record("one");
  ASSERT_TRUE(writeFileAtomically(files_.record, "garbage", 0644));
  EXPECT_FALSE(applied("one"));
}

TEST_F(Applied, SaysWhyItCannotRecord) {
  ASSERT_TRUE(writeFileAtomically(root_ / "state", "a file in the way", 0644));
  const auto recorded = recordApplied(documentOf("one"), "0.1.0", files_);
  ASSERT_FALSE(recorded);
  EXPECT_THAT(recorded.error().message(), HasSubstr("state"));
}

}  // namespace
}  // namespace pointsman::boot
