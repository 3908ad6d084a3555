// SPDX-License-Identifier: Apache-2.0
#include "boot/io/applied.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "boot/sha256.h"

namespace pointsman::boot {

namespace {

// Of both files; larger than any document that selectDocument() takes by default.
constexpr std::size_t kMostBytes = std::size_t{16} << 20U;
constexpr mode_t kReadable = 0644;

Result<std::optional<std::string>> readIfThere(const std::filesystem::path& file) {
  auto content = readFile(file, kMostBytes);
  if (content) return std::optional(std::move(*content));
  if (content.error().kind() == ErrorKind::NotFound) return std::optional<std::string>();
  return std::move(content.error());
}

bool isMarkerWanted(const AppliedFiles& files) {
  std::error_code unreadable;
  return std::filesystem::is_directory(files.marker.parent_path(), unreadable);
}

Result<Traces> readTraces(const AppliedFiles& files) {
  Traces traces{.markerWanted = isMarkerWanted(files)};
  TRY(const auto marker, readIfThere(files.marker));
  if (marker) {
    TRY(traces.markerSha256, sha256(*marker));
  }
  TRY(const auto record, readIfThere(files.record));
  if (record) {
    if (auto parsed = parseRecord(*record)) traces.record = std::move(*parsed);
  }
  return traces;
}

Result<> makeDirectory(const std::filesystem::path& directory) {
  std::error_code failed;
  std::filesystem::create_directories(directory, failed);
  if (failed) return errnoError(failed.value(), directory.native());
  return ok();
}

Result<> removeIfThere(const std::filesystem::path& file) {
  if (::unlink(file.c_str()) != 0 && errno != ENOENT && errno != ENOTDIR) {
    return errnoError(file.native());
  }
  return ok();
}

}  // namespace

Result<Standing> alreadyApplied(const SourceDocument& document, const AppliedFiles& files) {
  TRY(const auto traces, readTraces(files));
  return judge(document.sha256, traces);
}

Result<> recordApplied(const SourceDocument& document, const std::string& version,
                       const AppliedFiles& files) {
  const AppliedRecord record{
      .sha256 = document.sha256, .file = document.file.native(), .version = version};
  CHECK_OK(makeDirectory(files.record.parent_path()));
  CHECK_OK(writeFileAtomically(files.record, printRecord(record), kReadable));
  if (!isMarkerWanted(files)) return ok();
  return writeFileAtomically(files.marker, document.content, kReadable);
}

Result<> clearApplied(const AppliedFiles& files) {
  // The marker first: it is what others look at.
  CHECK_OK(removeIfThere(files.marker));
  return removeIfThere(files.record);
}

}  // namespace pointsman::boot
