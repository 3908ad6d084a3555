// SPDX-License-Identifier: Apache-2.0
#include "journal/journal_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/str_cat.h"
#include "journal/testing/temporary_directories.h"

namespace pointsman::journal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t kMostBytes = 1 << 20;

const Batch kOvsdb{plan::AddBridge{BridgeName("br0"), {}},
                   plan::ChangeOvsKey{plan::OvsColumn::ExternalIds, "k", {}, "v"}};
const Batch kMtu{plan::SetLinkMtu{InterfaceName("eth0"), 1500, 9000}};

Header someHeader() {
  return {.change = "c1", .host = {"boot", "net:[1]"}, .pid = 7, .verb = "apply a.yml"};
}
Planned somePlan() { return {.batches = {kOvsdb, kMtu}}; }

class Journal : public testing::Test {
 protected:
  [[nodiscard]] std::string bytes() const { return *readFile(path(), kMostBytes); }
  void write(std::string_view content) const {
    ASSERT_TRUE(writeFileAtomically(path(), content, 0600).has_value());
  }
  [[nodiscard]] std::filesystem::path path() const { return journalPath(directories()); }
  [[nodiscard]] const Directories& directories() const { return temporary_.directories(); }
  [[nodiscard]] JournalFile create() const {
    return *JournalFile::create(directories(), someHeader(), somePlan());
  }
  [[nodiscard]] JournalState read() const { return **readJournal(directories()); }

  TemporaryDirectories temporary_;
};

void appendAll(JournalFile& journal, const std::vector<Record>& records) {
  for (const Record& record : records) {
    const auto appended = journal.append(record);
    ASSERT_TRUE(appended.has_value()) << appended.error().message();
  }
}

TEST_F(Journal, IsAbsentAtFirst) {
  const auto state = readJournal(directories());
  ASSERT_TRUE(state.has_value());
  EXPECT_FALSE(state->has_value());
}

TEST_F(Journal, TellsWhatIsPlannedAndHowFarItCame) {
  JournalFile journal = create();
  EXPECT_EQ(read().header, someHeader());
  EXPECT_EQ(read().plan, somePlan());
  using enum BatchProgress;
  EXPECT_THAT(read().course.batches, ElementsAre(Untouched, Untouched));
  appendAll(journal, {BatchStarted{0}, BatchDone{0}, BatchStarted{1}});
  EXPECT_THAT(read().course.batches, ElementsAre(Done, Started));
  appendAll(journal, {RollbackBegan{"power"}, UndoStarted{1}, UndoDone{1}, UndoStarted{0}});
  EXPECT_THAT(read().course.batches, ElementsAre(Undoing, Undone));
  EXPECT_EQ(read().course.rollingBack, "power");
  EXPECT_FALSE(read().ended());
  EXPECT_EQ(read(), journal.state());
}

TEST_F(Journal, EndsOnce) {
  JournalFile journal = create();
  appendAll(journal, {LeftStranded{{"add rule 5"}}});
  ASSERT_TRUE(read().ended());
  EXPECT_EQ(std::get<LeftStranded>(*read().course.ending).leftovers.at(0), "add rule 5");
  EXPECT_FALSE(journal.append(BatchStarted{0}).has_value());
  EXPECT_TRUE(read().ended());
}

TEST_F(Journal, RefusesRecordsOutOfTurn) {
  JournalFile journal = create();
  EXPECT_FALSE(journal.append(BatchDone{0}).has_value());
  EXPECT_FALSE(journal.append(BatchStarted{2}).has_value());
  EXPECT_FALSE(journal.append(UndoStarted{0}).has_value());
  EXPECT_FALSE(journal.append(someHeader()).has_value());
}

