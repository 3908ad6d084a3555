// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/row_codec.h"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <iterator>

#include "base/str_cat.h"
#include "ovsdb/value_json.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

namespace {

Error malformed(std::string_view what) { return {ErrorKind::Protocol, std::string(what)}; }

using MutableRow = std::shared_ptr<Value[]>;

MutableRow copyOf(const RowValues& before, const TableLayout& layout) {
  MutableRow row = std::make_shared<Value[]>(layout.fields.size());
  std::copy_n(before.get(), layout.fields.size(), row.get());
  return row;
}

// Each member of 'columns' that the layout knows; others, such as _version, are passed over.
template <typename Visitor>
Result<> forEachField(const json::value& columns, const TableLayout& layout,
                      const Visitor& visitor) {
  const json::object* const members = columns.if_object();
  if (members == nullptr) return malformed("a row that is no object");
  for (const auto& member : *members) {
    const auto index = layout.find(member.key());
    if (!index) continue;
    const TableLayout::Field& field = layout.fields[*index];
    auto value = decodeValue(member.value(), field.type);
    if (!value) return std::move(value.error()).in(strCat("column ", field.name));
    visitor(*index, std::move(*value));
  }
  return ok();
}

Result<RowValues> wholeRow(const json::value& columns, const TableLayout& layout) {
  MutableRow row = std::make_shared<Value[]>(layout.fields.size());
  std::vector<bool> given(layout.fields.size());
  CHECK_OK(forEachField(columns, layout, [&](std::size_t index, Value value) {
    row[static_cast<std::ptrdiff_t>(index)] = std::move(value);
    given[index] = true;
  }));
  for (std::size_t index = 0; index < given.size(); ++index) {
    if (!given[index]) row[static_cast<std::ptrdiff_t>(index)] = layout.fields[index].otherwise;
  }
  return RowValues(std::move(row));
}

Result<RowValues> modifiedRow(const json::value& columns, const TableLayout& layout,
                              const RowValues& before) {
  if (!before) return malformed("a change to a row that was never sent");
  MutableRow row = copyOf(before, layout);
  CHECK_OK(forEachField(columns, layout, [&](std::size_t index, const Value& difference) {
    Value& value = row[static_cast<std::ptrdiff_t>(index)];
    value = applyDifference(value, difference, layout.fields[index].type);
  }));
  return RowValues(std::move(row));
}

Value symmetricDifference(const Value& value, const Value& difference) {
  const auto a = value.atoms();
  const auto b = difference.atoms();
  std::vector<Atom> atoms;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(atoms));
  return Value::set(std::move(atoms));
}

Value mapDifference(const Value& value, const Value& difference) {
  std::vector<MapEntry> entries;
  for (const MapEntry& entry : value.entries()) {
    if (difference.find(entry.key) == nullptr) entries.push_back(entry);
  }
  for (const MapEntry& entry : difference.entries()) {
    // A pair that both have is one that went.
    const Atom* const old = value.find(entry.key);
    if (old == nullptr || *old != entry.value) entries.push_back(entry);
  }
  return Value::map(std::move(entries));
}

}  // namespace

Value applyDifference(const Value& value, const Value& difference, const ColumnType& type) {
  if (type.max == 1) return difference;
  return type.isMap() ? mapDifference(value, difference) : symmetricDifference(value, difference);
}

Result<RowValues> decodeRowUpdate(const json::value& update, UpdateFormat format,
                                  const TableLayout& layout, const RowValues& before) {
  const json::object* const object = update.if_object();
  if (object == nullptr) return malformed("a row's update that is no object");
  if (format == UpdateFormat::Plain) {
    const json::value* const fresh = object->if_contains("new");
    return fresh == nullptr ? Result<RowValues>(RowValues()) : wholeRow(*fresh, layout);
  }
  if (const json::value* const row = object->if_contains("initial")) return wholeRow(*row, layout);
  if (const json::value* const row = object->if_contains("insert")) return wholeRow(*row, layout);
  if (const json::value* const row = object->if_contains("modify")) {
    return modifiedRow(*row, layout, before);
  }
  if (object->contains("delete")) return RowValues();
  return malformed("a row's update of no known kind");
}

bool sameRow(const RowValues& a, const RowValues& b, const TableLayout& layout) {
  if (!a || !b) return a == b;
  return std::equal(a.get(), a.get() + layout.fields.size(), b.get());
}

}  // namespace pointsman::ovsdb
