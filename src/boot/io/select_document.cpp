// SPDX-License-Identifier: Apache-2.0
#include "boot/io/select_document.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "base/file.h"
#include "base/str_cat.h"
#include "base/unique_fd.h"
#include "boot/sha256.h"
#include "document/host_choice.h"
#include "document/tree.h"

namespace pointsman::boot {

namespace {

// Empty when there is no such file. Not blocking: a pipe of that name must not hold up the boot.
Result<std::optional<std::string>> readRegular(const std::filesystem::path& file,
                                               std::size_t mostBytes) {
  const UniqueFd fd{::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
  if (!fd.valid() && (errno == ENOENT || errno == ENOTDIR)) return std::optional<std::string>();
  if (!fd.valid()) return errnoError(file.native());
  struct stat status = {};
  if (::fstat(fd.number(), &status) != 0) return errnoError(file.native());
  if (!S_ISREG(status.st_mode)) {
    return Error(ErrorKind::InvalidInput, strCat(file.native(), ": is not a regular file"));
  }
  auto content = readAll(fd.number(), mostBytes);
  if (!content) return std::move(content.error()).in(file.native());
  return std::optional(std::move(*content));
}

// What cannot be read as a tree is taken: applying it will say what is wrong with it.
bool isForOtherHosts(const SourceDocument& document, const HostIdentity& host) {
  const auto tree = document::parseTree(document.content, document.file.native());
  return tree && document::listsHosts(*tree) && !document::namesHost(*tree, host.hostname);
}

std::optional<std::string> whyPassedOver(const Candidate& candidate, const SourceDocument& document,
                                         const HostIdentity& host) {
  if (document.content.empty()) return "is empty";
  if (candidate.kind == CandidateKind::Common && isForOtherHosts(document, host)) {
    return strCat("lists hosts, but not ", host.hostname.empty() ? "this one" : host.hostname);
  }
  return std::nullopt;
}

}  // namespace

Result<Selection> selectDocument(const BootSources& sources, const HostIdentity& host) {
  Selection selection;
  for (const Candidate& candidate : findCandidates(sources.directories, host)) {
    TRY(auto content, readRegular(candidate.file, sources.mostBytes));
    if (!content) {
      selection.passedOver.push_back({candidate.file, "is not there"});
      continue;
    }
    SourceDocument document{.file = candidate.file, .content = std::move(*content)};
    if (auto because = whyPassedOver(candidate, document, host)) {
      selection.passedOver.push_back({candidate.file, std::move(*because)});
      continue;
    }
    TRY(document.sha256, sha256(document.content));
    selection.why = strCat(candidate.file.native(), " is taken: ", explain(candidate), ".");
    if (candidate.unusualEnding) {
      selection.warnings.push_back(
          strCat(candidate.file.native(), ": OpenShift looks at .yml only; rename the file"));
    }
    selection.document = std::move(document);
    break;
  }
  return selection;
}

}  // namespace pointsman::boot
