// SPDX-License-Identifier: Apache-2.0
// Operations on one row that exists, or on one that is to be made.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "host/ovs_rows.h"
#include "ovsdb/operation.h"

namespace pointsman::host {

// Gathers what is to be done to one row, and which of its columns must be as they were read.
class RowChange {
 public:
  // 'row' must outlive this.
  RowChange(std::string_view table, const OvsRow& row) : table_(table), row_(&row) {}

  // Plain columns are set, maps changed key by key, where 'before' and 'after' differ.
  void changeColumns(const ovsdb::Row& before, const ovsdb::Row& after);
  // Of a column that holds a set of references. 'added' first: some must never be empty.
  void changeReferences(std::string_view column, std::vector<ovsdb::Atom> added,
                        std::vector<ovsdb::Atom> removed);
  // The row is going to be collected: nothing in it may have changed.
  void guardAll();

  [[nodiscard]] bool empty() const { return update_.empty() && mutations_.empty(); }
  void appendGuard(std::vector<ovsdb::Operation>& operations) const;
  void appendChanges(std::vector<ovsdb::Operation>& operations) const;

 private:
  void changeMap(const std::string& column, const ovsdb::Value& before, const ovsdb::Value& after);

  std::string table_;
  const OvsRow* row_;
  std::set<std::string> guarded_;
  ovsdb::Row update_;
  std::vector<ovsdb::Mutation> mutations_;
};

// 'columns' without those that a new row has anyway, as 'fresh' does.
[[nodiscard]] ovsdb::Row withoutDefaults(ovsdb::Row columns, const ovsdb::Row& fresh);

}  // namespace pointsman::host
