// SPDX-License-Identifier: Apache-2.0
#include "host/bridge_filter.h"

#include <map>

namespace pointsman::host {

namespace {

using ById = std::map<VlanId, netlink::BridgeVlan>;

ById expand(const std::vector<netlink::BridgeVlan>& filter) {
  ById ids;
  for (const auto& entry : filter) {
    for (unsigned id = entry.first; id <= entry.last && id <= kHighestVlanField; ++id) {
      const auto one = static_cast<VlanId>(id);
      ids[one] = {.first = one, .last = one, .pvid = entry.pvid, .untagged = entry.untagged};
    }
  }
  return ids;
}

// Joins neighbours that are alike. A range cannot hold the port's own VLAN.
std::vector<netlink::BridgeVlan> compress(const ById& ids) {
  std::vector<netlink::BridgeVlan> filter;
  for (const auto& [id, entry] : ids) {
    netlink::BridgeVlan* const last = filter.empty() ? nullptr : &filter.back();
    if (last != nullptr && last->last + 1 == id && !last->pvid && !entry.pvid &&
        last->untagged == entry.untagged) {
      last->last = id;
    } else {
      filter.push_back(entry);
    }
  }
  return filter;
}

}  // namespace

std::vector<netlink::BridgeVlan> toFilter(const std::optional<BridgePortVlan>& vlan,
                                          VlanId defaultVlan) {
  ById ids;
  const auto addOwn = [&](VlanId id) {
    ids[id] = {.first = id, .last = id, .pvid = true, .untagged = true};
  };
  if (!vlan) {
    if (defaultVlan != 0) addOwn(defaultVlan);
    return compress(ids);
  }
  if (vlan->trunk) {
    for (const VlanId id : vlan->trunks.ids()) ids[id] = {.first = id, .last = id};
  }
  if (vlan->tag) addOwn(*vlan->tag);
  return compress(ids);
}

FilterChange diffFilters(const std::vector<netlink::BridgeVlan>& before,
                         const std::vector<netlink::BridgeVlan>& after) {
  ById removed = expand(before);
  ById added = expand(after);
  for (const auto& [id, entry] : expand(after)) {
    const auto old = removed.find(id);
    if (old == removed.end()) continue;
    if (old->second == entry) added.erase(id);
    removed.erase(old);  // adding it again gives it the new flags
  }
  return {.removed = compress(removed), .added = compress(added)};
}

bool isDefaultFilter(const std::vector<netlink::BridgeVlan>& filter, VlanId defaultVlan) {
  return diffFilters(filter, toFilter(std::nullopt, defaultVlan)) == FilterChange{};
}

}  // namespace pointsman::host
