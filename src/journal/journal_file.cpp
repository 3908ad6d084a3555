// SPDX-License-Identifier: Apache-2.0
#include "journal/journal_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "base/file.h"
#include "base/overloaded.h"
#include "base/str_cat.h"
#include "journal/private_file.h"

namespace pointsman::journal {

namespace {

constexpr std::size_t kMostJournalBytes = std::size_t{256} << 20U;

}  // namespace

std::filesystem::path journalPath(const Directories& directories) {
  return directories.state / "journal";
}

std::filesystem::path retiredJournalPath(const Directories& directories) {
  return directories.state / "journal.last";
}

Result<std::optional<JournalState>> readJournal(const Directories& directories) {
  const auto path = journalPath(directories);
  auto bytes = readFile(path, kMostJournalBytes);
  if (!bytes && bytes.error().kind() == ErrorKind::NotFound) return std::optional<JournalState>{};
  if (!bytes) return std::move(bytes).error();
  auto state = parseJournal(*bytes);
  if (!state) {
    return Error{
        state.error().kind(),
        strCat(path.native(), ": ", state.error().message(),
               "; it may tell how to undo an unfinished change, so it is kept: see that the "
               "host is in order, then move it away")};
  }
  return std::move(*state);
}

std::string makeChangeId() {
  std::array<unsigned char, 8> bytes = {};
  // Cannot fail or fall short for so few bytes once the system is up (getrandom(2)).
  [[maybe_unused]] const auto count = ::getrandom(bytes.data(), bytes.size(), 0);
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string id;
  for (const unsigned char byte : bytes) {
    id += kHex[byte >> 4U];
    id += kHex[byte & 15U];
  }
  return id;
}

Result<JournalFile> JournalFile::create(const Directories& directories, Header header,
                                        Planned plan) {
  CHECK_OK(makePrivateDirectory(directories.state));
  const auto path = journalPath(directories);
  const std::string start =
      strCat(kJournalMagic, frameRecord(encodeRecord(header)), frameRecord(encodeRecord(plan)));
  TRY(UniqueFd fd, openPrivateFile(path, O_WRONLY | O_APPEND | O_CREAT | O_TRUNC));
  CHECK_OK(writeAll(fd.number(), start).in(path.native()));
  JournalState state{
      .header = std::move(header), .plan = std::move(plan), .intactBytes = start.size()};
  state.course.batches.resize(state.plan.batches.size(), BatchProgress::Untouched);
  return JournalFile(std::move(fd), path, std::move(state));
}

Result<JournalFile> JournalFile::reopen(const Directories& directories, JournalState state) {
  const auto path = journalPath(directories);
  TRY(UniqueFd fd, openPrivateFile(path, O_WRONLY | O_APPEND));
  if (::ftruncate(fd.number(), static_cast<off_t>(state.intactBytes)) != 0) {
    return errnoError(path.native());
  }
  return JournalFile(std::move(fd), path, std::move(state));
}

bool JournalFile::mustSurvivePowerCut(const Record& record) const {
  const auto persists = [this](std::uint64_t batch) {
    return batch < state_.plan.batches.size() && outlivesReboot(state_.plan.batches[batch]);
  };
  return std::visit(Overloaded{
                        // Before the effect: without the record nobody would take it back. Not
                        // after: a batch that
                        // is known to have started is looked at again anyway.
                        [&](const BatchStarted& started) { return persists(started.batch); },
                        [&](const UndoStarted& started) { return persists(started.batch); },
                        // A change is reported as done only when no power cut can make it undone.
                        [](const Committed&) { return true; },
                        [](const TakenBack&) { return true; },
                        [](const LeftStranded&) { return true; },
                        [](const auto&) { return false; },
                    },
                    record);
}

Result<> JournalFile::write(const Record& record, std::string_view line) {
  CHECK_OK(writeAll(fd_.number(), line));
  return mustSurvivePowerCut(record) ? sync() : ok();
}

Result<> JournalFile::sync() {
  if (::fdatasync(fd_.number()) != 0) return errnoError("fdatasync");
  if (nameIsOnDisk_) return ok();
  const auto parent = path_.parent_path();
  const UniqueFd directory{::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!directory.valid() || ::fsync(directory.number()) != 0) return errnoError(parent.native());
  nameIsOnDisk_ = true;
  return ok();
}

Result<> JournalFile::append(const Record& record) {
  TRY(Course course, advance(state_.course, record));
  const std::string line = frameRecord(encodeRecord(record));
  if (auto written = write(record, line); !written) {
    // A full disk may have taken a piece of it, after which another record would be unreadable.
    (void)!::ftruncate(fd_.number(), static_cast<off_t>(state_.intactBytes));
    return std::move(written).in(path_.native());
  }
  state_.course = std::move(course);
  state_.intactBytes += line.size();
  return ok();
}

Result<> JournalFile::retire() {
  const auto last = path_.native() + ".last";
  if (::rename(path_.c_str(), last.c_str()) != 0) return errnoError(last);
  return ok();
}

}  // namespace pointsman::journal
