// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/message.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

#include "base/str_cat.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

namespace {

Error malformed(std::string_view what) { return {ErrorKind::Protocol, std::string(what)}; }

const json::value& nullValue() {
  static const json::value null;
  return null;
}

}  // namespace

Result<Message> Message::decode(Document document) {
  const json::object* const object = document.root().if_object();
  if (object == nullptr) return malformed("a message that is no object");
  const json::value* const id = object->if_contains("id");
  const bool hasId = id != nullptr && !id->is_null();
  if (const json::value* const method = object->if_contains("method")) {
    const json::value* const params = object->if_contains("params");
    if (!method->is_string() || params == nullptr || !params->is_array()) {
      return malformed("a request without a method's name or params");
    }
    return Message(hasId ? Kind::Request : Kind::Notification, std::move(document));
  }
  const json::value* const result = object->if_contains("result");
  const json::value* const error = object->if_contains("error");
  if (!hasId || (result == nullptr && error == nullptr)) {
    return malformed("neither a request nor a reply");
  }
  return Message(Kind::Reply, std::move(document));
}

const json::value& Message::member(std::string_view name) const {
  const json::value* const found = document_.root().get_object().if_contains(name);
  return found == nullptr ? nullValue() : *found;
}

std::string_view Message::method() const {
  const json::value& name = member("method");
  if (!name.is_string()) return {};
  return {name.get_string().data(), name.get_string().size()};
}

const json::array& Message::params() const {
  static const json::array none;
  const json::value& params = member("params");
  return params.is_array() ? params.get_array() : none;
}

const json::value& Message::id() const { return member("id"); }
const json::value& Message::result() const { return member("result"); }
const json::value& Message::error() const { return member("error"); }

// Put together from text: a transaction may be large, and as members of an object its parts would
// be copied first.
std::string encodeRequest(std::string_view method, const json::array& params, std::uint64_t id) {
  return strCat(R"({"method":)", json::serialize(json::string(method)), R"(,"params":)",
                json::serialize(params), R"(,"id":)", id, "}");
}

std::string encodeNotification(std::string_view method, const json::array& params) {
  return strCat(R"({"method":)", json::serialize(json::string(method)), R"(,"params":)",
                json::serialize(params), R"(,"id":null})");
}

std::string encodeReply(const json::value& id, const json::value& result) {
  return strCat(R"({"id":)", json::serialize(id), R"(,"result":)", json::serialize(result),
                R"(,"error":null})");
}

}  // namespace pointsman::ovsdb
