// SPDX-License-Identifier: Apache-2.0
// A copy of chosen tables and columns of a database, kept current by a monitor's updates and
// checked against the schema. Rows are immutable and shared: a change hands out the row before and
// the row after, and either may be kept, or passed to another thread, for as long as it is wanted.
#pragma once

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ovsdb/monitor_spec.h"
#include "ovsdb/row_reader.h"
#include "ovsdb/schema.h"
#include "ovsdb/value.h"

namespace pointsman::ovsdb {

// The columns of a replicated table, in the order in which its rows hold their values.
struct TableLayout {
  struct Field {
    std::string name;
    ColumnType type;
    Value otherwise;  // what a row has that was sent without this column
  };
  std::string table = {};
  std::vector<Field> fields = {};  // sorted by name

  [[nodiscard]] std::optional<std::size_t> find(std::string_view column) const;
};

// As many values as the table's layout has fields.
using RowValues = std::shared_ptr<const Value[]>;
using RowMap = std::map<Uuid, RowValues>;

// One row that was added (no before), changed, or removed (no after).
struct Change {
  std::shared_ptr<const TableLayout> layout = {};
  Uuid row = {};
  RowValues before = {};
  RowValues after = {};

  [[nodiscard]] const std::string& table() const { return layout->table; }
  // Readers of either side; call only for a side that is there.
  [[nodiscard]] RowReader readBefore() const { return {*layout, row, before.get()}; }
  [[nodiscard]] RowReader readAfter() const { return {*layout, row, after.get()}; }
};

enum class UpdateFormat : std::uint8_t {
  Plain,       // <table-updates> of RFC 7047, 4.1.6: old and new
  Difference,  // <table-updates2> of ovsdb-server(7), 4.1.14: initial, insert, modify, delete
};

class ReplicaTable {
 public:
  explicit ReplicaTable(std::shared_ptr<const TableLayout> layout) : layout_(std::move(layout)) {}

  [[nodiscard]] const TableLayout& layout() const { return *layout_; }
  [[nodiscard]] const RowMap& rows() const { return rows_; }
  // A reader of every row, in the order of their uuids.
  [[nodiscard]] std::vector<RowReader> readers() const;
  [[nodiscard]] std::optional<RowReader> find(const Uuid& row) const;

 private:
  friend class Replica;

  Result<> update(const boost::json::value& rows, UpdateFormat format,
                  std::vector<Change>& changes);
  // Fills the empty table. What it takes over from 'old' is removed there.
  Result<> refill(const boost::json::value& rows, UpdateFormat format, RowMap& old,
                  std::vector<Change>& changes);

  std::shared_ptr<const TableLayout> layout_;
  RowMap rows_;
};

class Replica {
 public:
  // What came of an update. 'changes' is what the replica went through even when there was a
  // problem: then it may lag behind the server, and only a reset() brings it back.
  struct Outcome {
    std::vector<Change> changes = {};
    std::optional<Error> problem = {};
  };

  Replica() = default;  // of nothing
  // Fails with Unsupported when the schema lacks a table or column of 'spec'.
  static Result<Replica> create(const Schema& schema, const MonitorSpec& spec);

  // Null for a table that is not replicated.
  [[nodiscard]] const ReplicaTable* table(std::string_view name) const;
  [[nodiscard]] const std::map<std::string, ReplicaTable, std::less<>>& tables() const {
    return tables_;
  }

  // Applies what changed since the last update.
  Outcome update(const boost::json::value& updates, UpdateFormat format);
  // Takes 'contents' as all that there is. Rows that are as they were make no change.
  Outcome reset(const boost::json::value& contents, UpdateFormat format);
  // Takes over the rows of 'before' from before a schema was converted. Gives back the removal of
  // those whose table is gone or has other columns.
  std::vector<Change> adopt(Replica&& before);

 private:
  std::map<std::string, ReplicaTable, std::less<>> tables_;
};

}  // namespace pointsman::ovsdb
