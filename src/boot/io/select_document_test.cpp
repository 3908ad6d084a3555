// SPDX-License-Identifier: Apache-2.0
#include "boot/io/select_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/str_cat.h"
#include "boot/sha256.h"

namespace pointsman::boot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kDocument = "interfaces: []\n";

class SelectDocument : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = strCat(testing::TempDir(), "boot.XXXXXX");
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    sources_.directories = {root_ / "ours", root_ / "openshift"};
    for (const auto& directory : sources_.directories) {
      std::filesystem::create_directory(directory);
    }
    host_ = {.hostname = "node1.example.com",
             .macs = {MacAddress::parse("52:54:00:00:00:01").value()}};
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void write(std::string_view name, std::string_view content = kDocument) {
    const auto written = writeFileAtomically(root_ / name, content, 0600);
    ASSERT_TRUE(written) << written.error().message();
  }

  // The file chosen, relative to the root; "none", or the error.
  std::string chosen() {
    const auto selection = selectDocument(sources_, host_);
    if (!selection) return strCat("error: ", selection.error().message());
    if (!selection->document) return "none";
    return selection->document->file.lexically_relative(root_).native();
  }

  std::filesystem::path root_;
  BootSources sources_;
  HostIdentity host_;
};

TEST_F(SelectDocument, FindsNoneOnMostHosts) {
  EXPECT_EQ(chosen(), "none");
  EXPECT_THAT(selectDocument(sources_, host_)->passedOver, SizeIs(16));
  std::filesystem::remove_all(root_);
  EXPECT_EQ(chosen(), "none");
}

TEST_F(SelectDocument, PrefersTheMostSpecific) {
  // Each one is found although all that were written before are there.
  for (const char* file : {"openshift/cluster.yaml", "openshift/cluster.yml", "ours/cluster.yml",
                           "openshift/52-54-00-00-00-01.yml", "ours/52-54-00-00-00-01.yml",
                           "openshift/node1.example.com.yml", "openshift/node1.yaml",
                           "openshift/node1.yml", "ours/node1.yml"}) {
    write(file);
    EXPECT_EQ(chosen(), file);
  }
}

TEST_F(SelectDocument, GivesContentHashAndReason) {
  write("openshift/node1.yml");
  const auto selection = selectDocument(sources_, host_);
  ASSERT_TRUE(selection && selection->document);
  EXPECT_EQ(selection->document->content, kDocument);
  EXPECT_EQ(selection->document->sha256, sha256(kDocument).value());
  EXPECT_THAT(selection->why,
              HasSubstr("node1.yml is taken: it bears the name of this host, node1"));
  EXPECT_THAT(selection->warnings, IsEmpty());
  ASSERT_THAT(selection->passedOver, SizeIs(2));
  EXPECT_EQ(selection->passedOver[0].because, "is not there");
}

TEST_F(SelectDocument, WarnsOfAnEndingThatOpenShiftIgnores) {
  write("openshift/node1.yaml");
  EXPECT_THAT(selectDocument(sources_, host_)->warnings,
              ElementsAre(HasSubstr("OpenShift looks at .yml only")));
}

TEST_F(SelectDocument, PassesOverAnEmptyFile) {
  write("ours/node1.yml", "");
  write("ours/cluster.yml");
  EXPECT_EQ(chosen(), "ours/cluster.yml");
  EXPECT_EQ(selectDocument(sources_, host_)->passedOver.at(0),
            (PassedOver{root_ / "ours/node1.yml", "is empty"}));
}

TEST_F(SelectDocument, FollowsLinksToFiles) {
  write("elsewhere");
  std::filesystem::create_symlink(root_ / "elsewhere", root_ / "ours/node1.yml");
  std::filesystem::create_symlink(root_ / "nowhere", root_ / "ours/node1.yaml");
  EXPECT_EQ(chosen(), "ours/node1.yml");
}

TEST_F(SelectDocument, FailsAtWhatIsNoRegularFile) {
  write("ours/cluster.yml");
  std::filesystem::create_directory(root_ / "ours/node1.yml");
  EXPECT_THAT(chosen(), HasSubstr("node1.yml: is not a regular file"));
  std::filesystem::remove(root_ / "ours/node1.yml");
  ASSERT_EQ(::mkfifo((root_ / "ours/node1.yml").c_str(), 0600), 0);
  EXPECT_THAT(chosen(), HasSubstr("node1.yml: is not a regular file"));
}

TEST_F(SelectDocument, FailsAtWhatIsTooLarge) {
  write("ours/cluster.yml");
  write("ours/node1.yml", std::string(200, '#'));
  sources_.mostBytes = 100;
  EXPECT_THAT(chosen(), HasSubstr("node1.yml: larger than 100 bytes"));
}

constexpr std::string_view kFleet = R"(
networking:
  hostConfig:
  - name: node1
    networkConfig: {interfaces: []}
  - name: node2
    networkConfig: {interfaces: []}
)";

TEST_F(SelectDocument, TakesACommonFileThatListsTheHost) {
  write("ours/cluster.yml", kFleet);
  EXPECT_EQ(chosen(), "ours/cluster.yml");
  host_.hostname = "node2";
  EXPECT_EQ(chosen(), "ours/cluster.yml");
}

TEST_F(SelectDocument, PassesOverACommonFileThatListsOtherHosts) {
  host_.hostname = "node3";
  write("ours/cluster.yml", kFleet);
  EXPECT_EQ(chosen(), "none");
  write("openshift/cluster.yml");
  EXPECT_EQ(chosen(), "openshift/cluster.yml");
  const auto passed = selectDocument(sources_, host_)->passedOver;
  EXPECT_THAT(passed, testing::Contains(
                          PassedOver{root_ / "ours/cluster.yml", "lists hosts, but not node3"}));
}

TEST_F(SelectDocument, LeavesABrokenFileToWhoeverAppliesIt) {
  write("ours/cluster.yml", "hostConfig: [\n");
  EXPECT_EQ(chosen(), "ours/cluster.yml");
}

}  // namespace
}  // namespace pointsman::boot
