// SPDX-License-Identifier: Apache-2.0
#include "journal/committed_state.h"

#include "base/file.h"

namespace pointsman::journal {

namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

std::filesystem::path pathIn(const Directories& directories) {
  return directories.state / "committed.json";
}

}  // namespace

Result<std::optional<CommittedState>> readCommitted(const Directories& directories) {
  const auto path = pathIn(directories);
  auto text = readFile(path, kMostBytes);
  if (!text && text.error().kind() == ErrorKind::NotFound) return std::optional<CommittedState>{};
  if (!text) return std::move(text).error();
  TRY(auto state, decodeCommitted(*text).in(path.native()));
  return std::optional<CommittedState>(std::move(state));
}

Result<> writeCommitted(const Directories& directories, const CommittedState& state) {
  CHECK_OK(makePrivateDirectory(directories.state));
  return writeFileAtomically(pathIn(directories), encodeCommitted(state), 0600);
}

}  // namespace pointsman::journal
