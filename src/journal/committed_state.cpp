// SPDX-License-Identifier: Apache-2.0
#include "journal/committed_state.h"

#include <fcntl.h>

#include <cstdio>
#include <filesystem>
#include <variant>

#include "base/file.h"
#include "base/str_cat.h"
#include "journal/journal_file.h"
#include "journal/private_file.h"

namespace pointsman::journal {

namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

std::filesystem::path pathIn(const Directories& directories) {
  return directories.state / "committed.json";
}

// What the last journal committed, if that is how it ended.
std::optional<CommittedState> readLastCommitted(const Directories& directories) {
  const auto bytes = readFile(retiredJournalPath(directories), kMostBytes);
  if (!bytes) return {};
  auto journal = parseJournal(*bytes);
  if (!journal || !*journal || !(*journal)->ended()) return {};
  if (!std::holds_alternative<Committed>(*(*journal)->course.ending)) return {};
  return std::move((*journal)->plan.committed);
}

}  // namespace

Result<std::optional<CommittedState>> readCommitted(const Directories& directories) {
  const auto path = pathIn(directories);
  auto text = readFile(path, kMostBytes);
  if (!text && text.error().kind() == ErrorKind::NotFound) return std::optional<CommittedState>{};
  if (!text) return std::move(text).error();
  auto state = decodeCommitted(*text);
  if (state) return std::optional<CommittedState>(std::move(*state));
  if (auto last = readLastCommitted(directories)) return last;
  return std::move(state).error().in(path.native());
}

Result<> writeCommitted(const Directories& directories, const CommittedState& state) {
  CHECK_OK(makePrivateDirectory(directories.state));
  const auto path = pathIn(directories);
  const std::string fresh = strCat(path.native(), ".new");
  TRY(const UniqueFd fd, openPrivateFile(fresh, O_WRONLY | O_CREAT | O_TRUNC));
  CHECK_OK(writeAll(fd.number(), encodeCommitted(state)).in(fresh));
  if (::rename(fresh.c_str(), path.c_str()) != 0) return errnoError(path.native());
  return ok();
}

}  // namespace pointsman::journal
