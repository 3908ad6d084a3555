// SPDX-License-Identifier: Apache-2.0
#include "document/ovsdb_section.h"

#include <map>

#include "base/str_cat.h"
#include "document/fields.h"

namespace pointsman::document {

namespace {

// Whatever scalar it is, OVSDB stores strings: 1000, true and 0.5 are kept as written.
template <typename Keep>
bool forEachPair(const Value& map, Keep keep) {
  if (!map.expectMapping()) return false;
  for (const Entry& entry : map.node().entries) {
    const Value value = map.at(entry);
    if (entry.key.empty()) value.errorAtKey(strCat("empty key in '", map.key(), "'"));
    if (entry.value.isNull() || value.expectScalar()) keep(entry, value);
  }
  return true;
}

template <auto Member>
constexpr Field<DesiredRowMaps> rowMap(std::string_view key) {
  return {
      .key = key,
      .read = [](const Value& value, DesiredRowMaps& maps) { maps.*Member = readStringMap(value); },
      .write = [](const DesiredRowMaps& maps) -> std::optional<Node> {
        if (!(maps.*Member)) return std::nullopt;
        return writeStringMap(*(maps.*Member));
      }};
}

constexpr Field<DesiredRowMaps> kRowFields[] = {
    rowMap<&DesiredRowMaps::externalIds>("external_ids"),
    rowMap<&DesiredRowMaps::otherConfig>("other_config"),
};

void readGlobalMap(const Value& map, std::optional<DesiredGlobalMap>& into) {
  DesiredGlobalMap read;
  const bool isMap = forEachPair(map, [&](const Entry& entry, const Value& value) {
    if (entry.key == kBridgeMappingsKey && map.key() == "external_ids") {
      value.errorAtKey(strCat("'", entry.key, "' cannot be set here"),
                       "use 'ovn: {bridge-mappings: […]}', which merges with those in force");
      return;
    }
    read.keys.emplace(entry.key,
                      entry.value.isNull() ? std::nullopt : std::optional(entry.value.text));
  });
  if (isMap) into = std::move(read);
}

template <auto Member>
constexpr Field<DesiredOvsDb> globalMap(std::string_view key) {
  return {
      .key = key,
      .read = [](const Value& value, DesiredOvsDb& ovsDb) { readGlobalMap(value, ovsDb.*Member); },
      .write = [](const DesiredOvsDb& ovsDb) -> std::optional<Node> {
        if (!(ovsDb.*Member)) return std::nullopt;
        Node map = Node::mapping();
        for (const auto& [name, text] : (ovsDb.*Member)->keys) {
          map.add(name, text ? Node::ofText(*text) : Node());
        }
        return map;
      }};
}

constexpr Field<DesiredOvsDb> kGlobalFields[] = {
    globalMap<&DesiredOvsDb::externalIds>("external_ids"),
    globalMap<&DesiredOvsDb::otherConfig>("other_config"),
};

void readMappingState(const Value& value, DesiredBridgeMapping& mapping) {
  static constexpr std::string_view kStates[] = {"present", "absent"};
  mapping.absent = readChoice(value, kStates) == 1U;
}

// They separate the entries of external_ids:ovn-bridge-mappings.
bool separates(const Value& value, std::string_view text) {
  if (text.find_first_of(":,") == std::string_view::npos) return false;
  value.error(strCat("'", text, "' must not hold ':' or ',' in a bridge mapping"));
  return true;
}

void readLocalnet(const Value& value, DesiredBridgeMapping& mapping) {
  auto text = readWord(value);
  if (text && !separates(value, *text)) mapping.localnet = std::move(*text);
}

void readBridge(const Value& value, DesiredBridgeMapping& mapping) {
  const auto text = readName(value);
  if (text && !separates(value, *text)) mapping.bridge = BridgeName(*text);
}

constexpr Field<DesiredBridgeMapping> kMappingFields[] = {
    {.key = "localnet",
     .read = readLocalnet,
     .write = [](const DesiredBridgeMapping& mapping) -> std::optional<Node> {
       return Node::ofText(mapping.localnet);
     }},
    {.key = "state",
     .read = readMappingState,
     .write = [](const DesiredBridgeMapping& mapping) -> std::optional<Node> {
       if (!mapping.absent) return std::nullopt;
       return Node::ofText("absent");
     }},
    {.key = "bridge",
     .read = readBridge,
     .write = setting<&DesiredBridgeMapping::bridge>("").write},
};

using MappingList = std::vector<DesiredBridgeMapping>;

void readMappings(const Value& list, MappingList& mappings) {
  std::map<std::string, Position> seen;
  forEachItem(list, [&](const Value& entry) {
    DesiredBridgeMapping& mapping = mappings.emplace_back();
    if (!readFields(entry, kMappingFields, mapping)) return;
    const auto localnet = entry.find("localnet");
    if (!localnet) {
      entry.error("a bridge mapping needs 'localnet'");
      return;
    }
    if (!mapping.absent && !entry.find("bridge")) {
      entry.error(strCat("the mapping of localnet '", mapping.localnet, "' needs 'bridge'"));
    }
    const auto [first, fresh] = seen.emplace(mapping.localnet, localnet->position());
    if (!fresh && !mapping.localnet.empty()) {
      localnet->error(strCat("localnet '", mapping.localnet, "' is mapped twice"),
                      strCat("it stands at line ", first->second.line, " already"));
    }
  });
}

constexpr Field<MappingList> kOvnFields[] = {
    {.key = "bridge-mappings", .read = readMappings},
};

}  // namespace

std::optional<StringMap> readStringMap(const Value& map) {
  StringMap read;
  const bool isMap = forEachPair(map, [&](const Entry& entry, const Value&) {
    if (!entry.value.isNull()) read.emplace(entry.key, entry.value.text);
  });
  if (!isMap) return std::nullopt;
  return read;
}

Node writeStringMap(const StringMap& map) {
  Node node = Node::mapping();
  for (const auto& [key, text] : map) node.add(key, Node::ofText(text));
  return node;
}

void readOvsDb(const Value& section, std::optional<DesiredOvsDb>& ovsDb) {
  DesiredOvsDb read;
  if (!readFields(section, kGlobalFields, read)) return;
  if (section.node().entries.empty()) {
    read.externalIds.emplace();
    read.otherConfig.emplace();
  }
  if (read != DesiredOvsDb{}) ovsDb = std::move(read);
}

Node writeOvsDb(const DesiredOvsDb& ovsDb) { return writeMapping(ovsDb, kGlobalFields); }

void readRowMaps(const Value& section, DesiredRowMaps& maps) {
  readFields(section, kRowFields, maps);
}

std::optional<Node> writeRowMaps(const DesiredRowMaps& maps) {
  if (maps == DesiredRowMaps{}) return std::nullopt;
  return writeMapping(maps, kRowFields);
}

void readOvn(const Value& section, MappingList& mappings) {
  readFields(section, kOvnFields, mappings);
}

Node writeOvn(const MappingList& mappings) {
  Node list = Node::sequence();
  for (const DesiredBridgeMapping& mapping : mappings) {
    list.items.push_back(writeMapping(mapping, kMappingFields));
  }
  Node ovn = Node::mapping();
  ovn.add("bridge-mappings", std::move(list));
  return ovn;
}

}  // namespace pointsman::document
