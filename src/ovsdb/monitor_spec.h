// SPDX-License-Identifier: Apache-2.0
// Which part of a database a monitor follows.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ovsdb/operation.h"

namespace pointsman::ovsdb {

using MonitorId = std::uint32_t;

struct MonitoredTable {
  std::vector<std::string> columns = {};  // none: all that the schema has
  Where where = {};                       // rows that meet any of these; none: every row
  bool operator==(const MonitoredTable&) const = default;
};

struct MonitorSpec {
  std::string database = {};
  std::map<std::string, MonitoredTable, std::less<>> tables = {};  // none: all that the schema has
  bool operator==(const MonitorSpec&) const = default;
};

}  // namespace pointsman::ovsdb
