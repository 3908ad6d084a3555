// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/schema.h"

#include "base/overloaded.h"
#include "base/str_cat.h"

namespace pointsman::ovsdb {

namespace {

Atom defaultAtom(AtomType type) {
  switch (type) {
    case AtomType::Integer:
      return std::int64_t{0};
    case AtomType::Real:
      return 0.0;
    case AtomType::Boolean:
      return false;
    case AtomType::String:
      return std::string();
    case AtomType::Uuid:
      return Uuid{};
  }
  return std::string();
}

std::optional<std::string> outOfRange(std::int64_t number, const BaseType& base) {
  if ((base.minInteger && number < *base.minInteger) ||
      (base.maxInteger && number > *base.maxInteger)) {
    return strCat(number, " is out of range");
  }
  return std::nullopt;
}

std::optional<std::string> outOfRange(double number, const BaseType& base) {
  if ((base.minReal && number < *base.minReal) || (base.maxReal && number > *base.maxReal)) {
    return strCat(toString(Atom(number)), " is out of range");
  }
  return std::nullopt;
}

// Lengths are in characters, not bytes (RFC 7047, 3.2).
std::optional<std::string> outOfRange(const std::string& text, const BaseType& base) {
  if (!base.minLength && !base.maxLength) return std::nullopt;
  std::int64_t characters = 0;
  for (const char byte : text) characters += (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
  if (base.minLength && characters < *base.minLength) return strCat("\"", text, "\" is too short");
  if (base.maxLength && characters > *base.maxLength) return strCat("\"", text, "\" is too long");
  return std::nullopt;
}

std::optional<std::string> objectionTo(const Atom& atom, const BaseType& base) {
  // What a row that does not exist yet is called stands for its uuid.
  const bool named = std::holds_alternative<NamedUuid>(atom) && base.type == AtomType::Uuid;
  if (!named && atom.index() != static_cast<std::size_t>(base.type)) {
    return strCat("\"", toString(atom), "\" is not of type ", base.type);
  }
  if (base.allowed && !base.allowed->contains(atom)) {
    return strCat("\"", toString(atom), "\" is not one of ", toString(*base.allowed));
  }
  return std::visit(Overloaded{
                        [&](std::int64_t number) { return outOfRange(number, base); },
                        [&](double number) { return outOfRange(number, base); },
                        [&](const std::string& text) { return outOfRange(text, base); },
                        [](const auto&) { return std::optional<std::string>(); },
                    },
                    atom);
}

}  // namespace

std::string_view toString(AtomType type) {
  switch (type) {
    case AtomType::Integer:
      return "integer";
    case AtomType::Real:
      return "real";
    case AtomType::Boolean:
      return "boolean";
    case AtomType::String:
      return "string";
    case AtomType::Uuid:
      return "uuid";
  }
  return "unknown";
}

Value ColumnType::defaultValue() const {
  if (isMap()) {
    if (min == 0) return Value::map(std::vector<MapEntry>{});
    return Value::map({MapEntry{defaultAtom(key.type), defaultAtom(value->type)}});
  }
  return min == 0 ? Value() : Value(defaultAtom(key.type));
}

std::optional<std::string> ColumnType::objection(const Value& content) const {
  // The empty set and the empty map look alike to someone who writes "nothing".
  if (content.isMap() != isMap() && !content.empty()) {
    return isMap() ? "a map is wanted" : "a map is not wanted";
  }
  if (content.size() < min) return strCat("at least ", min, " wanted");
  if (content.size() > max) return strCat("at most ", max, " allowed");
  for (const Atom& atom : content.atoms()) {
    if (auto why = objectionTo(atom, key)) return why;
  }
  for (const auto& [entryKey, mapped] : content.entries()) {
    if (auto why = objectionTo(entryKey, key)) return why;
    if (auto why = objectionTo(mapped, *value)) return why;
  }
  return std::nullopt;
}

const Column* Table::find(std::string_view column) const {
  const auto found = columns.find(column);
  return found == columns.end() ? nullptr : &found->second;
}

const Table* Schema::find(std::string_view table) const {
  const auto found = tables.find(table);
  return found == tables.end() ? nullptr : &found->second;
}

const Column* Schema::find(std::string_view table, std::string_view column) const {
  const Table* const found = find(table);
  return found == nullptr ? nullptr : found->find(column);
}

}  // namespace pointsman::ovsdb
