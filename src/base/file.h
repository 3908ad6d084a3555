// SPDX-License-Identifier: Apache-2.0
// Whole files: read with a bound, written so that a reader or a power cut sees the old content or
// the new, never a piece.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace pointsman {

// Fails with InvalidInput when the file is larger than 'mostBytes'. Reads pipes and /proc too.
Result<std::string> readFile(const std::filesystem::path& path, std::size_t mostBytes);
// The same from a descriptor that the caller keeps.
Result<std::string> readAll(int fd, std::size_t mostBytes);

// Writes a temporary file beside 'path', fsyncs it, renames it over 'path' and fsyncs the
// directory.
Result<> writeFileAtomically(const std::filesystem::path& path, std::string_view content,
                             mode_t mode);

}  // namespace pointsman
