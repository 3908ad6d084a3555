// SPDX-License-Identifier: Apache-2.0
// From a path such as "interfaces[2].bridge.port[0].vlan.tag" back to the line where the user wrote
// it. plan/ knows only paths; this is what gives its diagnostics a position.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "document/tree.h"
#include "model/diagnostic.h"

namespace pointsman::document {

class SourceMap {
 public:
  SourceMap() = default;
  SourceMap(std::string fileName, Node root);

  // Where 'path', or the nearest part of it that was written, stands: a value when it is a single
  // one, else its key. Empty when nothing of it was written by anyone.
  [[nodiscard]] std::optional<SourcePosition> find(std::string_view path) const;
  // Fills in the positions of diagnostics that have none.
  void locate(Diagnostics& diagnostics) const;

  [[nodiscard]] const std::string& fileName() const { return fileName_; }
  // The document itself, with aliases expanded and, of a policy, captures filled in.
  [[nodiscard]] const Node& root() const { return *root_; }

 private:
  std::string fileName_;
  // Shared, so that a Document can be copied without copying its text.
  std::shared_ptr<const Node> root_ = std::make_shared<const Node>();
};

// By file, line and column; what has no position comes last. Keeps the order among equals.
void sortByPosition(Diagnostics& diagnostics);

}  // namespace pointsman::document
