// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/document.h"

#include <new>

namespace pointsman::ovsdb {

Document& Document::operator=(Document&& other) noexcept {
  if (this == &other) return *this;
  // A boost::json::value keeps its storage when assigned to, and would copy: make it anew instead.
  // It must also go before the memory it lives in does.
  root_.~value();
  memory_ = std::move(other.memory_);
  ::new (static_cast<void*>(&root_)) boost::json::value(std::move(other.root_));
  return *this;
}

}  // namespace pointsman::ovsdb
