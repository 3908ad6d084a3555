// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace pointsman {

// external_ids, other_config, options: keys and values as OVSDB and sysfs spell them.
using StringMap = std::map<std::string, std::string>;

}  // namespace pointsman
