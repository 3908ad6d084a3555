// SPDX-License-Identifier: Apache-2.0
// Files that are ours alone, written in place. base/file.h replaces whole files and waits for the
// disk, which a journal must do at moments of its own choice.
#pragma once

#include <filesystem>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"

namespace pointsman::journal {

// open(2) with 'flags', for its owner only and not through a symbolic link.
Result<UniqueFd> openPrivateFile(const std::filesystem::path& path, int flags);
Result<> writeAll(int fd, std::string_view bytes);

}  // namespace pointsman::journal
