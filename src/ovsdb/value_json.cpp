// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/value_json.h"

#include <boost/json/array.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

#include <algorithm>

#include "base/overloaded.h"
#include "base/str_cat.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

namespace {

Error malformed(std::string_view what) { return {ErrorKind::Protocol, std::string(what)}; }

// ["tag", content]: how uuids, sets and maps are written. Null when 'value' is not of that form.
struct Tagged {
  std::string_view tag;
  const json::value* content;
};
std::optional<Tagged> asTagged(const json::value& value) {
  const json::array* const pair = value.if_array();
  if (pair == nullptr || pair->size() != 2) return std::nullopt;
  const json::string* const tag = (*pair)[0].if_string();
  if (tag == nullptr) return std::nullopt;
  return Tagged{std::string_view(tag->data(), tag->size()), &(*pair)[1]};
}

Result<Atom> decodeTaggedAtom(const json::value& value) {
  const auto tagged = asTagged(value);
  const json::string* const text = tagged ? tagged->content->if_string() : nullptr;
  if (text == nullptr) return malformed("neither an atom nor [\"uuid\", text]");
  const std::string_view content(text->data(), text->size());
  if (tagged->tag == "named-uuid") return Atom(NamedUuid{std::string(content)});
  if (tagged->tag != "uuid") return malformed("an array that is no uuid where an atom belongs");
  const auto uuid = Uuid::parse(content);
  if (!uuid) return malformed(strCat("\"", content, "\" is not a uuid"));
  return Atom(*uuid);
}

// An atom of whatever type it shows.
Result<Atom> decodeAnyAtom(const json::value& value) {
  switch (value.kind()) {
    case json::kind::int64:
      return Atom(value.get_int64());
    case json::kind::double_:
      return Atom(value.get_double());
    case json::kind::bool_:
      return Atom(value.get_bool());
    case json::kind::string: {
      const json::string& text = value.get_string();
      return Atom(std::in_place_type<std::string>, text.data(), text.size());
    }
    case json::kind::array:
      return decodeTaggedAtom(value);
    case json::kind::uint64:
      return malformed("an integer beyond 64 bits with sign");
    case json::kind::null:
    case json::kind::object:
      break;
  }
  return malformed("null or an object where an atom belongs");
}

template <typename AtomDecoder>
Result<Value> decodeSet(const json::value& content, const AtomDecoder& decodeOne) {
  const json::array* const list = content.if_array();
  if (list == nullptr) return malformed("a set without its array");
  std::vector<Atom> atoms;
  atoms.reserve(list->size());
  for (const json::value& element : *list) {
    TRY(Atom atom, decodeOne(element));
    atoms.push_back(std::move(atom));
  }
  Value value = Value::set(std::move(atoms));
  if (value.size() != list->size()) return malformed("a set with duplicates");
  return value;
}

template <typename KeyDecoder, typename ValueDecoder>
Result<Value> decodeMap(const json::value& content, const KeyDecoder& decodeKey,
                        const ValueDecoder& decodeMapped) {
  const json::array* const list = content.if_array();
  if (list == nullptr) return malformed("a map without its array");
  std::vector<MapEntry> entries;
  entries.reserve(list->size());
  for (const json::value& element : *list) {
    const json::array* const pair = element.if_array();
    if (pair == nullptr || pair->size() != 2) return malformed("a map entry that is no pair");
    TRY(Atom key, decodeKey((*pair)[0]));
    TRY(Atom mapped, decodeMapped((*pair)[1]));
    entries.push_back({std::move(key), std::move(mapped)});
  }
  Value value = Value::map(std::move(entries));
  if (value.size() != list->size()) return malformed("a map with duplicate keys");
  return value;
}

}  // namespace

json::value encode(const Atom& atom) {
  return std::visit(Overloaded{
                        [](const Uuid& uuid) -> json::value {
                          return json::array{"uuid", toString(uuid)};
                        },
                        [](const NamedUuid& named) -> json::value {
                          return json::array{"named-uuid", named.name};
                        },
                        [](const std::string& text) -> json::value { return json::string(text); },
                        [](const auto& plain) -> json::value { return plain; },
                    },
                    atom);
}

json::value encode(const Value& value) {
  if (value.isMap()) {
    json::array entries;
    for (const auto& [key, mapped] : value.entries()) {
      entries.push_back(json::array{encode(key), encode(mapped)});
    }
    return json::array{"map", std::move(entries)};
  }
  if (value.size() == 1) return encode(value.atoms().front());
  json::array atoms;
  for (const Atom& atom : value.atoms()) atoms.push_back(encode(atom));
  return json::array{"set", std::move(atoms)};
}

Result<Value> decodeValue(const json::value& value) {
  if (const auto tagged = asTagged(value)) {
    if (tagged->tag == "set") return decodeSet(*tagged->content, decodeAnyAtom);
    if (tagged->tag == "map") return decodeMap(*tagged->content, decodeAnyAtom, decodeAnyAtom);
  }
  TRY(Atom atom, decodeAnyAtom(value));
  return Value(std::move(atom));
}

Result<Atom> decodeAtom(const json::value& value, AtomType type) {
  TRY(Atom atom, decodeAnyAtom(value));
  if (atom.index() == static_cast<std::size_t>(type)) return atom;
  const auto* const integer = std::get_if<std::int64_t>(&atom);
  if (type == AtomType::Real && integer != nullptr) return Atom(static_cast<double>(*integer));
  return malformed(strCat("\"", toString(atom), "\" is not of type ", type));
}

Result<Value> decodeValue(const json::value& value, const ColumnType& type) {
  const auto decodeKey = [&](const json::value& v) { return decodeAtom(v, type.key.type); };
  const auto tagged = asTagged(value);
  if (type.isMap()) {
    if (!tagged || tagged->tag != "map") return malformed("not a map");
    return decodeMap(*tagged->content, decodeKey,
                     [&](const json::value& v) { return decodeAtom(v, type.value->type); });
  }
  if (tagged && tagged->tag == "set") return decodeSet(*tagged->content, decodeKey);
  TRY(Atom atom, decodeKey(value));
  return Value(std::move(atom));
}

}  // namespace pointsman::ovsdb
