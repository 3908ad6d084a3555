// SPDX-License-Identifier: Apache-2.0
// Cuts the undelimited stream of JSON texts that is an OVSDB connection into documents. Bytes may
// arrive in pieces of any size; the texts themselves are never kept, so that a reply of hundreds of
// megabytes costs its parsed form only.
#pragma once

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/stream_parser.hpp>

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "ovsdb/document.h"
#include "ovsdb/stream_limits.h"

namespace pointsman::ovsdb {

class JsonStream {
 public:
  JsonStream() : JsonStream(StreamLimits{}) {}
  explicit JsonStream(StreamLimits limits);

  // Takes all of 'bytes'. Fails with Protocol on what is not JSON or too large; the stream cannot
  // be used after that.
  Result<> feed(std::string_view bytes);

  // The oldest text that has ended and was not yet taken.
  std::optional<Document> next();

  // Whether a text has begun and not ended.
  [[nodiscard]] bool inside() const { return taken_ != 0; }

 private:
  void beginText();

  StreamLimits limits_;
  std::unique_ptr<boost::json::monotonic_resource> memory_;
  boost::json::stream_parser parser_;
  std::size_t taken_ = 0;  // bytes of the text that has begun
  std::deque<Document> ended_;
};

}  // namespace pointsman::ovsdb
