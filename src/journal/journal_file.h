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
#include <optional>
#include <string>
#include <string_view>
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

struct JournalState {
  Header header = {};
  Planned plan = {};
  std::vector<BatchProgress> batches = {};      // as many as the plan has
  std::optional<BootTime> confirmBy = {};       // set: done, and waiting to be committed
  std::optional<std::string> rollingBack = {};  // set: why it is being taken back
  std::optional<Ending> ending = {};            // empty: needs recovery, unless its writer is alive
  std::size_t intactBytes = 0;                  // what follows is a torn record
  bool operator==(const JournalState&) const = default;

  [[nodiscard]] bool ended() const { return ending.has_value(); }
};

// Internal for anything that no interrupted writer can have left behind.
[[nodiscard]] Result<JournalState> parseJournal(std::string_view bytes);

[[nodiscard]] std::filesystem::path journalPath(const Directories& directories);

// Empty when there is none. One that cannot be understood is an error and is left alone: it may be
// all that tells how to get a host back.
Result<std::optional<JournalState>> readJournal(const Directories& directories);

// A name for a change that no other has.
[[nodiscard]] std::string makeChangeId();

// Threading: one thread, in the process that holds the ChangeLock.
class JournalFile {
 public:
  // Replaces a journal that has ended. When this returns, the plan is on disk.
  static Result<JournalFile> create(const Directories& directories, const Header& header,
                                    const Planned& plan);
  // Goes on with the journal that 'state' was read from, after cutting off a torn record.
  static Result<JournalFile> reopen(const Directories& directories, const JournalState& state);

  // A record is always written before this returns, and so survives the process. It is also on
  // disk, and so survives the power, when that matters: before and after anything that survives it
  // itself. After a power cut the kernel has forgotten links and addresses along with the records
  // of them.
  Result<> append(const Record& record);

 private:
  JournalFile(UniqueFd fd, std::string path, const std::vector<Batch>& batches);

  [[nodiscard]] bool mustSurvivePowerCut(const Record& record) const;

  UniqueFd fd_;
  std::string path_;
  std::vector<bool> outlivesReboot_;  // by batch
};

}  // namespace pointsman::journal
