// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace pointsman::cli {

// "pointsman 0.1.0"
[[nodiscard]] std::string_view versionText();

}  // namespace pointsman::cli
