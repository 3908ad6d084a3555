// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace pointsman::boot {

// As sha256sum(1) prints it. Fails only when libcrypto cannot serve at all.
Result<std::string> sha256(std::string_view content);

}  // namespace pointsman::boot
