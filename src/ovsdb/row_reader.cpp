// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/row_reader.h"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/str_cat.h"
#include "ovsdb/replica.h"
#include "ovsdb/value_json.h"

namespace pointsman::ovsdb {

RowReader::RowReader(const TableLayout& layout, const Uuid& uuid, const Value* values)
    : table_(layout.table), layout_(&layout), values_(values), uuid_(uuid) {}

bool RowReader::has(std::string_view column) const {
  return layout_ == nullptr ? row_->contains(column) : layout_->find(column).has_value();
}

void RowReader::objectTo(std::string_view column, std::string_view why) {
  if (problem_) return;
  problem_ = Error{ErrorKind::Protocol, strCat(table_, ".", column, ": ", why)};
}

const Value* RowReader::find(std::string_view column, Value& scratch) {
  if (layout_ != nullptr) {
    if (const auto index = layout_->find(column)) return values_ + *index;
    if (column != "_uuid") return nullptr;
    scratch = uuid_;
    return &scratch;
  }
  const boost::json::value* const found = row_->if_contains(column);
  if (found == nullptr) return nullptr;
  auto value = decodeValue(*found);
  if (value) {
    scratch = std::move(*value);
  } else {
    objectTo(column, value.error().message());
  }
  return &scratch;
}

const Value& RowReader::fetch(std::string_view column, Value& scratch) {
  const Value* const found = find(column, scratch);
  if (found != nullptr) return *found;
  objectTo(column, "no such column was sent");
  return scratch;
}

Value RowReader::value(std::string_view column) {
  Value scratch;
  return fetch(column, scratch);
}

std::string RowReader::text(std::string_view column) {
  if (auto found = optionalText(column)) return std::move(*found);
  objectTo(column, "empty, and text was wanted");
  return {};
}

std::int64_t RowReader::integer(std::string_view column) {
  if (const auto found = optionalInteger(column)) return *found;
  objectTo(column, "empty, and an integer was wanted");
  return 0;
}

double RowReader::real(std::string_view column) {
  Value scratch;
  if (const auto found = fetch(column, scratch).real()) return *found;
  objectTo(column, "not a number");
  return 0;
}

bool RowReader::boolean(std::string_view column) {
  if (const auto found = optionalBoolean(column)) return *found;
  objectTo(column, "empty, and a truth value was wanted");
  return false;
}

Uuid RowReader::uuid(std::string_view column) {
  if (const auto found = optionalUuid(column)) return *found;
  objectTo(column, "empty, and a uuid was wanted");
  return {};
}

std::optional<std::string> RowReader::optionalText(std::string_view column) {
  Value scratch;
  const Value& found = fetch(column, scratch);
  if (found.empty()) return std::nullopt;
  if (const std::string* const text = found.text()) return *text;
  objectTo(column, "not text");
  return std::nullopt;
}

std::optional<std::int64_t> RowReader::optionalInteger(std::string_view column) {
  Value scratch;
  const Value& found = fetch(column, scratch);
  const auto number = found.integer();
  if (!number && !found.empty()) objectTo(column, "not an integer");
  return number;
}

std::optional<bool> RowReader::optionalBoolean(std::string_view column) {
  Value scratch;
  const Value& found = fetch(column, scratch);
  const auto flag = found.boolean();
  if (!flag && !found.empty()) objectTo(column, "not a truth value");
  return flag;
}

std::optional<Uuid> RowReader::optionalUuid(std::string_view column) {
  Value scratch;
  const Value& found = fetch(column, scratch);
  const auto uuid = found.uuid();
  if (!uuid && !found.empty()) objectTo(column, "not a uuid");
  return uuid;
}

template <typename T>
std::vector<T> RowReader::listOf(std::string_view column, std::string_view objection) {
  Value scratch;
  const Value& found = fetch(column, scratch);
  std::vector<T> list;
  list.reserve(found.size());
  if (found.isMap()) objectTo(column, objection);
  for (const Atom& atom : found.atoms()) {
    const T* const element = std::get_if<T>(&atom);
    if (element == nullptr) {
      objectTo(column, objection);
      return {};
    }
    list.push_back(*element);
  }
  return list;
}

std::vector<Uuid> RowReader::uuids(std::string_view column) {
  return listOf<Uuid>(column, "not a set of uuids");
}

std::vector<std::string> RowReader::texts(std::string_view column) {
  return listOf<std::string>(column, "not a set of texts");
}

std::vector<std::int64_t> RowReader::integers(std::string_view column) {
  return listOf<std::int64_t>(column, "not a set of integers");
}

TextMap RowReader::textMap(std::string_view column) {
  Value scratch;
  const Value& found = fetch(column, scratch);
  TextMap map;
  if (!found.isMap() && !found.empty()) objectTo(column, "not a map");
  for (const auto& [key, mapped] : found.entries()) {
    const auto* const name = std::get_if<std::string>(&key);
    const auto* const text = std::get_if<std::string>(&mapped);
    if (name == nullptr || text == nullptr) {
      objectTo(column, "not a map of texts");
      return {};
    }
    map.emplace_hint(map.end(), *name, *text);
  }
  return map;
}

Result<> RowReader::finish() const {
  if (problem_) return *problem_;
  return ok();
}

}  // namespace pointsman::ovsdb
