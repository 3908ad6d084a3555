// SPDX-License-Identifier: Apache-2.0
#include "document/value.h"

#include "base/str_cat.h"

namespace pointsman::document {

Diagnostics takeDiagnostics(Findings findings) {
  if (findings.omitted > 0) {
    findings.diagnostics.push_back({.message = strCat("and ", findings.omitted, " more")});
  }
  return std::move(findings.diagnostics);
}

std::string_view Value::key() const {
  const Value* value = this;
  while (value->entry_ == nullptr && value->parent_ != nullptr) value = value->parent_;
  return value->entry_ == nullptr ? std::string_view() : value->entry_->key;
}

std::string Value::title() const {
  if (parent_ == nullptr) return "the document";
  return strCat(entry_ == nullptr ? "an entry of '" : "'", key(), "'");
}

std::string Value::path() const {
  if (parent_ == nullptr) return {};
  std::string path = parent_->path();
  if (entry_ != nullptr) {
    strAppend(path, path.empty() ? "" : ".", entry_->key);
  } else {
    strAppend(path, "[", index_, "]");
  }
  return path;
}

Position Value::position() const {
  for (const Value* value = this; value != nullptr; value = value->parent_) {
    const bool useKey = value->entry_ != nullptr && !value->node_->isScalar();
    const Position at = useKey ? value->entry_->keyAt : value->node_->at;
    if (at.line != 0) return at;
  }
  return {};
}

void Value::report(Severity severity, Position at, std::string message, std::string hint) const {
  if (findings_->full()) {
    ++findings_->omitted;
    return;
  }
  Diagnostic diagnostic{
      .severity = severity, .path = path(), .message = std::move(message), .hint = std::move(hint)};
  if (at.line != 0) diagnostic.where = SourcePosition{findings_->fileName, at.line, at.column};
  findings_->diagnostics.push_back(std::move(diagnostic));
}

void Value::errorAtKey(std::string message, std::string hint) const {
  const bool written = entry_ != nullptr && entry_->keyAt.line != 0;
  report(Severity::Error, written ? entry_->keyAt : position(), std::move(message),
         std::move(hint));
}

bool Value::expectMapping() const {
  if (node_->isMapping()) return true;
  std::string hint;
  // "lacp-time:fast" is one word to YAML; the blank is easily forgotten.
  if (node_->isScalar() && node_->text.find(':') != std::string::npos) {
    hint = strCat("in 'key: value' the blank after the colon is needed");
  }
  error(strCat(title(), " must be a map, not ", nameOfKind(*node_)), std::move(hint));
  return false;
}

bool Value::expectSequence() const {
  if (node_->isSequence()) return true;
  error(strCat(title(), " must be a list, not ", nameOfKind(*node_)),
        node_->isMapping() ? "begin each of its entries with '- '" : "");
  return false;
}

bool Value::expectScalar() const {
  if (node_->isScalar()) return true;
  error(strCat(title(), " must be a single value, not ", nameOfKind(*node_)));
  return false;
}

std::optional<Value> Value::find(std::string_view key) const {
  const Entry* entry = node_->findEntry(key);
  if (entry == nullptr || entry->value.isNull()) return std::nullopt;
  return at(*entry);
}

}  // namespace pointsman::document
