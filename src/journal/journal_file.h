// SPDX-License-Identifier: Apache-2.0
// The journal of the one change that is, or was last, under way on a host: what is going to be
// done, how far it came, how it ended. Written by the process that makes the change, read by the
// one that has to clean up after it.
//
// The header and the plan appear together, by an atomic rename; from then on records are appended.
// A journal that has ended stays until the next change replaces it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "journal/record.h"

namespace pointsman::journal {

enum class BatchProgress : std::uint8_t {
  Untouched,
  Started,  // may or may not have taken effect
  Done,
  Undoing,  // may or may not have been taken back
  Undone,
};

using Ending = std::variant<Committed, TakenBack, LeftStranded>;

// How far a change came.
struct Course {
  std::vector<BatchProgress> batches = {};      // as many as the plan has
  std::optional<BootTime> confirmBy = {};       // set: done, and waiting to be committed
  std::optional<std::string> rollingBack = {};  // set: why it is being taken back
  std::optional<Ending> ending = {};            // empty: needs recovery, unless its writer is alive
  bool operator==(const Course&) const = default;
};

// The course after one more record. Internal when the record cannot come at this place.
[[nodiscard]] Result<Course> advance(Course course, Record record);

struct JournalState {
  Header header = {};
  Planned plan = {};
  Course course = {};
  std::size_t intactBytes = 0;  // what follows is a torn record
  bool operator==(const JournalState&) const = default;

  [[nodiscard]] bool ended() const { return course.ending.has_value(); }
};

// Empty when not even the plan is whole: then nothing was begun. Internal for anything that no
// interrupted writer can have left behind.
[[nodiscard]] Result<std::optional<JournalState>> parseJournal(std::string_view bytes);

[[nodiscard]] std::filesystem::path journalPath(const Directories& directories);
[[nodiscard]] std::filesystem::path retiredJournalPath(const Directories& directories);

// Empty when there is none, or nothing was begun. One that cannot be understood is an error and is
// left alone: it may be all that tells how to get a host back.
Result<std::optional<JournalState>> readJournal(const Directories& directories);

// A name for a change that no other has.
[[nodiscard]] std::string makeChangeId();

// Threading: one thread, in the process that holds the ChangeLock.
class JournalFile {
 public:
  // Replaces whatever is there.
  static Result<JournalFile> create(const Directories& directories, Header header, Planned plan);
  // Goes on with the journal that 'state' was read from, after cutting off a torn record.
  static Result<JournalFile> reopen(const Directories& directories, JournalState state);

  // A record is always written before this returns, and so survives the process. It is also on
  // disk, and so survives the power, when that matters: before and after anything that survives it
  // itself. After a power cut the kernel has forgotten links and addresses along with the records
  // of them.
  Result<> append(const Record& record);

  // Moves a journal that has ended out of the way, to be read by people only.
  Result<> retire();

  [[nodiscard]] const JournalState& state() const { return state_; }

 private:
  JournalFile(UniqueFd fd, std::filesystem::path path, JournalState state)
      : fd_(std::move(fd)), path_(std::move(path)), state_(std::move(state)) {}

  [[nodiscard]] bool mustSurvivePowerCut(const Record& record) const;
  Result<> write(const Record& record, std::string_view line);
  Result<> sync();

  UniqueFd fd_;
  std::filesystem::path path_;
  JournalState state_;
  bool nameIsOnDisk_ = false;
};

}  // namespace pointsman::journal
