// SPDX-License-Identifier: Apache-2.0
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/str_cat.h"
#include "ovsdb/schema.h"
#include "ovsdb/value_json.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

namespace {

Error malformed(std::string_view what) { return {ErrorKind::Protocol, std::string(what)}; }

Result<const json::object*> objectOf(const json::value& value) {
  const json::object* const found = value.if_object();
  if (found == nullptr) return malformed("not an object");
  return found;
}

Result<AtomType> decodeAtomType(const json::value& value) {
  const json::string* const text = value.if_string();
  if (text == nullptr) return malformed("a type that is not text");
  for (const auto type :
       {AtomType::Integer, AtomType::Real, AtomType::Boolean, AtomType::String, AtomType::Uuid}) {
    if (std::string_view(text->data(), text->size()) == toString(type)) return type;
  }
  return malformed(strCat("unknown type \"", std::string_view(text->data(), text->size()), "\""));
}

std::string textMember(const json::object& object, std::string_view name) {
  const json::value* const found = object.if_contains(name);
  if (found == nullptr || !found->is_string()) return {};
  return std::string(found->get_string().data(), found->get_string().size());
}

bool flagMember(const json::object& object, std::string_view name, bool otherwise) {
  const json::value* const found = object.if_contains(name);
  return found != nullptr && found->is_bool() ? found->get_bool() : otherwise;
}

std::optional<std::int64_t> integerMember(const json::object& object, std::string_view name) {
  const json::value* const found = object.if_contains(name);
  if (found == nullptr || !found->is_int64()) return std::nullopt;
  return found->get_int64();
}

std::optional<double> realMember(const json::object& object, std::string_view name) {
  const json::value* const found = object.if_contains(name);
  if (found == nullptr) return std::nullopt;
  if (found->is_int64()) return static_cast<double>(found->get_int64());
  if (found->is_double()) return found->get_double();
  return std::nullopt;
}

Result<BaseType> decodeBaseType(const json::value& value) {
  BaseType base;
  if (value.is_string()) {
    TRY(base.type, decodeAtomType(value));
    return base;
  }
  TRY(const json::object* const object, objectOf(value));
  const json::value* const type = object->if_contains("type");
  if (type == nullptr) return malformed("a base type without \"type\"");
  TRY(base.type, decodeAtomType(*type));
  if (const json::value* const members = object->if_contains("enum")) {
    const ColumnType setOfThese{
        .key = {.type = base.type}, .min = 0, .max = ColumnType::kUnlimited};
    TRY(base.allowed, decodeValue(*members, setOfThese).in("enum"));
  }
  base.minInteger = integerMember(*object, "minInteger");
  base.maxInteger = integerMember(*object, "maxInteger");
  base.minReal = realMember(*object, "minReal");
  base.maxReal = realMember(*object, "maxReal");
  base.minLength = integerMember(*object, "minLength");
  base.maxLength = integerMember(*object, "maxLength");
  base.refTable = textMember(*object, "refTable");
  if (textMember(*object, "refType") == "weak") base.refKind = ReferenceKind::Weak;
  return base;
}

Result<std::uint32_t> decodeCount(const json::value& value) {
  if (value.is_string() && value.get_string() == "unlimited") return ColumnType::kUnlimited;
  if (value.is_int64() && value.get_int64() >= 0 && value.get_int64() < ColumnType::kUnlimited) {
    return static_cast<std::uint32_t>(value.get_int64());
  }
  return malformed("a count that is neither a number nor \"unlimited\"");
}

Result<ColumnType> decodeColumnType(const json::value& value) {
  ColumnType type;
  if (value.is_string()) {
    TRY(type.key, decodeBaseType(value));
    return type;
  }
  TRY(const json::object* const object, objectOf(value));
  const json::value* const key = object->if_contains("key");
  if (key == nullptr) return malformed("a type without \"key\"");
  TRY(type.key, decodeBaseType(*key).in("key"));
  if (const json::value* const mapped = object->if_contains("value")) {
    TRY(type.value, decodeBaseType(*mapped).in("value"));
  }
  if (const json::value* const min = object->if_contains("min")) {
    TRY(type.min, decodeCount(*min).in("min"));
  }
  if (const json::value* const max = object->if_contains("max")) {
    TRY(type.max, decodeCount(*max).in("max"));
  }
  if (type.min > 1 || type.max < 1 || type.min > type.max) return malformed("min and max disagree");
  return type;
}

Result<Column> decodeColumn(const json::value& value) {
  TRY(const json::object* const object, objectOf(value));
  const json::value* const type = object->if_contains("type");
  if (type == nullptr) return malformed("no type");
  Column column;
  TRY(column.type, decodeColumnType(*type));
  column.ephemeral = flagMember(*object, "ephemeral", false);
  column.isMutable = flagMember(*object, "mutable", true);
  return column;
}

Result<std::vector<std::vector<std::string>>> decodeIndexes(const json::value& value) {
  const json::array* const list = value.if_array();
  if (list == nullptr) return malformed("not an array");
  std::vector<std::vector<std::string>> indexes;
  for (const json::value& element : *list) {
    const json::array* const names = element.if_array();
    if (names == nullptr) return malformed("an index that is no array");
    auto& index = indexes.emplace_back();
    for (const json::value& name : *names) {
      if (!name.is_string()) return malformed("a column name that is not text");
      index.emplace_back(name.get_string().data(), name.get_string().size());
    }
  }
  return indexes;
}

Result<Table> decodeTable(const json::value& value) {
  TRY(const json::object* const object, objectOf(value));
  const json::value* const columns = object->if_contains("columns");
  if (columns == nullptr) return malformed("no columns");
  TRY(const json::object* const named, objectOf(*columns).in("columns"));
  Table table;
  for (const auto& member : *named) {
    const std::string_view name = member.key();
    TRY(Column column, decodeColumn(member.value()).in(strCat("column ", name)));
    table.columns.emplace(name, std::move(column));
  }
  table.isRoot = flagMember(*object, "isRoot", false);
  if (const json::value* const most = object->if_contains("maxRows")) {
    TRY(table.mostRows, decodeCount(*most).in("maxRows"));
  }
  if (const json::value* const indexes = object->if_contains("indexes")) {
    TRY(table.indexes, decodeIndexes(*indexes).in("indexes"));
  }
  return table;
}

}  // namespace

Result<Schema> decodeSchema(const json::value& value) {
  TRY(const json::object* const object, objectOf(value).in("schema"));
  const json::value* const tables = object->if_contains("tables");
  if (tables == nullptr) return malformed("schema: no tables");
  TRY(const json::object* const named, objectOf(*tables).in("schema: tables"));
  Schema schema;
  schema.name = textMember(*object, "name");
  schema.version = textMember(*object, "version");
  schema.checksum = textMember(*object, "cksum");
  for (const auto& member : *named) {
    const std::string_view name = member.key();
    TRY(Table table, decodeTable(member.value()).in(strCat("schema: table ", name)));
    schema.tables.emplace(name, std::move(table));
  }
  return schema;
}

}  // namespace pointsman::ovsdb
