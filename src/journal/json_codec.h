// SPDX-License-Identifier: Apache-2.0
// Values to JSON and back, by their tables of fields. Decoding is for input of unknown origin:
// types and ranges are checked, unknown keys refused. A key that is missing leaves the member's
// default, so that a file written before the member existed can be read.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <concepts>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/ip_address.h"
#include "base/mac_address.h"
#include "base/result.h"
#include "base/str_cat.h"
#include "journal/fields_model.h"
#include "model/names.h"
#include "model/vlan_set.h"

namespace pointsman::journal {

namespace json = boost::json;

// Values that are one text: names, and what has parse() and toString().
template <typename T>
concept ParsedText = requires(std::string_view text, const T& value) {
  { T::parse(text) } -> std::same_as<Result<T>>;
  { toString(value) } -> std::convertible_to<std::string>;
};
template <typename T>
inline constexpr bool kIsName = false;
template <typename Tag>
inline constexpr bool kIsName<Name<Tag>> = true;

inline Error wrongType(std::string_view wanted) {
  return {ErrorKind::InvalidInput, strCat("not ", wanted)};
}

// ---- Encoding.

template <typename T>
json::value toJson(const T& value);

// Empty ones are left out; every such member is empty by default.
template <typename T>
bool isLeftOut(const std::optional<T>& member) {
  return !member.has_value();
}
template <typename T>
requires requires(const T& container) { container.empty(); }
bool isLeftOut(const T& member) { return !std::same_as<T, std::string> && member.empty(); }
template <typename T>
bool isLeftOut(const T&) {
  return false;
}

class ObjectWriter {
 public:
  template <typename T>
  void operator()(std::string_view key, const T& member) {
    if (!isLeftOut(member)) object_.emplace(key, toJson(member));
  }
  json::object take() { return std::move(object_); }

 private:
  json::object object_;
};

inline json::value jsonOf(bool value) { return value; }
inline json::value jsonOf(const std::string& text) { return json::string(text); }
template <std::integral T>
json::value jsonOf(T number) {
  return number;
}
template <typename T>
json::value jsonOf(const T& value) requires(kIsName<T>) {
  return json::string(value.text);
}
template <ParsedText T>
json::value jsonOf(const T& value) {
  return json::string(toString(value));
}
template <typename E>
json::value jsonOf(const E& value) requires std::is_enum_v<E> {
  return json::string(toString(value));
}
inline json::value jsonOf(const VlanSet& set) {
  json::array ranges;
  for (const VlanRange& range : set.ranges()) {
    ranges.push_back(json::array{json::value(range.first), json::value(range.last)});
  }
  return ranges;
}
template <typename T>
json::value jsonOf(const std::optional<T>& value) {
  return value ? toJson(*value) : json::value(nullptr);
}
template <typename Range>
json::value arrayOf(const Range& range) {
  json::array elements;
  elements.reserve(range.size());
  for (const auto& element : range) elements.push_back(toJson(element));
  return elements;
}
template <typename T>
json::value jsonOf(const std::vector<T>& elements) {
  return arrayOf(elements);
}
template <typename T>
json::value jsonOf(const std::set<T>& elements) {
  return arrayOf(elements);
}
template <typename K, typename T>
json::value jsonOf(const std::map<K, T>& map) {
  json::object object;
  for (const auto& [key, element] : map) {
    if constexpr (kIsName<K>) {
      object.emplace(key.text, toJson(element));
    } else {
      object.emplace(key, toJson(element));
    }
  }
  return object;
}
template <typename... Ts>
json::value jsonOf(const std::variant<Ts...>& value) {
  static_assert((!kWord<Ts>.empty() && ...), "an alternative has no word");
  json::object object;
  std::visit([&]<typename T>(const T& held) { object.emplace(kWord<T>, toJson(held)); }, value);
  return object;
}
template <typename T>
requires requires(ObjectWriter& writer, const T& value) { fields(writer, value); }
json::value jsonOf(const T& value) {
  ObjectWriter writer;
  fields(writer, value);
  return writer.take();
}

template <typename T>
json::value toJson(const T& value) {
  return jsonOf(value);
}

// ---- Decoding. 'out' is a fresh value; after a failure it holds anything.

template <typename T>
Result<> fromJson(const json::value& in, T& out);

class ObjectReader {
 public:
  explicit ObjectReader(const json::object& object) : object_(object) {}

  template <typename T>
  void operator()(std::string_view key, T& member) {
    if (!status_) return;
    known_.push_back(key);
    const json::value* found = object_.if_contains(key);
    if (found == nullptr) return;
    ++read_;
    status_ = fromJson(*found, member).in(key);
  }

  [[nodiscard]] Result<> finish() && {
    if (status_ && read_ != object_.size()) return unknownKey();
    return std::move(status_);
  }

