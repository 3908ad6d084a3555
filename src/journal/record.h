// SPDX-License-Identifier: Apache-2.0
// What a journal consists of. One record is one line: its length, its checksum, its text. Pure; the
// file is in journal_file.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "journal/batch.h"
#include "journal/committed_state.h"
#include "journal/identity.h"

namespace pointsman::journal {

// Whose change it is.
struct Header {
  std::string change = {};  // tells this change from every other
  HostIdentity host = {};
  std::int64_t pid = 0;
  std::string verb = {};
  std::string document = {};
  std::string documentHash = {};
  std::int64_t startedAt = 0;  // seconds since 1970
  bool operator==(const Header&) const = default;
};

// What is going to be done. Inverses are not written: each step implies its own.
struct Planned {
  std::vector<Batch> batches = {};
  // What is committed once this change is, so that a commit cut short can be completed.
  CommittedState committed = {};
  bool operator==(const Planned&) const = default;
};

struct BatchStarted {
  std::uint64_t batch = 0;
  bool operator==(const BatchStarted&) const = default;
};
struct BatchDone {
  std::uint64_t batch = 0;
  bool operator==(const BatchDone&) const = default;
};
// Everything is done and verified; the commit is left to somebody else, up to a deadline.
struct Unconfirmed {
  std::int64_t deadline = 0;  // BootTime
  bool operator==(const Unconfirmed&) const = default;
};
struct RollbackBegan {
  std::string why = {};
  bool operator==(const RollbackBegan&) const = default;
};
struct UndoStarted {
  std::uint64_t batch = 0;
  bool operator==(const UndoStarted&) const = default;
};
struct UndoDone {
  std::uint64_t batch = 0;
  bool operator==(const UndoDone&) const = default;
};

// The last record of a journal that needs no recovery.
struct Committed {
  bool operator==(const Committed&) const = default;
};
struct TakenBack {
  bool operator==(const TakenBack&) const = default;
};
struct LeftStranded {
  std::vector<std::string> leftovers = {};
  bool operator==(const LeftStranded&) const = default;
};

using Record = std::variant<Header, Planned, BatchStarted, BatchDone, Unconfirmed, RollbackBegan,
                            UndoStarted, UndoDone, Committed, TakenBack, LeftStranded>;

// The first line of the file. The number changes when older programs could misread what follows.
inline constexpr std::string_view kJournalMagic = "pointsman journal 1\n";

// The text of a record, and back; no line around it.
[[nodiscard]] std::string encodeRecord(const Record& record);
[[nodiscard]] Result<Record> decodeRecord(std::string_view text);

// A text as a line of a journal.
[[nodiscard]] std::string frameRecord(std::string_view text);

struct Frames {
  std::vector<std::string_view> texts = {};  // into the input
  // Up to the end of the last whole record. What follows is a record that was being written when
  // the power went; it has not been relied on by anybody.
  std::size_t intactBytes = 0;
};
// Splits what frameRecord() joined. Every record is on disk before what it announces happens, so
// only the last can be broken; a broken one that another follows is InvalidInput.
[[nodiscard]] Result<Frames> splitRecords(std::string_view bytes);

}  // namespace pointsman::journal
