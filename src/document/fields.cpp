// SPDX-License-Identifier: Apache-2.0
#include "document/fields.h"

#include "base/str_cat.h"
#include "document/suggest.h"

namespace pointsman::document::detail {

void reportUnknown(const Value& value, std::span<const std::string_view> known) {
  value.errorAtKey(strCat("unknown key '", value.key(), "'"),
                   value.findingsFull() ? "" : suggestion(value.key(), known));
}

void reportUnsupported(const Value& value, std::string_view instead) {
  value.errorAtKey(strCat("pointsman does not support '", value.key(), "'"), std::string(instead));
}

void reportTwice(const Value& value, std::string_view firstSpelling, Position first) {
  value.errorAtKey(
      strCat("'", value.key(), "' and '", firstSpelling, "' are the same setting"),
      strCat("keep one; the other stands at line ", first.line, ", column ", first.column));
}

}  // namespace pointsman::document::detail