 private:
  [[nodiscard]] Error unknownKey() const {
    for (const auto& entry : object_) {
      const std::string_view key = entry.key();
      if (std::ranges::find(known_, key) == known_.end()) {
        return {ErrorKind::InvalidInput, strCat("unknown key '", key, "'")};
      }
    }
    return {ErrorKind::InvalidInput, "unknown key"};
  }

  const json::object& object_;
  Result<> status_ = {};
  std::vector<std::string_view> known_ = {};
  std::size_t read_ = 0;
};

inline Result<std::string_view> textOf(const json::value& in) {
  const json::string* text = in.if_string();
  if (text == nullptr) return wrongType("a string");
  return std::string_view(*text);
}

inline Result<> readJson(const json::value& in, bool& out) {
  const bool* value = in.if_bool();
  if (value == nullptr) return wrongType("a boolean");
  out = *value;
  return ok();
}
inline Result<> readJson(const json::value& in, std::string& out) {
  TRY(out, textOf(in));
  return ok();
}
template <std::integral T>
Result<> readJson(const json::value& in, T& out) {
  if (!in.is_int64() && !in.is_uint64()) return wrongType("an integer");
  boost::system::error_code failed;
  out = in.to_number<T>(failed);
  if (failed) return Error{ErrorKind::InvalidInput, "number out of range"};
  return ok();
}
template <typename T>
Result<> readJson(const json::value& in, T& out) requires(kIsName<T>) {
  TRY(out.text, textOf(in));
  return ok();
}
template <ParsedText T>
Result<> readJson(const json::value& in, T& out) {
  TRY(const std::string_view text, textOf(in));
  TRY(out, T::parse(text));
  return ok();
}
template <typename E>
Result<> readJson(const json::value& in, E& out) requires std::is_enum_v<E> {
  static_assert(!kValues<E>.empty(), "an enumeration whose values are not listed");
  TRY(const std::string_view text, textOf(in));
  for (const E value : kValues<E>) {
    if (toString(value) != text) continue;
    out = value;
    return ok();
  }
  return Error{ErrorKind::InvalidInput, strCat("unknown word '", text, "'")};
}
Result<> readJson(const json::value& in, VlanSet& out);
template <typename T>
Result<> readJson(const json::value& in, std::optional<T>& out) {
  return fromJson(in, out.emplace());
}
template <typename T, typename Keep>
Result<> readArray(const json::value& in, Keep keep) {
  const json::array* elements = in.if_array();
  if (elements == nullptr) return wrongType("an array");
  for (std::size_t i = 0; i < elements->size(); ++i) {
    T element = {};
    CHECK_OK(fromJson((*elements)[i], element).in(strCat("[", i, "]")));
    keep(std::move(element));
  }
  return ok();
}
template <typename T>
Result<> readJson(const json::value& in, std::vector<T>& out) {
  return readArray<T>(in, [&](T&& element) { out.push_back(std::move(element)); });
}
template <typename T>
Result<> readJson(const json::value& in, std::set<T>& out) {
  return readArray<T>(in, [&](T&& element) { out.insert(std::move(element)); });
}
template <typename K, typename T>
Result<> readJson(const json::value& in, std::map<K, T>& out) {
  const json::object* object = in.if_object();
  if (object == nullptr) return wrongType("an object");
  for (const auto& entry : *object) {
    CHECK_OK(fromJson(entry.value(), out[K(std::string_view(entry.key()))]).in(entry.key()));
  }
  return ok();
}
template <typename... Ts>
Result<> readJson(const json::value& in, std::variant<Ts...>& out) {
  const json::object* object = in.if_object();
  if (object == nullptr || object->size() != 1) return wrongType("an object with one key");
  const std::string_view word = object->begin()->key();
  Result<> read = Error{ErrorKind::InvalidInput, strCat("unknown word '", word, "'")};
  const auto readAs = [&]<typename T>(std::type_identity<T>) {
    if (word != kWord<T>) return false;
    read = fromJson(object->begin()->value(), out.template emplace<T>()).in(word);
    return true;
  };
  (void)(readAs(std::type_identity<Ts>{}) || ...);
  return read;
}
template <typename T>
requires requires(ObjectReader& reader, T& value) { fields(reader, value); }
Result<> readJson(const json::value& in, T& out) {
  const json::object* object = in.if_object();
  if (object == nullptr) return wrongType("an object");
  ObjectReader reader(*object);
  fields(reader, out);
  return std::move(reader).finish();
}

template <typename T>
Result<> fromJson(const json::value& in, T& out) {
  return readJson(in, out);
}

// ---- Text.

std::string printJson(const json::value& value);
// Text of unknown origin. Invalid UTF-8 is let through: the kernel allows it in names.
Result<json::value> parseJson(std::string_view text);

template <typename T>
std::string encodeAsText(const T& value) {
  return printJson(toJson(value));
}
template <typename T>
Result<T> decodeFromText(std::string_view text) {
  TRY(const json::value parsed, parseJson(text));
  T value = {};
  CHECK_OK(fromJson(parsed, value));
  return value;
}

}  // namespace pointsman::journal
