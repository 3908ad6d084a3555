// SPDX-License-Identifier: Apache-2.0
#include "model/vlan_set.h"

#include "base/str_cat.h"

namespace pointsman {

void VlanSet::add(VlanRange range) {
  for (unsigned id = range.first; id <= range.last; ++id) ids_.set(id);
}

bool VlanSet::overlaps(VlanRange range) const {
  for (unsigned id = range.first; id <= range.last; ++id) {
    if (ids_.test(id)) return true;
  }
  return false;
}

std::vector<VlanRange> VlanSet::ranges() const {
  std::vector<VlanRange> found;
  for (const VlanId id : ids()) {
    if (!found.empty() && found.back().last + 1 == id) {
      found.back().last = id;
    } else {
      found.push_back({id, id});
    }
  }
  return found;
}

std::vector<VlanId> VlanSet::ids() const {
  std::vector<VlanId> found;
  for (auto id = ids_._Find_first(); id < ids_.size(); id = ids_._Find_next(id)) {
    found.push_back(static_cast<VlanId>(id));
  }
  return found;
}

std::string toString(const VlanSet& set) {
  std::string text;
  for (const VlanRange& range : set.ranges()) {
    strAppend(text, text.empty() ? "" : ", ", range.first);
    if (range.last != range.first) strAppend(text, "-", range.last);
  }
  return text.empty() ? "none" : text;
}

}  // namespace pointsman
