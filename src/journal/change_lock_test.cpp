// SPDX-License-Identifier: Apache-2.0
#include "journal/change_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/file.h"
#include "base/process.h"
#include "base/str_cat.h"
#include "journal/testing/temporary_directories.h"

namespace pointsman::journal {
namespace {

using testing::MatchesRegex;

TEST(ChangeLock, NamesItsHolderToTheSecond) {
  const TemporaryDirectories temporary;
  const auto first = ChangeLock::acquire(temporary.directories(), "apply br-ex.yml");
  ASSERT_TRUE(first.has_value());
  const auto second = ChangeLock::acquire(temporary.directories(), "rollback");
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().kind(), ErrorKind::Conflict);
  EXPECT_THAT(second.error().message(),
              MatchesRegex(strCat("another change is under way: pid ", ::getpid(),
                                  ", 'apply br-ex.yml', for [0-9]+ s")));
}

TEST(ChangeLock, IsFreeAgainAfterwards) {
  const TemporaryDirectories temporary;
  for (int round = 0; round < 3; ++round) {
    EXPECT_TRUE(ChangeLock::acquire(temporary.directories(), "apply").has_value());
  }
}

TEST(ChangeLock, IsFreeAgainAfterItsHolderWasKilled) {
  const TemporaryDirectories temporary;
  auto holder = Process::startFunction([&] {
    const auto lock = ChangeLock::acquire(temporary.directories(), "apply");
    ::raise(SIGKILL);
    return 0;
  });
  ASSERT_TRUE(holder.has_value());
  ASSERT_TRUE(holder->wait(Deadline::after(std::chrono::seconds(30))).has_value());
  EXPECT_TRUE(ChangeLock::acquire(temporary.directories(), "apply").has_value());
}

TEST(ChangeLock, IsHandedOverToWhoeverWaits) {
  const TemporaryDirectories temporary;
  auto first = ChangeLock::acquire(temporary.directories(), "apply");
  bool handedOver = false;
  std::thread waiting(
      [&] { handedOver = ChangeLock::await(temporary.directories(), "guard").has_value(); });
  { const auto released = std::move(first); }
  waiting.join();
  EXPECT_TRUE(handedOver);
}

TEST(ChangeLock, SaysLessWhenTheHolderIsNotKnown) {
  const TemporaryDirectories temporary;
  const auto first = ChangeLock::acquire(temporary.directories(), "apply");
  // In place: the lock is on the inode.
  std::filesystem::resize_file(temporary.directories().run / "change.lock", 2);
  const auto second = ChangeLock::acquire(temporary.directories(), "apply");
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().message(), "another change is under way");
}

}  // namespace
}  // namespace pointsman::journal
