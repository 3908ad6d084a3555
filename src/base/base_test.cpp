// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>

#include "base/deadline.h"
#include "base/file.h"
#include "base/result.h"
#include "base/str_cat.h"
#include "base/suggest.h"

namespace pointsman {
namespace {

class TempDirectory {
 public:
  TempDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "pointsman-XXXXXX").native();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TempDirectory() { std::filesystem::remove_all(path_); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

Result<int> half(int number) {
  if (number % 2 != 0) return Error{ErrorKind::InvalidInput, strCat(number, " is odd")};
  return number / 2;
}

Result<int> quarter(int number) {
  TRY(const int once, half(number).in("first half"));
  return half(once).in("second half");
}

TEST(ResultTry, BindsTheValueOrReturnsTheErrorWithItsContext) {
  EXPECT_EQ(quarter(12).value(), 3);
  EXPECT_EQ(quarter(6).error().message(), "second half: 3 is odd");
  EXPECT_EQ(quarter(5).error().message(), "first half: 5 is odd");
}

TEST(ErrorKinds, OnlyWhatMayPassByItselfIsRetryable) {
  EXPECT_TRUE(Error(ErrorKind::Conflict, "").retryable());
  EXPECT_FALSE(Error(ErrorKind::Protocol, "").retryable());
  EXPECT_EQ(errnoError(EPERM, "x").kind(), ErrorKind::Denied);
  EXPECT_EQ(errnoError(ENODEV, "x").kind(), ErrorKind::NotFound);
}

TEST(StrCat, JoinsTextNumbersAndBooleans) {
  EXPECT_EQ(strCat("a", 'b', 12, -3L, true, std::string("x")), "ab12-3truex");
  EXPECT_EQ(strJoin(std::vector<int>{1, 2, 3}, ", "), "1, 2, 3");
}

TEST(FindSimilar, OffersOnlyWhatMayHaveBeenMeant) {
  const std::vector<std::string> known{"show", "plan", "sandbox"};
  EXPECT_EQ(findSimilar("shwo", known), "show");
  EXPECT_EQ(findSimilar("sandbax", known), "sandbox");
  EXPECT_EQ(findSimilar("apply", known), std::nullopt);
  EXPECT_EQ(findSimilar(std::string(10000, 'x'), known), std::nullopt);
}

TEST(DeadlinePollTimeout, RoundsUpAndKnowsNever) {
  EXPECT_EQ(Deadline::never().pollTimeout(), -1);
  EXPECT_EQ(Deadline::at(Clock::now() - std::chrono::seconds(1)).pollTimeout(), 0);
  EXPECT_GT(Deadline::after(std::chrono::hours(1)).pollTimeout(), 3'000'000);
}

TEST(AtomicWrite, ReplacesTheFileWithTheGivenModeAndLeavesNoTemporary) {
  const TempDirectory directory;
  const auto file = directory.path() / "state";
  ASSERT_TRUE(writeFileAtomically(file, "one", 0600));
  ASSERT_TRUE(writeFileAtomically(file, "two", 0640));
  EXPECT_EQ(readFile(file, 100).value(), "two");
  struct stat status = {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory.path()), {}), 1);
}

TEST(ReadFile, RefusesWhatIsTooLargeAndNamesWhatIsMissing) {
  const TempDirectory directory;
  const auto file = directory.path() / "big";
  ASSERT_TRUE(writeFileAtomically(file, std::string(101, 'x'), 0600));
  EXPECT_EQ(readFile(file, 100).error().kind(), ErrorKind::InvalidInput);
  const auto missing = readFile(directory.path() / "none", 100);
  EXPECT_EQ(missing.error().kind(), ErrorKind::NotFound);
  EXPECT_NE(missing.error().message().find("none"), std::string::npos);
}

}  // namespace
}  // namespace pointsman
