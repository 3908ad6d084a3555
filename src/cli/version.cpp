// SPDX-License-Identifier: Apache-2.0
#include "cli/version.h"

namespace pointsman::cli {

std::string_view versionText() { return "pointsman " POINTSMAN_VERSION; }

}  // namespace pointsman::cli
