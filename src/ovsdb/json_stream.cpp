// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/json_stream.h"

#include <boost/json/parse_options.hpp>
#include <boost/json/storage_ptr.hpp>

#include "base/str_cat.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

namespace {

json::parse_options options(const StreamLimits& limits) {
  json::parse_options options;
  options.max_depth = limits.mostDepth;
  return options;
}

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

JsonStream::JsonStream(StreamLimits limits)
    : limits_(limits), parser_(json::storage_ptr(), options(limits)) {}

void JsonStream::beginText() {
  memory_ = std::make_unique<json::monotonic_resource>();
  parser_.reset(json::storage_ptr(memory_.get()));
}

Result<> JsonStream::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    if (taken_ == 0) {
      if (isSpace(bytes.front())) {
        bytes.remove_prefix(1);
        continue;
      }
      beginText();
    }
    boost::system::error_code code;
    const std::size_t count = parser_.write_some(bytes.data(), bytes.size(), code);
    if (code) return Error{ErrorKind::Protocol, strCat("not JSON: ", code.message())};
    taken_ += count;
    bytes.remove_prefix(count);
    if (taken_ > limits_.mostBytes) {
      return Error{ErrorKind::Protocol, strCat("a message of over ", limits_.mostBytes, " bytes")};
    }
    if (parser_.done()) {
      json::value root = parser_.release();
      ended_.emplace_back(std::move(memory_), std::move(root));
      taken_ = 0;
    }
  }
  return ok();
}

std::optional<Document> JsonStream::next() {
  if (ended_.empty()) return std::nullopt;
  std::optional<Document> oldest(std::move(ended_.front()));
  ended_.pop_front();
  return oldest;
}

}  // namespace pointsman::ovsdb
