// SPDX-License-Identifier: Apache-2.0
// What a column of an OVSDB row holds (RFC 7047, 5.1): a set of atoms or a map between atoms.
// A scalar is a set of one, an absent optional value the empty set. Sets and maps are kept sorted,
// so == compares by meaning.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ovsdb/uuid.h"

namespace pointsman::ovsdb {

// Refers to a row that is inserted in the same transaction, by the name its Insert gave it.
struct NamedUuid {
  std::string name;
  auto operator<=>(const NamedUuid&) const = default;
};

using Atom = std::variant<std::int64_t, double, bool, std::string, Uuid, NamedUuid>;
using TextMap = std::map<std::string, std::string, std::less<>>;

struct MapEntry {
  Atom key;
  Atom value;
  auto operator<=>(const MapEntry&) const = default;
};

class Value {
 public:
  Value() = default;  // the empty set
  Value(Atom atom) : content_(std::move(atom)) {}
  template <std::integral Number>
  Value(Number number) : content_(Atom(static_cast<std::int64_t>(number))) {}
  Value(bool flag) : content_(Atom(flag)) {}
  Value(double number) : content_(Atom(number)) {}
  Value(std::string text) : content_(Atom(std::move(text))) {}
  Value(std::string_view text) : Value(std::string(text)) {}
  Value(const char* text) : Value(std::string(text)) {}
  Value(Uuid uuid) : content_(Atom(uuid)) {}
  Value(NamedUuid name) : content_(Atom(std::move(name))) {}

  // Sorts and drops duplicates.
  static Value set(std::vector<Atom> atoms);
  // Sorts by key; of two entries with one key the first stays.
  static Value map(std::vector<MapEntry> entries);
  static Value map(const TextMap& entries);

  [[nodiscard]] bool isMap() const { return content_.index() == kMap; }
  [[nodiscard]] std::size_t size() const;  // atoms, or entries of a map
  [[nodiscard]] bool empty() const { return size() == 0; }

  // The atoms of a set, in order; none for a map.
  [[nodiscard]] std::span<const Atom> atoms() const;
  // The entries of a map, in the order of their keys; none for a set.
  [[nodiscard]] std::span<const MapEntry> entries() const;

  // The one atom of a scalar, if it has the asked type; else nothing.
  [[nodiscard]] const std::string* text() const;
  [[nodiscard]] std::optional<std::int64_t> integer() const;
  [[nodiscard]] std::optional<bool> boolean() const;
  [[nodiscard]] std::optional<Uuid> uuid() const;
  // Integers count too: ovsdb-server writes the real 1.0 as 1, and only the schema tells.
  [[nodiscard]] std::optional<double> real() const;

  [[nodiscard]] bool contains(const Atom& atom) const;  // of a set
  // What a map has under 'key', or null.
  [[nodiscard]] const Atom* find(const Atom& key) const;
  [[nodiscard]] const std::string* findText(std::string_view key) const;

  bool operator==(const Value&) const = default;

 private:
  static constexpr std::size_t kMap = 2;

  template <typename T>
  [[nodiscard]] const T* only() const;

  // A set of one is always the first alternative: a host's database is mostly scalars, and they
  // need no heap.
  std::variant<Atom, std::vector<Atom>, std::vector<MapEntry>> content_ = std::vector<Atom>{};
};

// For messages: {a, b}, {k=v}, or a bare scalar.
std::string toString(const Atom& atom);
std::string toString(const Value& value);

}  // namespace pointsman::ovsdb
