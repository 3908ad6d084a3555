// SPDX-License-Identifier: Apache-2.0
// Steps and configurations as JSON text, without loss. Decoding is safe for any input.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/host_config.h"
#include "plan/step.h"

namespace pointsman::journal {

[[nodiscard]] std::string encodeStep(const plan::Step& step);
[[nodiscard]] Result<plan::Step> decodeStep(std::string_view text);

[[nodiscard]] std::string encodeConfig(const HostConfig& config);
[[nodiscard]] Result<HostConfig> decodeConfig(std::string_view text);

}  // namespace pointsman::journal
