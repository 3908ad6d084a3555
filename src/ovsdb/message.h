// SPDX-License-Identifier: Apache-2.0
// JSON-RPC 1.0 as OVSDB uses it (RFC 7047, 4): requests and notifications either way, and replies.
#pragma once

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ovsdb/document.h"

namespace pointsman::ovsdb {

class Message {
 public:
  enum class Kind : std::uint8_t { Request, Notification, Reply };

  // Fails with Protocol unless the document is exactly one of the three kinds.
  static Result<Message> decode(Document document);

  [[nodiscard]] Kind kind() const { return kind_; }
  // Of requests and notifications.
  [[nodiscard]] std::string_view method() const;
  [[nodiscard]] const boost::json::array& params() const;
  // Of requests and replies.
  [[nodiscard]] const boost::json::value& id() const;
  // Of replies; one of them is null.
  [[nodiscard]] const boost::json::value& result() const;
  [[nodiscard]] const boost::json::value& error() const;

 private:
  Message(Kind kind, Document document) : kind_(kind), document_(std::move(document)) {}

  [[nodiscard]] const boost::json::value& member(std::string_view name) const;

  Kind kind_;
  Document document_;
};

std::string encodeRequest(std::string_view method, const boost::json::array& params,
                          std::uint64_t id);
std::string encodeNotification(std::string_view method, const boost::json::array& params);
std::string encodeReply(const boost::json::value& id, const boost::json::value& result);

}  // namespace pointsman::ovsdb
