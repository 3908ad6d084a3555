// SPDX-License-Identifier: Apache-2.0
// A section of the document as a table: for each key, how it is read into a struct and how it is
// written from one. One table serves both directions, which is what makes parse(print(x)) == x.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "document/scalars.h"
#include "document/tree.h"
#include "document/value.h"
#include "model/wish.h"

namespace pointsman::document {

enum class FieldUse : std::uint8_t {
  Setting,
  QueryOnly,    // `show` prints it; nobody can set it, so it is read over
  Unsupported,  // nmstate knows it, we do not do it: refused, saying why
};

template <typename T>
struct Field {
  std::string_view key = {};
  // Null values mean "not mentioned" and are passed over, unless readsNull.
  void (*read)(const Value& value, T& into) = nullptr;
  // Nothing when it has nothing to say. Null for keys that are only read.
  std::optional<Node> (*write)(const T& from) = nullptr;
  FieldUse use = FieldUse::Setting;
  std::array<std::string_view, 2> aliases = {};
  bool readsNull = false;
  std::string_view instead = {};  // what to do about an unsupported key
};

template <typename T>
using Fields = std::span<const Field<T>>;

namespace detail {

template <typename Class, typename Member>
Class classOf(Member Class::*);
template <typename Class, typename Member>
Member memberOf(Member Class::*);

// How a member of the model is read and written, by its type: an optional is not mentioned when
// empty; of a Wish, "" means Clear.
template <typename T>
struct MemberCodec;

template <typename T>
struct ValueCodec : Codec<T> {};
template <typename T>
struct ValueCodec<std::vector<T>> : ListCodec<std::vector<T>> {};
template <typename T>
struct ValueCodec<std::set<T>> : ListCodec<std::set<T>> {};

template <typename T>
struct MemberCodec<std::optional<T>> {
  static void read(const Value& value, std::optional<T>& into) {
    into = ValueCodec<T>::read(value);
  }
  static std::optional<Node> write(const std::optional<T>& from) {
    if (!from) return std::nullopt;
    return ValueCodec<T>::write(*from);
  }
};

template <typename T>
struct MemberCodec<Wish<T>> {
  static void read(const Value& value, Wish<T>& into) {
    if (value.node().isScalar() && value.node().text.empty()) {
      into = Clear{};
    } else if (auto wished = Codec<T>::read(value)) {
      into = std::move(*wished);
    }
  }
  static std::optional<Node> write(const Wish<T>& from) {
    if (isKept(from)) return std::nullopt;
    if (isCleared(from)) return Node::ofText("");
    return Codec<T>::write(*wishedValue(from));
  }
};

void reportUnknown(const Value& value, std::span<const std::string_view> known);
void reportUnsupported(const Value& value, std::string_view instead);
void reportTwice(const Value& value, std::string_view firstSpelling, Position first);

}  // namespace detail

// A field that is a member of the model, read and written by its type.
template <auto Member>
constexpr auto setting(std::string_view key, std::array<std::string_view, 2> aliases = {}) {
  using Class = decltype(detail::classOf(Member));
  using Codec = detail::MemberCodec<decltype(detail::memberOf(Member))>;
  return Field<Class>{
      .key = key,
      .read = [](const Value& value, Class& into) { Codec::read(value, into.*Member); },
      .write = [](const Class& from) { return Codec::write(from.*Member); },
      .aliases = aliases};
}

// The same, with a check: 'least' to 'most'.
template <auto Member, std::int64_t least, std::int64_t most>
constexpr auto number(std::string_view key, std::array<std::string_view, 2> aliases = {}) {
  using Class = decltype(detail::classOf(Member));
  using Number = typename decltype(detail::memberOf(Member))::value_type;
  auto field = setting<Member>(key, aliases);
  field.read = [](const Value& value, Class& into) {
    if (const auto read = readInteger(value, least, most))
      into.*Member = static_cast<Number>(*read);
  };
  return field;
}

// An optional string that must be one of a constant list of words.
template <auto Member, const auto& words>
constexpr auto choice(std::string_view key) {
  using Class = decltype(detail::classOf(Member));
  auto field = setting<Member>(key);
  field.read = [](const Value& value, Class& into) {
    if (const auto index = readChoice(value, words)) into.*Member = std::string(words[*index]);
  };
  return field;
}

// An optional enumerator, spelt by a constant table.
template <auto Member, const auto& table>
constexpr auto spelled(std::string_view key) {
  using Class = decltype(detail::classOf(Member));
  using Meaning = typename decltype(detail::memberOf(Member))::value_type;
  return Field<Class>{
      .key = key,
      .read = [](const Value& value,
                 Class& into) { into.*Member = readSpelling<Meaning>(value, table); },
      .write = [](const Class& from) -> std::optional<Node> {
        if (!(from.*Member)) return std::nullopt;
        return writeSpelling<Meaning>(*(from.*Member), table);
      }};
}

template <typename T>
constexpr Field<T> queryOnly(std::string_view key) {
  return {.key = key, .use = FieldUse::QueryOnly};
}

template <typename T>
constexpr Field<T> unsupported(std::string_view key, std::string_view instead) {
  return {.key = key, .use = FieldUse::Unsupported, .instead = instead};
}

template <typename T>
const Field<T>* findField(Fields<T> fields, std::string_view key) {
  for (const Field<T>& field : fields) {
    if (field.key == key || (!key.empty() && (field.aliases[0] == key || field.aliases[1] == key)))
      return &field;
  }
  return nullptr;
}

template <typename T>
void reportUnknownField(const Value& value, Fields<T> fields) {
  std::vector<std::string_view> known;
  for (const Field<T>& field : fields) known.push_back(field.key);
  detail::reportUnknown(value, known);
}

// Reads a map into 'into', reporting keys that are unknown, unsupported or said twice. Says whether
// it is a map at all.
template <typename T>
bool readFields(const Value& map, std::type_identity_t<Fields<T>> fields, T& into) {
  if (!map.expectMapping()) return false;
  std::vector<const Entry*> seen(fields.size());
  for (const Entry& entry : map.node().entries) {
    const Value value = map.at(entry);
    const Field<T>* field = findField(fields, entry.key);
    if (field == nullptr) {
      reportUnknownField(value, fields);
      continue;
    }
    const Entry*& first = seen[static_cast<std::size_t>(field - fields.data())];
    const bool mentioned = field->readsNull || !entry.value.isNull();
    if (first != nullptr) {
      detail::reportTwice(value, first->key, first->keyAt);
    } else if (mentioned && field->use == FieldUse::Unsupported) {
      detail::reportUnsupported(value, field->instead);
    } else if (mentioned && field->read != nullptr) {
      field->read(value, into);
    }
    first = &entry;
  }
  return true;
}

// Appends to 'map' what 'from' has to say, in the order of the table.
template <typename T>
void writeFields(const T& from, std::type_identity_t<Fields<T>> fields, Node& map) {
  for (const Field<T>& field : fields) {
    if (field.write == nullptr) continue;
    if (auto value = field.write(from)) map.add(field.key, std::move(*value));
  }
}

template <typename T>
[[nodiscard]] Node writeMapping(const T& from, std::type_identity_t<Fields<T>> fields) {
  Node map = Node::mapping();
  writeFields(from, fields, map);
  return map;
}

}  // namespace pointsman::document
