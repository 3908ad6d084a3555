// SPDX-License-Identifier: Apache-2.0
#include "document/port_section.h"

#include "base/str_cat.h"
#include "document/fields.h"

namespace pointsman::document {

namespace {

constexpr Spelling<VlanMode> kModes[] = {{"access", VlanMode::Access},
                                         {"trunk", VlanMode::Trunk},
                                         {"native-tagged", VlanMode::NativeTagged},
                                         {"native-untagged", VlanMode::NativeUntagged}};

struct TagRange {
  std::optional<VlanId> min = {};
  std::optional<VlanId> max = {};
};
struct TrunkTag {
  std::optional<VlanId> id = {};
  std::optional<TagRange> range = {};
};

constexpr Field<TagRange> kRangeFields[] = {
    number<&TagRange::min, 0, kHighestVlanField>("min"),
    number<&TagRange::max, 0, kHighestVlanField>("max"),
};
constexpr Field<TrunkTag> kTrunkTagFields[] = {
    number<&TrunkTag::id, 0, kHighestVlanField>("id"),
    {.key = "id-range", .read = [](const Value& value, TrunkTag& tag) {
       tag.range.emplace();
       readFields(value, kRangeFields, *tag.range);
     }}};

std::optional<VlanRange> readTrunkTag(const Value& item) {
  if (item.node().isScalar()) {
    item.error("a trunk tag is 'id: N' or 'id-range: {min: N, max: M}'",
               strCat("write '- id: ", item.node().text, "'"));
    return std::nullopt;
  }
  TrunkTag tag;
  const std::size_t before = item.findingsSoFar();
  if (!readFields(item, kTrunkTagFields, tag) || item.findingsSoFar() != before)
    return std::nullopt;
  if (tag.id.has_value() == tag.range.has_value()) {
    item.error("a trunk tag needs either 'id' or 'id-range'");
    return std::nullopt;
  }
  if (tag.id) return VlanRange{*tag.id, *tag.id};
  if (!tag.range->min || !tag.range->max || *tag.range->min > *tag.range->max) {
    item.error("'id-range' needs 'min' and 'max', and min must not be above max");
    return std::nullopt;
  }
  return VlanRange{*tag.range->min, *tag.range->max};
}

void readTrunkTags(const Value& list, DesiredPortVlan& vlan) {
  VlanSet trunks;
  const bool isList = forEachItem(list, [&](const Value& item) {
    const auto range = readTrunkTag(item);
    if (!range) return;
    if (trunks.overlaps(*range)) {
      item.error(range->first == range->last
                     ? strCat("VLAN ", range->first, " is in the trunk already")
                     : strCat("VLANs ", range->first, " to ", range->last,
                              " overlap with others of the trunk"));
    }
    trunks.add(*range);
  });
  if (isList) vlan.trunks = trunks;
}

std::optional<Node> writeTrunkTags(const DesiredPortVlan& vlan) {
  if (!vlan.trunks) return std::nullopt;
  Node list = Node::sequence();
  for (const VlanRange& range : vlan.trunks->ranges()) {
    Node& item = list.items.emplace_back(Node::mapping());
    if (range.first == range.last) {
      item.add("id", Node::of(range.first));
      continue;
    }
    Node bounds = Node::mapping();
    bounds.add("min", Node::of(range.first));
    bounds.add("max", Node::of(range.last));
    item.add("id-range", std::move(bounds));
  }
  return list;
}

constexpr Field<DesiredPortVlan> kVlanFields[] = {
    spelled<&DesiredPortVlan::mode, kModes>("mode"),
    number<&DesiredPortVlan::tag, 0, kHighestVlanField>("tag"),
    setting<&DesiredPortVlan::enableNative>("enable-native"),
    {.key = "trunk-tags", .read = readTrunkTags, .write = writeTrunkTags},
};

void checkAccess(const Value& section, const DesiredPortVlan& vlan) {
  if (vlan.enableNative == true) {
    section.find("enable-native")
        ->error("'enable-native' belongs to a trunk, this is an access port");
  }
  if (vlan.trunks && !vlan.trunks->empty()) {
    section.find("trunk-tags")->error("'trunk-tags' belong to a trunk, this is an access port");
  }
}

void checkTrunk(const Value& section, const DesiredPortVlan& vlan) {
  if (!vlan.trunks && !section.find("trunk-tags")) {
    section.error("a trunk needs 'trunk-tags'", "'trunk-tags: []' carries every VLAN");
  }
  if (vlan.tag.value_or(0) != 0 && vlan.enableNative != true) {
    section.find("tag")->error(
        "the tag of a trunk is its native VLAN and needs 'enable-native: true'",
        "for a port in one VLAN say 'mode: access'");
  }
  if (vlan.enableNative == true && !section.find("tag")) {
    section.find("enable-native")->error("'enable-native' needs the native VLAN in 'tag'");
  }
}

void checkVlan(const Value& section, PortOf bridge, const DesiredPortVlan& vlan) {
  if (!vlan.mode) return;
  const bool native =
      *vlan.mode == VlanMode::NativeTagged || *vlan.mode == VlanMode::NativeUntagged;
  if (native && bridge == PortOf::LinuxBridge) {
    section.find("mode")->error(strCat("'mode: ", *vlan.mode, "' works on an ovs-bridge only"),
                                "say 'mode: trunk' with 'enable-native: true'");
  } else if (native && vlan.enableNative == false) {
    section.find("enable-native")
        ->error(strCat("'mode: ", *vlan.mode, "' has a native VLAN, so this must not be false"));
  }
  if (*vlan.mode == VlanMode::Access) checkAccess(section, vlan);
  if (*vlan.mode == VlanMode::Trunk) checkTrunk(section, vlan);
}

}  // namespace

void SeenNames::check(const Value& where, const std::string& name) {
  const auto [first, fresh] = first_.emplace(name, where.position());
  if (fresh) return;
  where.error(strCat(what_, " '", name, "' is listed twice"),
              strCat("it stands at line ", first->second.line, ", column ", first->second.column,
                     " already"));
}

void readPortVlan(const Value& section, PortOf bridge, Wish<DesiredPortVlan>& vlan) {
  const Node& node = section.node();
  if (node.isNull() || (node.isMapping() && node.entries.empty())) {
    vlan = Clear{};
    return;
  }
  DesiredPortVlan read;
  if (!readFields(section, kVlanFields, read)) return;
  checkVlan(section, bridge, read);
  // A map of nothing but nulls mentions nothing.
  if (read != DesiredPortVlan{}) vlan = std::move(read);
}

std::optional<Node> writePortVlan(const Wish<DesiredPortVlan>& vlan) {
  if (isKept(vlan)) return std::nullopt;
  if (isCleared(vlan)) return Node::mapping();
  return writeMapping(*wishedValue(vlan), kVlanFields);
}

std::optional<std::vector<InterfaceName>> readPortNames(const Value& list) {
  std::vector<InterfaceName> names;
  SeenNames seen("port");
  const bool isList = forEachItem(list, [&](const Value& item) {
    const auto name = readName(item);
    if (!name) return;
    seen.check(item, *name);
    names.emplace_back(*name);
  });
  if (!isList) return std::nullopt;
  return names;
}

Node writePortNames(const std::vector<InterfaceName>& names) {
  return ListCodec<std::vector<InterfaceName>>::write(names);
}

}  // namespace pointsman::document
