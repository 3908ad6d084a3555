// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/replica.h"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>

#include "base/str_cat.h"
#include "ovsdb/row_codec.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

namespace {

Error malformed(std::string_view what) { return {ErrorKind::Protocol, std::string(what)}; }

TableLayout::Field makeField(const std::string& name, const Column& column) {
  return {name, column.type, column.type.defaultValue()};
}

Result<TableLayout> makeLayout(const std::string& name, const Table& table,
                               const std::vector<std::string>& columns) {
  TableLayout layout{.table = name};
  if (columns.empty()) {
    for (const auto& [column, definition] : table.columns) {
      layout.fields.push_back(makeField(column, definition));
    }
    return layout;
  }
  for (const std::string& column : columns) {
    const Column* const definition = table.find(column);
    if (definition == nullptr) {
      return Error{ErrorKind::Unsupported, strCat("the schema has no column ", name, ".", column)};
    }
    layout.fields.push_back(makeField(column, *definition));
  }
  const auto byName = [](const auto& a, const auto& b) { return a.name < b.name; };
  std::sort(layout.fields.begin(), layout.fields.end(), byName);
  return layout;
}

// Calls visitor(table, its rows' updates) for each replicated table that 'updates' has.
template <typename Tables, typename Visitor>
Result<> forEachTable(const json::value& updates, Tables& tables, const Visitor& visitor) {
  const json::object* const members = updates.if_object();
  if (members == nullptr) return malformed("updates that are no object");
  for (const auto& member : *members) {
    const auto found = tables.find(std::string_view(member.key()));
    if (found == tables.end()) continue;
    if (auto done = visitor(found->second, member.value()); !done) {
      return std::move(done).in(strCat("table ", found->first));
    }
  }
  return ok();
}

std::optional<Error> problemOf(Result<> done) {
  if (done) return std::nullopt;
  return std::move(done.error());
}

// Calls visitor(uuid, row's update) for each row that 'updates' has for a table.
template <typename Visitor>
Result<> forEachRow(const json::value& updates, const Visitor& visitor) {
  const json::object* const rows = updates.if_object();
  if (rows == nullptr) return malformed("a table's update that is no object");
  for (const auto& member : *rows) {
    const auto uuid = Uuid::parse(member.key());
    if (!uuid) return malformed("a row whose name is no uuid");
    if (auto done = visitor(*uuid, member.value()); !done) {
      return std::move(done).in(strCat("row ", toString(*uuid)));
    }
  }
  return ok();
}

bool sameLayout(const TableLayout& a, const TableLayout& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.name == y.name && x.type == y.type;
  };
  return std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(), same);
}

}  // namespace

std::optional<std::size_t> TableLayout::find(std::string_view column) const {
  const auto found = std::lower_bound(
      fields.begin(), fields.end(), column,
      [](const Field& field, std::string_view wanted) { return field.name < wanted; });
  if (found == fields.end() || found->name != column) return std::nullopt;
  return static_cast<std::size_t>(found - fields.begin());
}

std::vector<RowReader> ReplicaTable::readers() const {
  std::vector<RowReader> readers;
  readers.reserve(rows_.size());
  for (const auto& [uuid, values] : rows_) readers.emplace_back(*layout_, uuid, values.get());
  return readers;
}

std::optional<RowReader> ReplicaTable::find(const Uuid& row) const {
  const auto found = rows_.find(row);
  if (found == rows_.end()) return std::nullopt;
  return RowReader(*layout_, row, found->second.get());
}

Result<> ReplicaTable::update(const json::value& rows, UpdateFormat format,
                              std::vector<Change>& changes) {
  return forEachRow(rows, [&](const Uuid& uuid, const json::value& update) -> Result<> {
    const auto found = rows_.find(uuid);
    RowValues before = found == rows_.end() ? RowValues() : found->second;
    TRY(RowValues after, decodeRowUpdate(update, format, *layout_, before));
    if (sameRow(before, after, *layout_)) return ok();
    if (!after) {
      rows_.erase(found);
    } else {
      rows_.insert_or_assign(uuid, after);
    }
    changes.push_back({layout_, uuid, std::move(before), std::move(after)});
    return ok();
  });
}

Result<> ReplicaTable::refill(const json::value& rows, UpdateFormat format, RowMap& old,
                              std::vector<Change>& changes) {
  return forEachRow(rows, [&](const Uuid& uuid, const json::value& update) -> Result<> {
    TRY(RowValues after, decodeRowUpdate(update, format, *layout_, {}));
    if (!after) return malformed("contents that remove a row");
    auto known = old.extract(uuid);
    RowValues before = known ? std::move(known.mapped()) : RowValues();
    if (sameRow(before, after, *layout_)) {
      after = before;
    } else {
      changes.push_back({layout_, uuid, std::move(before), after});
    }
    rows_.insert_or_assign(uuid, std::move(after));
    return ok();
  });
}

Result<Replica> Replica::create(const Schema& schema, const MonitorSpec& spec) {
  Replica replica;
  const auto add = [&](const std::string& name,
                       const std::vector<std::string>& columns) -> Result<> {
    const Table* const table = schema.find(name);
    if (table == nullptr) {
      return Error{ErrorKind::Unsupported, strCat("the schema has no table ", name)};
    }
    TRY(TableLayout layout, makeLayout(name, *table, columns));
    replica.tables_.emplace(name,
                            ReplicaTable(std::make_shared<const TableLayout>(std::move(layout))));
    return ok();
  };
  for (const auto& [name, monitored] : spec.tables) CHECK_OK(add(name, monitored.columns));
  if (spec.tables.empty()) {
    for (const auto& [name, table] : schema.tables) CHECK_OK(add(name, {}));
  }
  return replica;
}

const ReplicaTable* Replica::table(std::string_view name) const {
  const auto found = tables_.find(name);
  return found == tables_.end() ? nullptr : &found->second;
}

std::vector<Change> Replica::adopt(Replica&& before) {
  std::vector<Change> orphans;
  for (auto& [name, old] : before.tables_) {
    const auto found = tables_.find(name);
    if (found != tables_.end() && sameLayout(found->second.layout(), old.layout())) {
      found->second.rows_ = std::move(old.rows_);
      continue;
    }
    for (auto& [uuid, values] : old.rows_) {
      orphans.push_back({old.layout_, uuid, std::move(values), {}});
    }
  }
  return orphans;
}

Replica::Outcome Replica::update(const json::value& updates, UpdateFormat format) {
  Outcome outcome;
  outcome.problem =
      problemOf(forEachTable(updates, tables_, [&](ReplicaTable& table, const json::value& rows) {
        return table.update(rows, format, outcome.changes);
      }));
  return outcome;
}

Replica::Outcome Replica::reset(const json::value& contents, UpdateFormat format) {
  Outcome outcome;
  // A table that 'contents' does not mention is empty; what is left here in the end is gone.
  std::map<std::string_view, RowMap> leftOver;
  for (auto& [name, table] : tables_) leftOver.emplace(name, std::exchange(table.rows_, {}));
  outcome.problem =
      problemOf(forEachTable(contents, tables_, [&](ReplicaTable& table, const json::value& rows) {
        return table.refill(rows, format, leftOver[table.layout().table], outcome.changes);
      }));
  for (auto& [name, table] : tables_) {
    for (auto& [uuid, values] : leftOver[name]) {
      outcome.changes.push_back({table.layout_, uuid, std::move(values), {}});
    }
  }
  return outcome;
}

}  // namespace pointsman::ovsdb
