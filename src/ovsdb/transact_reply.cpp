// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/transact_reply.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <array>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "ovsdb/value_json.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

namespace {

std::string textMember(const json::object& object, std::string_view name) {
  const json::value* const found = object.if_contains(name);
  if (found == nullptr || !found->is_string()) return {};
  return std::string(found->get_string().data(), found->get_string().size());
}

bool isError(const json::value& result) {
  const json::object* const object = result.if_object();
  return object != nullptr && object->contains("error");
}

TransactError failureAt(std::size_t index, const json::value& result,
                        std::span<const Operation> operations) {
  const json::object& object = result.get_object();
  const bool atCommit = index >= operations.size();
  const std::string where =
      atCommit ? std::string("commit")
               : strCat("operation ", index, " (", describe(operations[index]), ")");
  return {decodeError(result).in(where), textMember(object, "error"), textMember(object, "details"),
          atCommit ? std::nullopt : std::optional<std::size_t>(index)};
}

bool isArrayOfObjects(const json::value* value) {
  if (value == nullptr || !value->is_array()) return false;
  for (const json::value& row : value->get_array()) {
    if (!row.is_object()) return false;
  }
  return true;
}

bool isUuid(const json::value* value) {
  return value != nullptr && decodeAtom(*value, AtomType::Uuid).has_value();
}

bool isCount(const json::value* value) { return value != nullptr && value->is_int64(); }

// Whether 'result' has the form that the RFC gives to the result of 'operation'.
bool fits(const json::value& result, const Operation& operation) {
  const json::object* const object = result.if_object();
  if (object == nullptr) return false;
  return std::visit(
      Overloaded{
          [&](const Insert&) { return isUuid(object->if_contains("uuid")); },
          [&](const Select&) { return isArrayOfObjects(object->if_contains("rows")); },
          [&](const Update&) { return isCount(object->if_contains("count")); },
          [&](const Mutate&) { return isCount(object->if_contains("count")); },
          [&](const Delete&) { return isCount(object->if_contains("count")); },
          [](const auto&) { return true; },
      },
      operation);
}

std::string tableOf(const Operation& operation) {
  return std::visit(
      [](const auto& one) -> std::string {
        if constexpr (requires { one.table; }) return one.table;
        return {};
      },
      operation);
}

}  // namespace

ErrorKind kindOfError(std::string_view code) {
  struct Known {
    std::string_view code;
    ErrorKind kind;
  };
  static constexpr auto kKnown = std::to_array<Known>({
      // What we read no longer holds: read again, plan again.
      {"timed out", ErrorKind::Conflict},
      {"not owner", ErrorKind::Conflict},
      {"referential integrity violation", ErrorKind::Conflict},
      // Not now.
      {"resources exhausted", ErrorKind::Unavailable},
      {"I/O error", ErrorKind::Unavailable},
      {"canceled", ErrorKind::Unavailable},
      {"cluster error", ErrorKind::Unavailable},
      {"not leader", ErrorKind::Unavailable},
      // Not like this.
      {"constraint violation", ErrorKind::InvalidInput},
      {"domain error", ErrorKind::InvalidInput},
      {"range error", ErrorKind::InvalidInput},
      {"syntax error", ErrorKind::InvalidInput},
      {"duplicate uuid-name", ErrorKind::InvalidInput},
      {"duplicate uuid", ErrorKind::InvalidInput},
      {"aborted", ErrorKind::InvalidInput},
      // Not here.
      {"unknown database", ErrorKind::NotFound},
      {"unknown table", ErrorKind::Unsupported},
      {"unknown column", ErrorKind::Unsupported},
      {"unknown method", ErrorKind::Unsupported},
      {"not supported", ErrorKind::Unsupported},
      {"not allowed", ErrorKind::Denied},
      {"permission error", ErrorKind::Denied},
  });
  for (const auto& known : kKnown) {
    if (known.code == code) return known.kind;
  }
  return ErrorKind::Protocol;
}

Error decodeError(const json::value& error) {
  if (error.is_string()) {
    const std::string_view code(error.get_string().data(), error.get_string().size());
    return {kindOfError(code), std::string(code)};
  }
  const json::object* const object = error.if_object();
  const std::string code = object == nullptr ? std::string() : textMember(*object, "error");
  if (code.empty()) return {ErrorKind::Protocol, strCat("error ", json::serialize(error))};
  const std::string details = textMember(*object, "details");
  return {kindOfError(code), details.empty() ? code : strCat(code, ": ", details)};
}

TransactResult decodeTransactReply(Message reply, std::span<const Operation> operations) {
  if (!reply.error().is_null()) {
    const json::object* const object = reply.error().if_object();
    return TransactError(decodeError(reply.error()),
                         object == nullptr ? std::string() : textMember(*object, "error"),
                         object == nullptr ? std::string() : textMember(*object, "details"),
                         std::nullopt);
  }
  const json::array* const results = reply.result().if_array();
  if (results == nullptr) return Error{ErrorKind::Protocol, "a transaction's result is no array"};
  for (std::size_t index = 0; index < results->size(); ++index) {
    if (isError((*results)[index])) return failureAt(index, (*results)[index], operations);
  }
  if (results->size() != operations.size()) {
    return Error{ErrorKind::Protocol,
                 strCat(operations.size(), " operations, but ", results->size(), " results")};
  }
  std::vector<std::string> tables;
  tables.reserve(operations.size());
  for (std::size_t index = 0; index < operations.size(); ++index) {
    if (!fits((*results)[index], operations[index])) {
      return Error{ErrorKind::Protocol,
                   strCat("operation ", index, " (", describe(operations[index]),
                          "): a result of another form")};
    }
    tables.push_back(tableOf(operations[index]));
  }
  return TransactReply(std::move(reply), std::move(tables));
}

const json::value* TransactReply::member(std::size_t operation, std::string_view name) const {
  const json::array* const results = message_.result().if_array();
  if (results == nullptr || operation >= results->size()) return nullptr;
  const json::object* const object = (*results)[operation].if_object();
  return object == nullptr ? nullptr : object->if_contains(name);
}

std::vector<RowReader> TransactReply::rows(std::size_t operation) const {
  std::vector<RowReader> readers;
  const json::value* const rows = member(operation, "rows");
  if (rows == nullptr || !rows->is_array()) return readers;
  readers.reserve(rows->get_array().size());
  for (const json::value& row : rows->get_array()) {
    readers.emplace_back(tables_[operation], row.get_object());
  }
  return readers;
}

std::int64_t TransactReply::count(std::size_t operation) const {
  const json::value* const count = member(operation, "count");
  return count == nullptr || !count->is_int64() ? 0 : count->get_int64();
}

Uuid TransactReply::inserted(std::size_t operation) const {
  const json::value* const uuid = member(operation, "uuid");
  if (uuid == nullptr) return {};
  const auto atom = decodeAtom(*uuid, AtomType::Uuid);
  return atom ? std::get<Uuid>(*atom) : Uuid{};
}

}  // namespace pointsman::ovsdb