TEST_F(Journal, IsForItsOwnerOnly) {
  const JournalFile journal = create();
  struct stat found = {};
  ASSERT_EQ(::stat(path().c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
  ASSERT_EQ(::stat(directories().state.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0700U);
}

TEST_F(Journal, RetiresToAFileBesideIt) {
  JournalFile journal = create();
  appendAll(journal, {Committed{}});
  ASSERT_TRUE(journal.retire().has_value());
  EXPECT_FALSE(readJournal(directories())->has_value());
  EXPECT_TRUE(std::filesystem::exists(retiredJournalPath(directories())));
}

TEST_F(Journal, ForgetsATornRecordOfAnyLength) {
  JournalFile journal = create();
  const std::size_t start = bytes().size();
  appendAll(journal, {BatchStarted{0}});
  const std::size_t second = bytes().size();
  const JournalState oneStarted = read();
  appendAll(journal, {BatchDone{0}});
  const std::string whole = bytes();
  for (std::size_t length = start; length < whole.size(); ++length) {
    const auto state = parseJournal(whole.substr(0, length));
    ASSERT_TRUE(state.has_value()) << length << ": " << state.error().message();
    EXPECT_EQ((*state)->intactBytes, length < second ? start : second);
    if (length >= second) {
      EXPECT_EQ(**state, oneStarted);
    }
  }
}

TEST_F(Journal, ForgetsALastRecordThatReachedTheDiskInPart) {
  JournalFile journal = create();
  const std::size_t start = bytes().size();
  appendAll(journal, {BatchStarted{0}});
  std::string torn = bytes();
  for (std::size_t i = start; i + 1 < torn.size(); ++i) torn[i] = '\0';
  const auto state = parseJournal(torn);
  ASSERT_TRUE(state.has_value());
  EXPECT_EQ((*state)->intactBytes, start);
}

TEST_F(Journal, GoesOnAfterATornRecord) {
  {
    JournalFile journal = create();
    appendAll(journal, {BatchStarted{0}, BatchDone{0}});
  }
  write(bytes().substr(0, bytes().size() - 3));
  auto reopened = JournalFile::reopen(directories(), read());
  ASSERT_TRUE(reopened.has_value());
  appendAll(*reopened, {RollbackBegan{"torn"}, UndoStarted{0}, UndoDone{0}, TakenBack{}});
  EXPECT_TRUE(read().ended());
}

TEST_F(Journal, TellsThatNothingWasBegunWhileItsPlanIsNotWhole) {
  const JournalFile journal = create();
  const std::string whole = bytes();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto cut = parseJournal(whole.substr(0, length));
    ASSERT_TRUE(cut.has_value()) << length << ": " << cut.error().message();
    EXPECT_FALSE(cut->has_value()) << length;
    const auto zeroed =
        parseJournal(whole.substr(0, length) + std::string(whole.size() - length, '\0'));
    ASSERT_TRUE(zeroed.has_value()) << length << ": " << zeroed.error().message();
    EXPECT_FALSE(zeroed->has_value()) << length;
  }
}

TEST_F(Journal, IsRefusedWhenDamagedBeforeTheLastRecord) {
  JournalFile journal = create();
  appendAll(journal, {BatchStarted{0}, BatchDone{0}});
  const std::string whole = bytes();
  const std::size_t lastLine = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t position = 0; position < lastLine; ++position) {
    std::string damaged = whole;
    damaged[position] = static_cast<char>(damaged[position] ^ 1);
    const auto state = parseJournal(damaged);
    ASSERT_FALSE(state.has_value()) << position;
    EXPECT_EQ(state.error().kind(), ErrorKind::Internal);
  }
}

TEST_F(Journal, IsKeptWhenItIsRefused) {
  ASSERT_TRUE(makePrivateDirectory(directories().state).has_value());
  write("some other file");
  const auto state = readJournal(directories());
  ASSERT_FALSE(state.has_value());
  EXPECT_THAT(state.error().message(), HasSubstr("it is kept"));
  EXPECT_EQ(bytes(), "some other file");
}

TEST_F(Journal, IsRefusedWhenItIsGarbage) {
  ASSERT_TRUE(makePrivateDirectory(directories().state).has_value());
  for (const std::string& garbage :
       {std::string("\n"), std::string("hello"), std::string("pointsman journal 2\n"),
        std::string("\0\0x", 3)}) {
    write(garbage);
    EXPECT_FALSE(readJournal(directories()).has_value()) << garbage;
  }
}

TEST_F(Journal, IsRefusedWhenItsRecordsContradictEachOther) {
  const JournalFile journal = create();
  write(strCat(bytes(), frameRecord(encodeRecord(BatchDone{1}))));
  EXPECT_FALSE(readJournal(directories()).has_value());
}

TEST(SplitIntoBatches, KeepsOvsdbStepsTogetherAndOthersApart) {
  const plan::Step ovsdb = kOvsdb[0];
  const plan::Step other = kMtu[0];
  EXPECT_THAT(splitIntoBatches(std::vector{other, ovsdb, ovsdb, other, other}),
              ElementsAre(Batch{other}, Batch{ovsdb, ovsdb}, Batch{other}, Batch{other}));
  EXPECT_THAT(splitIntoBatches({}), ElementsAre());
}

class CommittedFile : public Journal {};

TEST_F(CommittedFile, GivesBackWhatWasWritten) {
  EXPECT_FALSE(readCommitted(directories())->has_value());
  CommittedState state{.change = "c1", .document = "a.yml"};
  state.links[InterfaceName("eth0")].mtu = 9000;
  ASSERT_TRUE(writeCommitted(directories(), state).has_value());
  EXPECT_EQ(**readCommitted(directories()), state);
}

TEST_F(CommittedFile, IsReplacedByTheLastJournalWhenAPowerCutTookIt) {
  Planned plan = somePlan();
  plan.committed.change = "c1";
  auto journal = JournalFile::create(directories(), someHeader(), plan);
  ASSERT_TRUE(journal.has_value());
  const auto file = directories().state / "committed.json";
  ASSERT_TRUE(writeFileAtomically(file, "", 0600).has_value());
  EXPECT_FALSE(readCommitted(directories()).has_value());
  appendAll(*journal, {Committed{}});
  ASSERT_TRUE(journal->retire().has_value());
  EXPECT_EQ(**readCommitted(directories()), plan.committed);
}

}  // namespace
}  // namespace pointsman::journal
