// SPDX-License-Identifier: Apache-2.0
// What the port lists of several kinds of interface have in common: names, and `vlan:`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "document/fields.h"
#include "document/tree.h"
#include "document/value.h"
#include "model/desired_ovs.h"
#include "model/names.h"
#include "model/wish.h"

namespace pointsman::document {

// Reports names that come a second time.
class SeenNames {
 public:
  // "port 'eth0' is listed twice": 'what' is the word before the name.
  explicit SeenNames(std::string_view what) : what_(what) {}
  void check(const Value& where, const std::string& name);

 private:
  std::string_view what_;
  std::map<std::string, Position> first_;
};

// `name:` of a list's entries, a member 'name' of T.
template <typename T>
inline constexpr Field<T> kNameField = {
    .key = "name",
    .read =
        [](const Value& value, T& into) {
          if (const auto name = readName(value)) into.name.text = *name;
        },
    .write = [](const T& from) -> std::optional<Node> { return Node::ofText(from.name.text); }};

// A list of maps, each with a name of its own. 'what' is the word for one of them.
template <typename T>
std::optional<std::vector<T>> readNamedList(const Value& list, std::string_view what,
                                            std::type_identity_t<Fields<T>> fields) {
  std::vector<T> entries;
  SeenNames seen(what);
  const bool isList = forEachItem(list, [&](const Value& item) {
    T& entry = entries.emplace_back();
    if (!readFields(item, fields, entry)) return;
    const auto name = item.find("name");
    if (!name) {
      item.error(strCat("a ", what, " needs 'name'"));
    } else if (!entry.name.text.empty()) {
      seen.check(*name, entry.name.text);
    }
  });
  if (!isList) return std::nullopt;
  return entries;
}

template <typename T>
Node writeNamedList(const std::vector<T>& entries, std::type_identity_t<Fields<T>> fields) {
  Node list = Node::sequence();
  list.items.reserve(entries.size());
  for (const T& entry : entries) list.items.push_back(writeMapping(entry, fields));
  return list;
}

enum class PortOf : std::uint8_t { OvsBridge, LinuxBridge };

// `vlan: {}` clears; on an OVS port so does `vlan:` with nothing.
void readPortVlan(const Value& section, PortOf bridge, Wish<DesiredPortVlan>& vlan);
[[nodiscard]] std::optional<Node> writePortVlan(const Wish<DesiredPortVlan>& vlan);

// A list of plain names, each once.
[[nodiscard]] std::optional<std::vector<InterfaceName>> readPortNames(const Value& list);
[[nodiscard]] Node writePortNames(const std::vector<InterfaceName>& names);

}  // namespace pointsman::document
