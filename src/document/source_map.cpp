// SPDX-License-Identifier: Apache-2.0
#include "document/source_map.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>
#include <utility>

namespace pointsman::document {

namespace {

// Keys that documents may spell in two ways; paths use the first.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kOtherSpellings = {{
    {"port", "ports"},
    {"link-aggregation", "bond"},
    {"group-fwd-mask", "group-forward-mask"},
}};

bool endsSegment(std::string_view rest) {
  return rest.empty() || rest.front() == '.' || rest.front() == '[';
}

// The entry that 'path' goes on with; its key is cut off. Keys may hold dots themselves, so the
// longest one that fits is taken.
const Entry* stepInto(const Node& mapping, std::string_view& path) {
  const Entry* best = nullptr;
  std::size_t length = 0;
  const auto offer = [&](const Entry& entry, std::string_view spelling) {
    if (path.starts_with(spelling) && endsSegment(path.substr(spelling.size())) &&
        (best == nullptr || spelling.size() > length)) {
      best = &entry;
      length = spelling.size();
    }
  };
  for (const Entry& entry : mapping.entries) {
    offer(entry, entry.key);
    for (const auto& [canonical, other] : kOtherSpellings) {
      if (entry.key == other) offer(entry, canonical);
    }
  }
  path.remove_prefix(length);
  return best;
}

const Node* stepIntoItem(const Node& sequence, std::string_view& path) {
  std::size_t index = 0;
  const auto [end, code] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
  if (code != std::errc{} || end == path.data() + path.size() || *end != ']') return nullptr;
  path.remove_prefix(static_cast<std::size_t>(end - path.data()) + 1);
  return index < sequence.items.size() ? &sequence.items[index] : nullptr;
}

}  // namespace

SourceMap::SourceMap(std::string fileName, Node root)
    : fileName_(std::move(fileName)), root_(std::make_shared<const Node>(std::move(root))) {}

std::optional<SourcePosition> SourceMap::find(std::string_view path) const {
  const Node* node = root_.get();
  Position best = node->at;
  while (node != nullptr && !path.empty()) {
    if (path.front() == '.') path.remove_prefix(1);
    Position here;
    if (node->isMapping()) {
      const Entry* entry = stepInto(*node, path);
      if (entry == nullptr) break;
      node = &entry->value;
      here = node->isScalar() ? node->at : entry->keyAt;
    } else if (node->isSequence() && path.starts_with('[')) {
      node = stepIntoItem(*node, path);
      if (node == nullptr) break;
      here = node->at;
    } else {
      break;
    }
    if (here.line != 0) best = here;
  }
  if (best.line == 0) return std::nullopt;
  return SourcePosition{fileName_, best.line, best.column};
}

void SourceMap::locate(Diagnostics& diagnostics) const {
  for (Diagnostic& diagnostic : diagnostics) {
    if (!diagnostic.where) diagnostic.where = find(diagnostic.path);
  }
}

void sortByPosition(Diagnostics& diagnostics) {
  std::ranges::stable_sort(diagnostics, {}, [](const Diagnostic& d) {
    const SourcePosition where = d.where.value_or(SourcePosition{});
    return std::tuple(!d.where.has_value(), where.file, where.line, where.column);
  });
}

}  // namespace pointsman::document
