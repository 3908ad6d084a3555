// SPDX-License-Identifier: Apache-2.0
// A database's schema (RFC 7047, 3.2) as far as a client needs it: to check and default values, to
// read a monitor's differences, and to know what this version of OVS can hold.
#pragma once

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ovsdb/value.h"

namespace pointsman::ovsdb {

// In the order of Atom's alternatives.
enum class AtomType : std::uint8_t { Integer, Real, Boolean, String, Uuid };

std::string_view toString(AtomType type);

enum class ReferenceKind : std::uint8_t { Strong, Weak };

struct BaseType {
  AtomType type = AtomType::String;
  std::optional<Value> allowed = {};  // an enum's members
  std::optional<std::int64_t> minInteger = {};
  std::optional<std::int64_t> maxInteger = {};
  std::optional<double> minReal = {};
  std::optional<double> maxReal = {};
  std::optional<std::int64_t> minLength = {};
  std::optional<std::int64_t> maxLength = {};
  std::string refTable = {};  // of a reference; empty: any uuid
  ReferenceKind refKind = ReferenceKind::Strong;

  bool operator==(const BaseType&) const = default;
};

struct ColumnType {
  static constexpr std::uint32_t kUnlimited = std::numeric_limits<std::uint32_t>::max();

  BaseType key = {};
  std::optional<BaseType> value = {};  // of a map
  std::uint32_t min = 1;
  std::uint32_t max = 1;

  [[nodiscard]] bool isMap() const { return value.has_value(); }
  // What a row holds when it was inserted without this column (RFC 7047, 5.2.1).
  [[nodiscard]] Value defaultValue() const;
  // Why 'content' may not stand in such a column, in words; nothing when it may.
  [[nodiscard]] std::optional<std::string> objection(const Value& content) const;

  bool operator==(const ColumnType&) const = default;
};

struct Column {
  ColumnType type = {};
  bool ephemeral = false;
  bool isMutable = true;
  bool operator==(const Column&) const = default;
};

struct Table {
  std::map<std::string, Column, std::less<>> columns = {};
  bool isRoot = false;
  std::uint32_t mostRows = ColumnType::kUnlimited;
  std::vector<std::vector<std::string>> indexes = {};

  [[nodiscard]] const Column* find(std::string_view column) const;
  bool operator==(const Table&) const = default;
};

struct Schema {
  std::string name = {};
  std::string version = {};
  std::string checksum = {};
  std::map<std::string, Table, std::less<>> tables = {};

  [[nodiscard]] const Table* find(std::string_view table) const;
  [[nodiscard]] const Column* find(std::string_view table, std::string_view column) const;
  bool operator==(const Schema&) const = default;
};

// From the answer to get_schema. Fails with Protocol, naming the table and column.
Result<Schema> decodeSchema(const boost::json::value& json);

}  // namespace pointsman::ovsdb
