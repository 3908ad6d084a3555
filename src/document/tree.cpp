// SPDX-License-Identifier: Apache-2.0
#include "document/tree.h"

#include <algorithm>
#include <utility>

namespace pointsman::document {

Node Node::ofText(std::string_view text) {
  Node node = ofPlain(text);
  node.quoted = true;
  return node;
}

Node Node::ofPlain(std::string_view text) {
  Node node;
  node.kind = Kind::Scalar;
  node.text = text;
  return node;
}

Node Node::sequence() {
  Node node;
  node.kind = Kind::Sequence;
  return node;
}

Node Node::mapping() {
  Node node;
  node.kind = Kind::Mapping;
  return node;
}

const Entry* Node::findEntry(std::string_view key) const {
  const auto found = std::ranges::find(entries, key, &Entry::key);
  return found == entries.end() ? nullptr : &*found;
}

const Node* Node::find(std::string_view key) const {
  const Entry* entry = findEntry(key);
  return entry == nullptr ? nullptr : &entry->value;
}

Node& Node::add(std::string_view key, Node value) {
  return entries.emplace_back(Entry{std::string(key), {}, std::move(value)}).value;
}

bool sameContent(const Node& a, const Node& b) {
  if (a.kind != b.kind || a.text != b.text) return false;
  if (!std::ranges::equal(a.items, b.items, sameContent)) return false;
  if (a.entries.size() != b.entries.size()) return false;
  return std::ranges::all_of(a.entries, [&](const Entry& entry) {
    const Node* other = b.find(entry.key);
    return other != nullptr && sameContent(entry.value, *other);
  });
}

std::string_view nameOfKind(const Node& node) {
  switch (node.kind) {
    case Node::Kind::Null:
      return "nothing";
    case Node::Kind::Scalar:
      return "a single value";
    case Node::Kind::Sequence:
      return "a list";
    case Node::Kind::Mapping:
      return "a map";
  }
  return "nothing";
}

}  // namespace pointsman::document
