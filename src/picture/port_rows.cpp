// SPDX-License-Identifier: Apache-2.0
#include "picture/port_rows.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "base/str_cat.h"
#include "picture/text.h"

namespace pointsman::picture {
namespace {

// Similar ports get a row each up to this many, faulty ones up to the second number.
constexpr std::size_t kMostSimilarRows = 6;
constexpr std::size_t kMostFaultyRows = 24;
// The same for ports of one kind in whatever VLANs.
constexpr std::size_t kMostRowsOfAKind = 10;
constexpr std::size_t kMostCells = 60;

using GroupKey = std::tuple<int, std::string, std::string, Owner, bool>;
using Groups = std::map<GroupKey, std::vector<PortEntry>>;

enum class Vlans : std::uint8_t { Alike, Any };

// Moves the entries out of 'entries' that are many of a kind; the others stay, in their order.
Groups takeGroups(std::vector<PortEntry>& entries, Vlans vlans) {
  Groups groups;
  std::vector<PortEntry> left;
  for (PortEntry& entry : entries) {
    const std::string vlan = vlans == Vlans::Alike ? entry.vlan : std::string{};
    auto& target = entry.mayGroup
                       ? groups[{entry.rank, entry.kind, vlan, entry.row.owner, entry.row.faulty}]
                       : left;
    target.push_back(std::move(entry));
  }
  for (auto item = groups.begin(); item != groups.end();) {
    const bool faulty = std::get<bool>(item->first);
    const std::size_t most = faulty                  ? kMostFaultyRows
                             : vlans == Vlans::Alike ? kMostSimilarRows
                                                     : kMostRowsOfAKind;
    if (item->second.size() > most) {
      ++item;
      continue;
    }
    for (PortEntry& entry : item->second) left.push_back(std::move(entry));
    item = groups.erase(item);
  }
  entries = std::move(left);
  return groups;
}

void appendOne(Draft& draft, std::size_t node, PortEntry entry) {
  auto& rows = draft.diagram.nodes[node].rows;
  draft.ports[entry.name] = {node, rows.size()};
  rows.push_back(std::move(entry.row));
  auto member = entry.members.begin();
  for (Row& row : entry.following) {
    if (row.kind == RowKind::Member && member != entry.members.end()) {
      draft.ports[*member++] = {node, rows.size()};
    }
    rows.push_back(std::move(row));
  }
}

// 'vlan' is what all of the group share; when they differ, each cell names its own.
void appendGroup(Draft& draft, std::size_t node, const std::string& vlan,
                 std::vector<PortEntry>& group) {
  std::stable_sort(group.begin(), group.end(), [](const PortEntry& a, const PortEntry& b) {
    return naturallyLess(a.cell, b.cell);
  });
  auto& rows = draft.diagram.nodes[node].rows;
  const PortEntry& first = group.front();
  std::vector<Piece> pieces{{strCat(group.size(), " \xC3\x97 ", first.kind), Tone::Strong}};
  if (!vlan.empty()) pieces.push_back({vlan, Tone::Vlan});
  std::vector<std::string> cells;
  for (const PortEntry& entry : group) {
    const bool own = vlan.empty() && !entry.vlan.empty();
    cells.push_back(own ? strCat(entry.cell, " \xC2\xB7 ", entry.vlan) : entry.cell);
    draft.ports[entry.name] = {node, rows.size()};
  }
  Row row = gridRow(strCat("many ", first.kind, " ", vlan, first.row.faulty ? " faulty" : ""),
                    std::move(pieces), std::move(cells));
  row.owner = first.row.owner;
  row.faulty = first.row.faulty;
  rows.push_back(std::move(row));
}

}  // namespace

void appendPorts(Draft& draft, std::size_t node, std::vector<PortEntry> entries) {
  Groups alike = takeGroups(entries, Vlans::Alike);
  Groups ofAKind = takeGroups(entries, Vlans::Any);
  std::stable_sort(entries.begin(), entries.end(), [](const PortEntry& a, const PortEntry& b) {
    return a.rank != b.rank ? a.rank < b.rank : naturallyLess(a.name.text, b.name.text);
  });
  for (PortEntry& entry : entries) appendOne(draft, node, std::move(entry));
  for (Groups* groups : {&alike, &ofAKind}) {
    for (auto& [key, group] : *groups) appendGroup(draft, node, std::get<2>(key), group);
  }
}

Row gridRow(std::string key, std::vector<Piece> pieces, std::vector<std::string> cells) {
  Row row{.kind = RowKind::Grid, .key = std::move(key), .pieces = std::move(pieces)};
  row.cellsLeftOut = cells.size() > kMostCells ? cells.size() - kMostCells : 0;
  cells.resize(cells.size() - row.cellsLeftOut);
  for (std::string& cell : cells) row.cells.push_back({std::move(cell)});
  return row;
}

}  // namespace pointsman::picture
