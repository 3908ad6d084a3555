// SPDX-License-Identifier: Apache-2.0
// What is visibly wrong on a host, interface by interface: the things a picture shows in red.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/names.h"
#include "picture/survey.h"

namespace pointsman::picture {

// Each text is short, speaks of its interface without naming it, and is as the host gave it: not
// yet cleaned for drawing.
using Faults = std::map<InterfaceName, std::vector<std::string>>;

[[nodiscard]] Faults findFaults(const Survey& survey);

}  // namespace pointsman::picture
