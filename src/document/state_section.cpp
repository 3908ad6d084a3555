// SPDX-License-Identifier: Apache-2.0
#include "document/state_section.h"

#include <map>

#include "base/str_cat.h"
#include "document/fields.h"
#include "document/host_section.h"
#include "document/interface_section.h"
#include "document/ovsdb_section.h"
#include "document/routes_section.h"

namespace pointsman::document {

namespace {

struct FirstEntry {
  std::optional<InterfaceType> type = {};
  Position at = {};
};

// Kernel names are unique; an ovs-bridge may share the name of one kernel interface. An entry
// without a type could mean either.
bool sameObject(std::optional<InterfaceType> a, std::optional<InterfaceType> b) {
  return !a || !b || isKernelType(*a) == isKernelType(*b);
}

class InterfaceIndex {
 public:
  void check(const Value& entry, const DesiredInterface& interface) {
    const auto name = entry.find("name");
    if (!name || interface.name.empty()) return;
    const auto [begin, end] = first_.equal_range(interface.name);
    for (auto known = begin; known != end; ++known) {
      if (!sameObject(known->second.type, interface.type)) continue;
      const bool untyped = !known->second.type || !interface.type;
      name->error(
          strCat("interface '", interface.name, "' is listed twice"),
          strCat(
              "it stands at line ", known->second.at.line, ", column ", known->second.at.column,
              " already",
              untyped ? "; if an ovs-bridge and its interface are meant, give each a type" : ""));
      return;
    }
    first_.emplace(interface.name, FirstEntry{interface.type, name->position()});
  }

 private:
  std::multimap<std::string, FirstEntry> first_;
};

void readInterfaces(const Value& list, DesiredState& state) {
  InterfaceIndex index;
  forEachItem(list, [&](const Value& entry) {
    DesiredInterface& interface = state.interfaces.emplace_back();
    readInterface(entry, interface);
    index.check(entry, interface);
  });
}

template <typename List, typename Write>
std::optional<Node> writeList(const List& list, Write write) {
  if (list.empty()) return std::nullopt;
  Node node = Node::sequence();
  node.items.reserve(list.size());
  for (const auto& element : list) node.items.push_back(write(element));
  return node;
}

std::optional<Node> underConfig(std::optional<Node> list) {
  if (!list) return std::nullopt;
  Node section = Node::mapping();
  section.add("config", std::move(*list));
  return section;
}

// In the order in which `show` prints them.
constexpr Field<DesiredState> kStateFields[] = {
    setting<&DesiredState::description>("description"),
    {.key = "hostname",
     .read = [](const Value& value, DesiredState& state) { readHostname(value, state.hostname); },
     .write = [](const DesiredState& state) -> std::optional<Node> {
       if (state.hostname == DesiredHostname{}) return std::nullopt;
       return writeHostname(state.hostname);
     }},
    {.key = "dns-resolver",
     .read = [](const Value& value, DesiredState& state) { readResolver(value, state.resolver); },
     .write = [](const DesiredState& state) -> std::optional<Node> {
       // An empty map would ask for something: to purge.
       if (!state.resolver || *state.resolver == DesiredResolver{}) return std::nullopt;
       return underConfig(writeResolver(*state.resolver));
     }},
    {.key = "route-rules",
     .read = [](const Value& value, DesiredState& state) { readRules(value, state.rules); },
     .write =
         [](const DesiredState& state) { return underConfig(writeList(state.rules, writeRule)); }},
    {.key = "routes",
     .read = [](const Value& value, DesiredState& state) { readRoutes(value, state.routes); },
     .write =
         [](const DesiredState& state) {
           return underConfig(writeList(state.routes, writeRoute));
         }},
    {.key = "interfaces",
     .read = readInterfaces,
     .write =
         [](const DesiredState& state) { return writeList(state.interfaces, writeInterface); }},
    {.key = "ovs-db",
     .read = [](const Value& value, DesiredState& state) { readOvsDb(value, state.ovsDb); },
     .write = [](const DesiredState& state) -> std::optional<Node> {
       if (!state.ovsDb || *state.ovsDb == DesiredOvsDb{}) return std::nullopt;
       return writeOvsDb(*state.ovsDb);
     }},
    {.key = "ovn",
     .read = [](const Value& value, DesiredState& state) { readOvn(value, state.bridgeMappings); },
     .write = [](const DesiredState& state) -> std::optional<Node> {
       if (state.bridgeMappings.empty()) return std::nullopt;
       return writeOvn(state.bridgeMappings);
     }},
};

}  // namespace

void readState(const Value& document, DesiredState& state) {
  // An empty document asks for nothing.
  if (!document.node().isNull()) readFields(document, kStateFields, state);
}

Node writeState(const DesiredState& state) { return writeMapping(state, kStateFields); }

}  // namespace pointsman::document
