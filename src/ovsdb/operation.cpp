// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/operation.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "ovsdb/value_json.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

namespace {

std::string_view symbol(Function function) {
  switch (function) {
    case Function::Less:
      return "<";
    case Function::LessOrEqual:
      return "<=";
    case Function::Equal:
      return "==";
    case Function::NotEqual:
      return "!=";
    case Function::GreaterOrEqual:
      return ">=";
    case Function::Greater:
      return ">";
    case Function::Includes:
      return "includes";
    case Function::Excludes:
      return "excludes";
  }
  return "==";
}

std::string_view symbol(Mutator mutator) {
  switch (mutator) {
    case Mutator::Add:
      return "+=";
    case Mutator::Subtract:
      return "-=";
    case Mutator::Multiply:
      return "*=";
    case Mutator::Divide:
      return "/=";
    case Mutator::Modulo:
      return "%=";
    case Mutator::Insert:
      return "insert";
    case Mutator::Delete:
      return "delete";
  }
  return "insert";
}

json::object encodeRow(const Row& row) {
  json::object object;
  for (const auto& [column, value] : row) object.emplace(column, encode(value));
  return object;
}

json::array encodeNames(const std::vector<std::string>& names) {
  return json::array(names.begin(), names.end());
}

json::object begin(std::string_view name, std::string_view table) {
  return {{"op", name}, {"table", table}};
}

json::object beginWhere(std::string_view name, std::string_view table, const Where& where) {
  json::object object = begin(name, table);
  object.emplace("where", encode(where));
  return object;
}

json::object encodeOne(const Insert& insert) {
  json::object object = begin("insert", insert.table);
  object.emplace("row", encodeRow(insert.row));
  if (!insert.name.empty()) object.emplace("uuid-name", insert.name);
  if (insert.uuid) object.emplace("uuid", toString(*insert.uuid));
  return object;
}

json::object encodeOne(const Select& select) {
  json::object object = beginWhere("select", select.table, select.where);
  if (!select.columns.empty()) object.emplace("columns", encodeNames(select.columns));
  return object;
}

json::object encodeOne(const Update& update) {
  json::object object = beginWhere("update", update.table, update.where);
  object.emplace("row", encodeRow(update.row));
  return object;
}

json::object encodeOne(const Mutate& mutate) {
  json::object object = beginWhere("mutate", mutate.table, mutate.where);
  json::array mutations;
  for (const Mutation& mutation : mutate.mutations) {
    mutations.push_back(
        json::array{mutation.column, symbol(mutation.mutator), encode(mutation.value)});
  }
  object.emplace("mutations", std::move(mutations));
  return object;
}

json::object encodeOne(const Delete& removal) {
  return beginWhere("delete", removal.table, removal.where);
}

json::object encodeOne(const Wait& wait) {
  json::object object = beginWhere("wait", wait.table, wait.where);
  object.emplace("columns", encodeNames(wait.columns));
  object.emplace("until", wait.until == Until::Equal ? "==" : "!=");
  json::array rows;
  for (const Row& row : wait.rows) rows.push_back(encodeRow(row));
  object.emplace("rows", std::move(rows));
  if (wait.timeout) object.emplace("timeout", std::int64_t{wait.timeout->count()});
  return object;
}

json::object encodeOne(const Commit& commit) {
  return {{"op", "commit"}, {"durable", commit.durability == Durability::Disk}};
}

json::object encodeOne(const Abort&) { return {{"op", "abort"}}; }

json::object encodeOne(const Comment& comment) {
  return {{"op", "comment"}, {"comment", comment.text}};
}

json::object encodeOne(const Assert& assertion) {
  return {{"op", "assert"}, {"lock", assertion.lock}};
}

}  // namespace

Where whereUuid(const Uuid& uuid) { return whereEqual("_uuid", uuid); }

Where whereEqual(std::string column, Value value) {
  Where where;
  where.emplace_back(Comparison{std::move(column), Function::Equal, std::move(value)});
  return where;
}

json::object encode(const Operation& operation) {
  return std::visit([](const auto& one) { return encodeOne(one); }, operation);
}

json::array encode(const Where& where) {
  json::array conditions;
  for (const Condition& condition : where) {
    std::visit(
        Overloaded{
            [&](const Comparison& c) {
              conditions.push_back(json::array{c.column, symbol(c.function), encode(c.value)});
            },
            [&](bool truth) { conditions.emplace_back(truth); },
        },
        condition);
  }
  return conditions;
}

json::array encodeTransaction(std::string_view database, std::span<const Operation> operations) {
  json::array params;
  params.reserve(operations.size() + 1);
  params.emplace_back(database);
  for (const Operation& operation : operations) params.push_back(encode(operation));
  return params;
}

std::string describe(const Operation& operation) {
  return std::visit(
      Overloaded{
          [](const Insert& insert) { return strCat("insert into ", insert.table); },
          [](const Select& select) { return strCat("select from ", select.table); },
          [](const Update& update) { return strCat("update of ", update.table); },
          [](const Mutate& mutate) { return strCat("mutate of ", mutate.table); },
          [](const Delete& removal) { return strCat("delete from ", removal.table); },
          [](const Wait& wait) { return strCat("wait on ", wait.table); },
          [](const Commit&) { return std::string("commit"); },
          [](const Abort&) { return std::string("abort"); },
          [](const Comment&) { return std::string("comment"); },
          [](const Assert& assertion) { return strCat("assert of lock ", assertion.lock); },
      },
      operation);
}

}  // namespace pointsman::ovsdb
