// SPDX-License-Identifier: Apache-2.0
#include "boot/standing.h"

#include <algorithm>

#include "base/str_cat.h"

namespace pointsman::boot {

namespace {

constexpr std::size_t kHashDigits = 64;

bool isHash(std::string_view text) {
  return text.size() == kHashDigits && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// Takes "key=value\n" off the front.
std::optional<std::string> takeLine(std::string_view& text, std::string_view key) {
  if (!text.starts_with(key) || !text.substr(key.size()).starts_with('=')) return std::nullopt;
  text.remove_prefix(key.size() + 1);
  const auto end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string value(text.substr(0, end));
  text.remove_prefix(end + 1);
  return value;
}

}  // namespace

std::string printRecord(const AppliedRecord& record) {
  return strCat("sha256=", record.sha256, "\nversion=", record.version, "\nfile=", record.file,
                "\n");
}

Result<AppliedRecord> parseRecord(std::string_view text) {
  const auto hash = takeLine(text, "sha256");
  const auto version = hash ? takeLine(text, "version") : std::nullopt;
  const auto file = version ? takeLine(text, "file") : std::nullopt;
  if (!file || !text.empty() || !isHash(*hash)) {
    return Error(ErrorKind::InvalidInput, "is not a record of an applied document");
  }
  return AppliedRecord{.sha256 = *hash, .file = *file, .version = *version};
}

Standing judge(std::string_view documentSha256, const Traces& traces) {
  const bool recorded = traces.record && traces.record->sha256 == documentSha256;
  if (!traces.markerWanted) {
    if (recorded) return {true, "This document was applied before."};
    return {false, traces.record
                       ? strCat("Another document was applied before, ", traces.record->file, ".")
                       : "No document was applied before."};
  }
  if (!traces.markerSha256) {
    return {false, recorded ? "This document was applied before, but the marker has been removed."
                            : "No document was applied before."};
  }
  if (*traces.markerSha256 != documentSha256) {
    return {false, "The marker is of another document."};
  }
  return {true, recorded ? "This document was applied before."
                         : "The marker says that another program applied this document before."};
}

}  // namespace pointsman::boot
