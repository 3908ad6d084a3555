// SPDX-License-Identifier: Apache-2.0
// One row of a monitor's update, in either format, applied to the row before it.
#pragma once

#include <boost/json/fwd.hpp>

#include "base/result.h"
#include "ovsdb/replica.h"

namespace pointsman::ovsdb {

// What 'value' becomes by a <column-diff>: for a column that may hold several elements or pairs,
// those that are in only one of the two, and the pairs whose value changed; else the new value.
Value applyDifference(const Value& value, const Value& difference, const ColumnType& type);

// The row after 'update', a <row-update> or <row-update2>; null when it was removed. 'before' is
// null for a row not known yet. Fails with Protocol, naming the column.
Result<RowValues> decodeRowUpdate(const boost::json::value& update, UpdateFormat format,
                                  const TableLayout& layout, const RowValues& before);

bool sameRow(const RowValues& a, const RowValues& b, const TableLayout& layout);

}  // namespace pointsman::ovsdb
