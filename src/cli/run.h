// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/exit_status.h"

namespace pointsman::cli {

ExitStatus run(int argc, const char* const* argv);

}  // namespace pointsman::cli
