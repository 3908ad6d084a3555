// SPDX-License-Identifier: Apache-2.0
#include "model/diagnostic.h"

#include <algorithm>

namespace pointsman {

bool hasErrors(const Diagnostics& diagnostics) {
  return std::ranges::any_of(diagnostics,
                             [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

}  // namespace pointsman
