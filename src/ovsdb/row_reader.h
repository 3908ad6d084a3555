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

class RowReader {
 public:
  // 'table' is for messages only. The row must outlive the reader.
  RowReader(std::string_view table, const boost::json::object& row) : table_(table), row_(&row) {}

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

  std::string_view table_;
  const boost::json::object* row_;
  std::optional<Error> problem_ = {};
};

}  // namespace pointsman::ovsdb
