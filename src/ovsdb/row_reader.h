// SPDX-License-Identifier: Apache-2.0
// Reads the columns of one row, selected or replicated, into whatever the caller builds from it. A
// column that is missing or of another type than asked reads as empty and is remembered, so that
// the caller asks once, at the end, whether the row was what it believed:
//
//   for (RowReader row : reply.rows(0)) {
//     bridges.push_back({.name = row.text("name"), .ports = row.uuids("ports")});
//     CHECK_OK(row.finish());
//   }
#pragma once

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ovsdb/value.h"

namespace pointsman::ovsdb {

struct TableLayout;

class RowReader {
 public:
  // Of a selected row; 'table' is for messages only. Whatever the row lives in must outlive the
  // reader.
  RowReader(std::string_view table, const boost::json::object& row) : table_(table), row_(&row) {}
  // Of a replicated row.
  RowReader(const TableLayout& layout, const Uuid& uuid, const Value* values);

  [[nodiscard]] bool has(std::string_view column) const;
  Value value(std::string_view column);

  std::string text(std::string_view column);
  std::int64_t integer(std::string_view column);
  double real(std::string_view column);
  bool boolean(std::string_view column);
  Uuid uuid(std::string_view column);

  // Of columns that hold one or none.
  std::optional<std::string> optionalText(std::string_view column);
  std::optional<std::int64_t> optionalInteger(std::string_view column);
  std::optional<bool> optionalBoolean(std::string_view column);
  std::optional<Uuid> optionalUuid(std::string_view column);

  std::vector<Uuid> uuids(std::string_view column);
  std::vector<std::string> texts(std::string_view column);
  std::vector<std::int64_t> integers(std::string_view column);
  TextMap textMap(std::string_view column);

  // Protocol, naming the table and the first column that was not as asked.
  [[nodiscard]] Result<> finish() const;

 private:
  void objectTo(std::string_view column, std::string_view why);
  template <typename T>
  std::vector<T> listOf(std::string_view column, std::string_view objection);

  // The value itself, or 'scratch' when it had to be made; null when there is none.
  const Value* find(std::string_view column, Value& scratch);
  // The same, with an objection and an empty 'scratch' when there is none.
  const Value& fetch(std::string_view column, Value& scratch);

  std::string_view table_;
  const boost::json::object* row_ = nullptr;  // of a selected row; else:
  const TableLayout* layout_ = nullptr;
  const Value* values_ = nullptr;
  Uuid uuid_ = {};
  std::optional<Error> problem_ = {};
};

}  // namespace pointsman::ovsdb
