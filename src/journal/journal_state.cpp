// SPDX-License-Identifier: Apache-2.0
// From the bytes of a journal to what they say happened.
#include <concepts>
#include <initializer_list>
#include <utility>

#include "base/str_cat.h"
#include "journal/journal_file.h"

namespace pointsman::journal {

namespace {

// Nothing that stops half-way writes this: a bug, another program, or a broken disk.
Error damaged(std::string_view what) {
  return {ErrorKind::Internal, strCat("damaged journal: ", what)};
}

// Holds a record to what may come at its place.
class Advance {
 public:
  explicit Advance(Course& course) : course_(course) {}

  Result<> take(Record&& record) {
    if (course_.ending) return damaged("a record after the end");
    return std::visit([this](auto&& body) { return note(std::move(body)); }, std::move(record));
  }

 private:
  using enum BatchProgress;

  static Result<> note(Header&&) { return damaged("a second header"); }
  static Result<> note(Planned&&) { return damaged("a second plan"); }
  Result<> note(BatchStarted&& record) { return move(record.batch, {Untouched}, Started); }
  Result<> note(BatchDone&& record) { return move(record.batch, {Started}, Done); }
  Result<> note(UndoStarted&& record) {
    // Again after a recovery that was itself cut short.
    return move(record.batch, {Started, Done, Undoing}, Undoing);
  }
  Result<> note(UndoDone&& record) { return move(record.batch, {Undoing}, Undone); }
  Result<> note(Unconfirmed&& record) {
    course_.confirmBy = BootTime(record.deadline);
    return ok();
  }
  Result<> note(RollbackBegan&& record) {
    course_.rollingBack = std::move(record.why);
    return ok();
  }
  Result<> note(std::convertible_to<Ending> auto&& ending) {
    course_.ending = std::move(ending);
    return ok();
  }

  Result<> move(std::uint64_t batch, std::initializer_list<BatchProgress> from, BatchProgress to) {
    if (batch >= course_.batches.size()) return damaged(strCat("no batch ", batch));
    for (const BatchProgress allowed : from) {
      if (course_.batches[batch] != allowed) continue;
      course_.batches[batch] = to;
      return ok();
    }
    return damaged(strCat("batch ", batch, " out of turn"));
  }

  Course& course_;
};

}  // namespace

Result<Course> advance(Course course, Record record) {
  CHECK_OK(Advance(course).take(std::move(record)));
  return course;
}

Result<std::optional<JournalState>> parseJournal(std::string_view bytes) {
  // What a power cut kept from the disk can be cut off, or be zeroes; no text of ours has any.
  const std::string_view written = bytes.substr(0, bytes.find_last_not_of('\0') + 1);
  if (kJournalMagic.starts_with(written)) return std::optional<JournalState>{};
  if (!written.starts_with(kJournalMagic)) return damaged("it does not begin like one");
  auto frames = splitRecords(written.substr(kJournalMagic.size()));
  if (!frames) return damaged(frames.error().message());
  if (frames->texts.size() < 2) return std::optional<JournalState>{};

  std::vector<Record> records;
  for (const std::string_view text : frames->texts) {
    auto record = decodeRecord(text);
    if (!record) {
      return damaged(strCat("record ", records.size() + 1, ": ", record.error().message()));
    }
    records.push_back(std::move(*record));
  }
  JournalState state;
  auto* header = std::get_if<Header>(&records[0]);
  auto* plan = std::get_if<Planned>(&records[1]);
  if (header == nullptr || plan == nullptr) return damaged("header or plan missing");
  state.header = std::move(*header);
  state.plan = std::move(*plan);
  state.course.batches.resize(state.plan.batches.size(), BatchProgress::Untouched);
  state.intactBytes = kJournalMagic.size() + frames->intactBytes;

  for (std::size_t i = 2; i < records.size(); ++i) {
    CHECK_OK(Advance(state.course).take(std::move(records[i])));
  }
  return std::optional<JournalState>(std::move(state));
}

}  // namespace pointsman::journal
