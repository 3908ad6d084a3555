// SPDX-License-Identifier: Apache-2.0
#include "host/name_executor.h"

#include <unistd.h>

#include <array>
#include <map>
#include <system_error>
#include <vector>

#include "base/file.h"
#include "base/str_cat.h"
#include "host/observe_names.h"

namespace pointsman::host {

namespace {

constexpr std::size_t kLargestNameFile = 1 << 20;
constexpr mode_t kReadableByAll = 0644;

// The settings by keyword, in the order in which a new file has them.
enum Setting : std::size_t { kSearch, kServers, kOptions, kSettings };

std::array<std::string, kSettings> linesOf(const ResolverConfig& resolver) {
  std::array<std::string, kSettings> lines;
  if (!resolver.search.empty()) {
    lines[kSearch] = strCat("search ", strJoin(resolver.search, " "), "\n");
  }
  for (const auto& server : resolver.servers) {
    strAppend(lines[kServers], "nameserver ", server, "\n");
  }
  if (!resolver.options.empty()) {
    lines[kOptions] = strCat("options ", strJoin(resolver.options, " "), "\n");
  }
  return lines;
}

// The setting a line belongs to; kSettings for one that is none of ours.
Setting settingOf(std::string_view line) {
  const auto start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos) return kSettings;
  const std::string_view word = line.substr(start, line.find_first_of(" \t", start) - start);
  if (word == "search" || word == "domain") return kSearch;
  if (word == "nameserver") return kServers;
  if (word == "options") return kOptions;
  return kSettings;
}

// A missing file is an empty one.
Result<std::string> readIfThere(const std::filesystem::path& path) {
  auto content = readFile(path, kLargestNameFile);
  if (!content && content.error().kind() == ErrorKind::NotFound) return std::string();
  return content;
}

// The file behind a symbolic link, which a rename would replace.
Result<std::filesystem::path> followLink(const std::filesystem::path& path) {
  std::error_code failure;
  if (!std::filesystem::is_symlink(path, failure)) return path;
  auto target = std::filesystem::weakly_canonical(path, failure);
  if (failure) return errnoError(failure.value(), path.string());
  return target;
}

}  // namespace

std::string editResolvConf(std::string_view text, const ResolverConfig& resolver) {
  auto lines = linesOf(resolver);
  std::string made;
  while (!text.empty()) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const Setting setting = settingOf(line);
    if (setting == kSettings) {
      strAppend(made, line, "\n");
    } else {
      made += std::exchange(lines.at(setting), {});  // all of it at the first such line
    }
  }
  for (const auto& left : lines) made += left;
  return made;
}

Result<> NameExecutor::execute(const plan::SetResolver& step) {
  TRY(const auto path, followLink(resolvConf_));
  if (path.string().find("systemd/resolve") != std::string::npos) {
    return Error{ErrorKind::Unsupported,
                 strCat(resolvConf_.string(), " belongs to systemd-resolved (", path.string(),
                        "); make it a plain file, or leave dns-resolver out")};
  }
  TRY(const auto before, readIfThere(path));
  if (parseResolvConf(before) == step.after) return ok();
  return writeFileAtomically(path, editResolvConf(before, step.after), kReadableByAll);
}

Result<> NameExecutor::execute(const plan::SetHostname& step) {
  std::array<char, 256> running = {};
  if (::gethostname(running.data(), running.size() - 1) != 0) return errnoError("gethostname");
  const std::string& wanted = step.after.running;
  if (running.data() != wanted && ::sethostname(wanted.data(), wanted.size()) != 0) {
    return errnoError(strCat("sethostname ", wanted));
  }
  TRY(const auto before, readIfThere(hostnameFile_));
  if (parseStaticHostname(before) == step.after.fixed) return ok();
  if (!step.after.fixed.empty()) {
    return writeFileAtomically(hostnameFile_, strCat(step.after.fixed, "\n"), kReadableByAll);
  }
  std::error_code failure;
  std::filesystem::remove(hostnameFile_, failure);
  return failure ? Result<>(errnoError(failure.value(), hostnameFile_.string())) : ok();
}

}  // namespace pointsman::host
