// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/value.hpp>

#include <memory>
#include <utility>

namespace pointsman::ovsdb {

// One parsed text together with the memory it lives in. The parts are never freed one by one, which
// is what makes large replies cheap to take and to drop.
class Document {
 public:
  Document() = default;
  Document(std::unique_ptr<boost::json::monotonic_resource> memory, boost::json::value root)
      : memory_(std::move(memory)), root_(std::move(root)) {}
  Document(Document&& other) noexcept = default;
  Document& operator=(Document&& other) noexcept;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  ~Document() = default;

  [[nodiscard]] const boost::json::value& root() const { return root_; }

 private:
  std::unique_ptr<boost::json::monotonic_resource> memory_;  // before root_: outlives it
  boost::json::value root_;
};

}  // namespace pointsman::ovsdb
