// SPDX-License-Identifier: Apache-2.0
#include "propose/io/read_hints.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/file.h"

namespace pointsman::propose {
namespace {

class ReadHints : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "hints.XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    files_ = {.defaultBridge = directory_ / "default_bridge",
              .extraBridge = directory_ / "extra_bridge",
              .nodeAddress = directory_ / "primary-ip",
              .lastUplink = directory_ / "hint"};
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  static void write(const std::filesystem::path& file, std::string_view content) {
    ASSERT_TRUE(writeFileAtomically(file, content, 0600));
  }

  std::filesystem::path directory_;
  HintFiles files_;
};

TEST_F(ReadHints, NoFilesAreNoHints) { EXPECT_EQ(readHints(files_).value(), Hints{}); }

TEST_F(ReadHints, TakesTheFirstLineWithoutBlanks) {
  write(files_.defaultBridge, "eth0\n");
  write(files_.extraBridge, "  eth1 \nand a remark\n");
  write(files_.nodeAddress, "2001:db8::10");
  write(files_.lastUplink, "bond0.7\r\n");
  const Hints hints = readHints(files_).value();
  EXPECT_EQ(hints.defaultBridge->value, InterfaceName("eth0"));
  EXPECT_EQ(hints.defaultBridge->source, files_.defaultBridge.native());
  EXPECT_EQ(hints.extraBridge->value, InterfaceName("eth1"));
  EXPECT_EQ(toString(hints.nodeAddress->value), "2001:db8::10");
  EXPECT_EQ(hints.lastUplink->value, InterfaceName("bond0.7"));
}

TEST_F(ReadHints, AnEmptyFileOfTheAdministratorIsAnError) {
  write(files_.defaultBridge, " \n");
  const auto hints = readHints(files_);
  ASSERT_FALSE(hints);
  EXPECT_EQ(hints.error().kind(), ErrorKind::InvalidInput);
  EXPECT_NE(hints.error().message().find("default_bridge: is empty"), std::string::npos);
}

TEST_F(ReadHints, AnEmptyFileOfAProgramIsNoHint) {
  write(files_.nodeAddress, "");
  write(files_.lastUplink, "\n");
  EXPECT_EQ(readHints(files_).value(), Hints{});
}

TEST_F(ReadHints, RefusesWhatIsNoNameOrAddress) {
  write(files_.nodeAddress, "not-an-address");
  EXPECT_EQ(readHints(files_).error().kind(), ErrorKind::InvalidInput);
  std::filesystem::remove(files_.nodeAddress);
  for (const char* name : {"a-name-over-15-characters", "../eth0", "eth0 eth1"}) {
    write(files_.defaultBridge, name);
    EXPECT_EQ(readHints(files_).error().kind(), ErrorKind::InvalidInput) << name;
  }
}

TEST_F(ReadHints, RefusesAHugeFile) {
  write(files_.defaultBridge, std::string(100'000, 'x'));
  EXPECT_EQ(readHints(files_).error().kind(), ErrorKind::InvalidInput);
}

TEST_F(ReadHints, LeavesOutAnEmptyPath) {
  write(files_.defaultBridge, "eth0\n");
  files_.defaultBridge.clear();
  EXPECT_EQ(readHints(files_).value(), Hints{});
}

}  // namespace
}  // namespace pointsman::propose
