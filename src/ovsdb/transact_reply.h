// SPDX-License-Identifier: Apache-2.0
// What became of a transaction (RFC 7047, 4.1.3): a result for each operation, or the one that
// failed.
#pragma once

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "ovsdb/message.h"
#include "ovsdb/operation.h"
#include "ovsdb/row_reader.h"

namespace pointsman::ovsdb {

// Derives from Error so that TRY passes it on as a plain one to callers who do not ask which
// operation it was. The message names the operation in any case.
class TransactError final : public Error {
 public:
  // The transaction never got an answer of its own.
  TransactError(Error error) : Error(std::move(error)) {}
  TransactError(Error error, std::string code, std::string details,
                std::optional<std::size_t> operation)
      : Error(std::move(error)),
        code_(std::move(code)),
        details_(std::move(details)),
        operation_(operation) {}

  // The server's word, such as "constraint violation"; empty when the failure is not the server's.
  [[nodiscard]] const std::string& code() const { return code_; }
  [[nodiscard]] const std::string& details() const { return details_; }
  // Which operation failed. Nothing when each one succeeded and the commit of all did not, and when
  // the transaction got no answer.
  [[nodiscard]] std::optional<std::size_t> operation() const { return operation_; }

 private:
  std::string code_ = {};
  std::string details_ = {};
  std::optional<std::size_t> operation_ = {};
};

class TransactReply {
 public:
  // 'message' must have passed decodeTransactReply()'s checks.
  TransactReply(Message message, std::vector<std::string> tables)
      : message_(std::move(message)), tables_(std::move(tables)) {}

  [[nodiscard]] std::size_t size() const { return tables_.size(); }
  // The rows of the Select at 'operation'; none for another operation. They live as long as the
  // reply.
  [[nodiscard]] std::vector<RowReader> rows(std::size_t operation) const;
  // How many rows the Update, Mutate or Delete at 'operation' touched; else 0.
  [[nodiscard]] std::int64_t count(std::size_t operation) const;
  // Of the row that the Insert at 'operation' made; else zero.
  [[nodiscard]] Uuid inserted(std::size_t operation) const;

 private:
  [[nodiscard]] const boost::json::value* member(std::size_t operation,
                                                 std::string_view name) const;

  Message message_;
  std::vector<std::string> tables_;  // of each operation, for messages
};

class [[nodiscard]] TransactResult : public tl::expected<TransactReply, TransactError> {
 public:
  using tl::expected<TransactReply, TransactError>::expected;
  TransactResult(TransactError error)
      : tl::expected<TransactReply, TransactError>(tl::unexpect, std::move(error)) {}
  TransactResult(Error error) : TransactResult(TransactError(std::move(error))) {}
};

// Takes the reply to a transact of 'operations'.
TransactResult decodeTransactReply(Message reply, std::span<const Operation> operations);

// What a caller can do about an error of this name (RFC 7047, 3.1 and 5.2, and what ovsdb-server
// adds).
ErrorKind kindOfError(std::string_view code);

// From the error member of a reply, or from an operation's error object.
Error decodeError(const boost::json::value& error);

}  // namespace pointsman::ovsdb
