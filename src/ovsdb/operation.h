// SPDX-License-Identifier: Apache-2.0
// The operations of a transaction (RFC 7047, 5.2) as data: built anywhere, printed, compared, and
// sent together in one call of Client::transact().
#pragma once

#include <boost/json/fwd.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ovsdb/value.h"

namespace pointsman::ovsdb {

// Column names and what they hold.
using Row = std::map<std::string, Value, std::less<>>;

enum class Function : std::uint8_t {
  Less,
  LessOrEqual,
  Equal,
  NotEqual,
  GreaterOrEqual,
  Greater,
  Includes,
  Excludes,
};

struct Comparison {
  std::string column = {};
  Function function = Function::Equal;
  Value value = {};
  bool operator==(const Comparison&) const = default;
};

// A bare truth value is ovsdb-server's extension of the RFC.
using Condition = std::variant<Comparison, bool>;
// In a transaction the rows that meet every condition, so all rows when there is none; in a monitor
// those that meet any (ovsdb-server(7), 4.1.12), all rows when there is none.
using Where = std::vector<Condition>;

Where whereUuid(const Uuid& uuid);
Where whereEqual(std::string column, Value value);

enum class Mutator : std::uint8_t { Add, Subtract, Multiply, Divide, Modulo, Insert, Delete };

struct Mutation {
  std::string column = {};
  Mutator mutator = Mutator::Insert;
  Value value = {};  // for Delete on a map also a set of keys
  bool operator==(const Mutation&) const = default;
};

struct Insert {
  std::string table = {};
  Row row = {};
  std::string name = {};          // what NamedUuid refers to; empty: nothing does
  std::optional<Uuid> uuid = {};  // chosen by us (ovsdb-server since 3.1); else the server chooses
  bool operator==(const Insert&) const = default;
};

struct Select {
  std::string table = {};
  Where where = {};
  std::vector<std::string> columns = {};  // none: all, with _uuid and _version
  bool operator==(const Select&) const = default;
};

struct Update {
  std::string table = {};
  Where where = {};
  Row row = {};
  bool operator==(const Update&) const = default;
};

struct Mutate {
  std::string table = {};
  Where where = {};
  std::vector<Mutation> mutations = {};
  bool operator==(const Mutate&) const = default;
};

struct Delete {
  std::string table = {};
  Where where = {};
  bool operator==(const Delete&) const = default;
};

enum class Until : std::uint8_t { Equal, NotEqual };

// Holds the transaction until the selected rows are (not) exactly 'rows'. With a timeout of zero,
// the default, it is a guard: the transaction fails with Conflict when what we read no longer
// holds.
struct Wait {
  std::string table = {};
  Where where = {};
  std::vector<std::string> columns = {};
  Until until = Until::Equal;
  std::vector<Row> rows = {};
  std::optional<std::chrono::milliseconds> timeout =
      std::chrono::milliseconds(0);  // none: for ever
  bool operator==(const Wait&) const = default;
};

enum class Durability : std::uint8_t { Memory, Disk };

struct Commit {
  Durability durability = Durability::Disk;
  bool operator==(const Commit&) const = default;
};

// Fails the transaction with "aborted": a way to try one without its effects.
struct Abort {
  bool operator==(const Abort&) const = default;
};

// Stands in the database's log, where ovsdb-tool show-log finds it.
struct Comment {
  std::string text = {};
  bool operator==(const Comment&) const = default;
};

// Fails with "not owner" unless this connection holds the lock.
struct Assert {
  std::string lock = {};
  bool operator==(const Assert&) const = default;
};

using Operation =
    std::variant<Insert, Select, Update, Mutate, Delete, Wait, Commit, Abort, Comment, Assert>;

boost::json::object encode(const Operation& operation);
boost::json::array encode(const Where& where);

// The params of a transact request.
boost::json::array encodeTransaction(std::string_view database,
                                     std::span<const Operation> operations);

// For messages: "insert into Bridge", "wait on Port".
std::string describe(const Operation& operation);

}  // namespace pointsman::ovsdb
