// SPDX-License-Identifier: Apache-2.0
#include "document/ovs_interface_section.h"

#include <algorithm>
#include <bit>
#include <charconv>

#include "base/ip_address.h"
#include "base/str_cat.h"
#include "document/fields.h"
#include "document/ovsdb_section.h"

namespace pointsman::document {

namespace {

constexpr std::string_view kFlow = "flow";
constexpr std::string_view kTunnels[] = {"geneve", "vxlan", "gre"};
constexpr std::int64_t kMostDescriptors = 4096;

bool isTunnel(std::string_view type) { return std::ranges::count(kTunnels, type) > 0; }

bool isEndpoint(std::string_view text) {
  return text == kFlow || IpAddress::parse(text).has_value();
}

bool isNumberUpTo(std::string_view text, std::uint64_t most) {
  std::uint64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  // Only what is written back in the same digits.
  return code == std::errc{} && end == text.data() + text.size() && number <= most &&
         strCat(number) == text;
}

// A setting of a section that is one key of Interface.options.
struct OptionKey {
  std::string_view key = {};
  std::string_view option = {};
  bool (*fits)(std::string_view text) = nullptr;
  std::string_view wanted = {};
  std::string_view alias = {};
};

constexpr OptionKey kTunnelKeys[] = {
    {"remote", "remote_ip", isEndpoint, "an IP address or flow"},
    {"local", "local_ip", isEndpoint, "an IP address or flow"},
    // 24 bits with Geneve and VXLAN, 32 with GRE.
    {"id", "key", [](auto text) { return text == kFlow || isNumberUpTo(text, 0xFFFFFFFF); },
     "a number or flow"},
    {"destination-port", "dst_port", [](auto text) { return isNumberUpTo(text, 65535); },
     "a port number"},
};

constexpr OptionKey kPatchKeys[] = {
    {"peer", "peer", [](auto text) { return !text.empty(); }, "the name of a patch port"},
};

bool isDescriptorCount(std::string_view text) {
  if (!isNumberUpTo(text, kMostDescriptors)) return false;
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number == 0 || std::has_single_bit(number);
}

constexpr std::string_view kDescriptors = "a power of 2 up to 4096, or 0 for OVS's default";
constexpr OptionKey kDpdkKeys[] = {
    {"devargs", "dpdk-devargs", [](auto text) { return !text.empty(); }, "a DPDK device"},
    {"rx-queue", "n_rxq", [](auto text) { return isNumberUpTo(text, 65535); }, "a number", "n_rxq"},
    {"n_rxq_desc", "n_rxq_desc", isDescriptorCount, kDescriptors},
    {"n_txq_desc", "n_txq_desc", isDescriptorCount, kDescriptors},
};

std::span<const OptionKey> keysOf(std::string_view type) {
  if (type == kOvsPatch) return kPatchKeys;
  if (type == "dpdk") return kDpdkKeys;
  if (isTunnel(type)) return kTunnelKeys;
  return {};
}

// nmstate's way to take a descriptor count away.
bool removes(const OptionKey& row, std::string_view text) {
  return text == "0" && row.wanted == kDescriptors;
}

void readOption(const Value& value, const OptionKey& row, StringMap& options) {
  if (!value.expectScalar()) return;
  const std::string& text = value.node().text;
  if (!row.fits(text)) {
    value.error(strCat("'", row.key, "' must be ", row.wanted, ", not '", text, "'"));
    return;
  }
  if (removes(row, text)) return;
  if (!options.emplace(row.option, text).second) {
    value.errorAtKey(strCat("'", value.key(), "' is set already"),
                     strCat("once as '", row.key, "', once as '", row.option, "'"));
  }
}

// Anything else that Interface.options knows, by OVS's own names.
void readFurtherOptions(const Value& map, StringMap& options) {
  const auto further = readStringMap(map);
  if (!further) return;
  for (const auto& [key, text] : *further) {
    if (!options.emplace(key, text).second) {
      map.find(key)->errorAtKey(strCat("option '", key, "' is set twice in this section"));
    }
  }
}

const OptionKey* findKey(std::span<const OptionKey> keys, std::string_view key) {
  const auto found = std::ranges::find_if(keys, [&](const OptionKey& row) {
    return row.key == key || (!row.alias.empty() && row.alias == key);
  });
  return found == keys.end() ? nullptr : &*found;
}

void readKeyed(const Value& section, std::span<const OptionKey> keys, StringMap& options) {
  if (!section.expectMapping()) return;
  for (const Entry& entry : section.node().entries) {
    const Value value = section.at(entry);
    if (entry.value.isNull()) continue;
    if (const OptionKey* row = findKey(keys, entry.key)) {
      readOption(value, *row, options);
    } else if (entry.key == "options") {
      readFurtherOptions(value, options);
    } else {
      std::vector<std::string_view> known{"options"};
      for (const OptionKey& each : keys) known.push_back(each.key);
      detail::reportUnknown(value, known);
    }
  }
}

constexpr Field<DesiredOvsInterface> kVportFields[] = {
    {.key = "type",
     .read = [](const Value& value, DesiredOvsInterface& into) { into.type = readName(value); },
     .write = setting<&DesiredOvsInterface::type>("").write},
    {.key = "options",
     .read = [](const Value& value,
                DesiredOvsInterface& into) { into.options = readStringMap(value); },
     .write = [](const DesiredOvsInterface& from) -> std::optional<Node> {
       if (!from.options) return std::nullopt;
       return writeStringMap(*from.options);
     }},
};

// The first key must be there: a tunnel's remote, a patch's peer, a DPDK device.
bool fitsSection(const DesiredOvsInterface& interface, std::span<const OptionKey> keys) {
  return !keys.empty() && interface.options &&
         interface.options->contains(std::string(keys.front().option));
}

Node writeKeyed(const StringMap& options, std::span<const OptionKey> keys) {
  Node section = Node::mapping();
  StringMap further = options;
  for (const OptionKey& row : keys) {
    const auto found = options.find(std::string(row.option));
    if (found == options.end() || !row.fits(found->second) || removes(row, found->second)) continue;
    const bool isNumber = isNumberUpTo(found->second, 0xFFFFFFFF);
    section.add(row.key, isNumber ? Node::ofPlain(found->second) : Node::ofText(found->second));
    further.erase(found->first);
  }
  if (!further.empty()) section.add("options", writeStringMap(further));
  return section;
}

}  // namespace

void readOvsInterface(const Value& section, DesiredOvsInterface& interface) {
  const std::string_view type = section.key();
  if (type == "vport") {
    readFields(section, kVportFields, interface);
    return;
  }
  const std::span<const OptionKey> keys = keysOf(type);
  const std::size_t before = section.findingsSoFar();
  interface.type = std::string(type);
  readKeyed(section, keys, interface.options.emplace());
  if (section.findingsSoFar() == before && !fitsSection(interface, keys)) {
    section.error(strCat("'", type, "' needs '", keys.front().key, "'"));
  }
}

std::pair<std::string_view, Node> writeOvsInterface(const DesiredOvsInterface& interface) {
  if (interface.type) {
    const std::span<const OptionKey> keys = keysOf(*interface.type);
    // The view must outlive the interface: the word of the table, not of the member.
    for (const std::string_view key : {"patch", "dpdk", "geneve", "vxlan", "gre"}) {
      if (key == *interface.type && fitsSection(interface, keys)) {
        return {key, writeKeyed(*interface.options, keys)};
      }
    }
  }
  return {"vport", writeMapping(interface, kVportFields)};
}

}  // namespace pointsman::document
