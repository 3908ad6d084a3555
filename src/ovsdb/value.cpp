// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/value.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/overloaded.h"
#include "base/str_cat.h"

namespace pointsman::ovsdb {

namespace {

template <typename T>
std::optional<T> copyOf(const T* found) {
  return found == nullptr ? std::nullopt : std::optional<T>(*found);
}

}  // namespace

Value Value::set(std::vector<Atom> atoms) {
  std::sort(atoms.begin(), atoms.end());
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
  Value value;
  if (atoms.size() == 1) {
    value.content_ = std::move(atoms.front());
  } else {
    value.content_ = std::move(atoms);
  }
  return value;
}

Value Value::map(std::vector<MapEntry> entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const MapEntry& a, const MapEntry& b) { return a.key < b.key; });
  entries.erase(std::unique(entries.begin(), entries.end(),
                            [](const MapEntry& a, const MapEntry& b) { return a.key == b.key; }),
                entries.end());
  Value value;
  value.content_ = std::move(entries);
  return value;
}

Value Value::map(const TextMap& entries) {
  std::vector<MapEntry> list;
  list.reserve(entries.size());
  for (const auto& [key, text] : entries) list.push_back({key, text});
  return map(std::move(list));
}

std::size_t Value::size() const { return isMap() ? entries().size() : atoms().size(); }

std::span<const Atom> Value::atoms() const {
  if (const auto* const atom = std::get_if<Atom>(&content_)) return {atom, 1};
  if (const auto* const set = std::get_if<std::vector<Atom>>(&content_)) return *set;
  return {};
}

std::span<const MapEntry> Value::entries() const {
  if (const auto* const map = std::get_if<std::vector<MapEntry>>(&content_)) return *map;
  return {};
}

template <typename T>
const T* Value::only() const {
  const Atom* const atom = std::get_if<Atom>(&content_);
  return atom == nullptr ? nullptr : std::get_if<T>(atom);
}

const std::string* Value::text() const { return only<std::string>(); }
std::optional<std::int64_t> Value::integer() const { return copyOf(only<std::int64_t>()); }
std::optional<bool> Value::boolean() const { return copyOf(only<bool>()); }
std::optional<Uuid> Value::uuid() const { return copyOf(only<Uuid>()); }

std::optional<double> Value::real() const {
  if (const auto* const number = only<std::int64_t>()) return static_cast<double>(*number);
  return copyOf(only<double>());
}

bool Value::contains(const Atom& atom) const {
  const auto all = atoms();
  return std::binary_search(all.begin(), all.end(), atom);
}

const Atom* Value::find(const Atom& key) const {
  const auto all = entries();
  const auto found = std::lower_bound(
      all.begin(), all.end(), key,
      [](const MapEntry& entry, const Atom& wanted) { return entry.key < wanted; });
  return found != all.end() && found->key == key ? &found->value : nullptr;
}

const std::string* Value::findText(std::string_view key) const {
  const Atom* const found = find(Atom(std::string(key)));
  return found == nullptr ? nullptr : std::get_if<std::string>(found);
}

std::string toString(const Atom& atom) {
  return std::visit(Overloaded{
                        [](std::int64_t number) { return strCat(number); },
                        [](double number) {
                          std::array<char, 32> text;  // the shortest form needs at most 24
                          const auto end =
                              std::to_chars(text.data(), text.data() + text.size(), number).ptr;
                          return std::string(text.data(), end);
                        },
                        [](bool flag) { return strCat(flag); },
                        [](const std::string& text) { return text; },
                        [](const Uuid& uuid) { return toString(uuid); },
                        [](const NamedUuid& named) { return named.name; },
                    },
                    atom);
}

std::string toString(const Value& value) {
  if (value.isMap()) {
    std::vector<std::string> pieces;
    for (const auto& [key, mapped] : value.entries()) {
      pieces.push_back(strCat(toString(key), "=", toString(mapped)));
    }
    return strCat("{", strJoin(pieces, ", "), "}");
  }
  if (value.size() == 1) return toString(value.atoms().front());
  std::vector<std::string> pieces;
  for (const Atom& atom : value.atoms()) pieces.push_back(toString(atom));
  return strCat("{", strJoin(pieces, ", "), "}");
}

}  // namespace pointsman::ovsdb
