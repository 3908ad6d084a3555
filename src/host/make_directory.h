// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/result.h"

namespace pointsman::host {

// With those above it. One that exists is no error.
Result<> makeDirectory(const std::filesystem::path& path);

}  // namespace pointsman::host
