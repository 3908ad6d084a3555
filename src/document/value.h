// SPDX-License-Identifier: Apache-2.0
// A place in the document being read: the node there, and how one gets to it. Section readers pass
// Values down by reference on the stack; a path is spelt out only when there is something to say.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "document/tree.h"
#include "model/diagnostic.h"

namespace pointsman::document {

// Where readers put what they find wrong. Nobody reads a thousand errors; what comes after them is
// only counted, so that a hostile document cannot cost more than it is long.
struct Findings {
  static constexpr std::size_t kMost = 1000;

  std::string fileName = {};
  Diagnostics diagnostics = {};
  std::size_t omitted = 0;

  [[nodiscard]] bool full() const { return diagnostics.size() >= kMost; }
  [[nodiscard]] std::size_t count() const { return diagnostics.size() + omitted; }
};

// All of them; the last one says how many were left out.
[[nodiscard]] Diagnostics takeDiagnostics(Findings findings);

class Value {
 public:
  Value(const Node& root, Findings& findings) : node_(&root), findings_(&findings) {}

  // Both refer to this Value, which must outlive them.
  [[nodiscard]] Value at(const Entry& entry) const { return Value(this, entry); }
  [[nodiscard]] Value at(std::size_t index) const { return Value(this, index); }

  [[nodiscard]] const Node& node() const { return *node_; }
  // The key it stands under; of a list's element, that of the list.
  [[nodiscard]] std::string_view key() const;
  // For messages: "'mtu'", "an entry of 'port'", "the document".
  [[nodiscard]] std::string title() const;
  [[nodiscard]] std::string path() const;
  // Of the value when it is a single one, else of its key.
  [[nodiscard]] Position position() const;

  void error(std::string message, std::string hint = {}) const {
    report(Severity::Error, position(), std::move(message), std::move(hint));
  }
  void warning(std::string message, std::string hint = {}) const {
    report(Severity::Warning, position(), std::move(message), std::move(hint));
  }
  // The same, pointing at the key: for what should not be there at all.
  void errorAtKey(std::string message, std::string hint = {}) const;

  // How much was found in the whole document; unchanged: what was read since is fine.
  [[nodiscard]] std::size_t findingsSoFar() const { return findings_->count(); }
  // Whether further findings are only counted: no use in thinking of a good hint.
  [[nodiscard]] bool findingsFull() const { return findings_->full(); }

  // Whether the node is of that kind; reports it when not.
  [[nodiscard]] bool expectMapping() const;
  [[nodiscard]] bool expectSequence() const;
  [[nodiscard]] bool expectScalar() const;

  // The map or list it stands in; null for the document itself.
  [[nodiscard]] const Value* parent() const { return parent_; }
  // The value under 'key' when this is a map that has it and it is not null.
  [[nodiscard]] std::optional<Value> find(std::string_view key) const;

 private:
  static constexpr std::size_t kNoIndex = static_cast<std::size_t>(-1);

  Value(const Value* parent, const Entry& entry)
      : node_(&entry.value), parent_(parent), entry_(&entry), findings_(parent->findings_) {}
  Value(const Value* parent, std::size_t index)
      : node_(&parent->node_->items[index]),
        parent_(parent),
        index_(index),
        findings_(parent->findings_) {}

  void report(Severity severity, Position at, std::string message, std::string hint) const;

  const Node* node_;
  const Value* parent_ = nullptr;
  const Entry* entry_ = nullptr;  // when it is a map's value
  std::size_t index_ = kNoIndex;  // when it is a list's element
  Findings* findings_;
};

// Calls read(element) for each element of a list; reports anything else. Says whether it is a list.
template <typename Read>
bool forEachItem(const Value& list, Read read) {
  if (!list.expectSequence()) return false;
  for (std::size_t i = 0; i < list.node().items.size(); ++i) read(list.at(i));
  return true;
}

}  // namespace pointsman::document
