// SPDX-License-Identifier: Apache-2.0
#include "picture/port_rows.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/str_cat.h"
#include "picture/text.h"

namespace pointsman::picture {
namespace {

// Similar ports get a row each up to this many, faulty ones up to the second number.
constexpr std::size_t kMostSimilarRows = 6;
constexpr std::size_t kMostFaultyRows = 24;
constexpr std::size_t kMostCells = 60;

using GroupKey = std::tuple<int, std::string, std::string, Owner, bool>;

GroupKey keyOf(const PortEntry& entry) {
  return {entry.rank, entry.kind, entry.vlan, entry.row.owner, entry.row.faulty};
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

void appendGroup(Draft& draft, std::size_t node, std::vector<PortEntry>& group) {
  std::stable_sort(group.begin(), group.end(), [](const PortEntry& a, const PortEntry& b) {
    return naturallyLess(a.cell, b.cell);
  });
  auto& rows = draft.diagram.nodes[node].rows;
  const PortEntry& first = group.front();
  std::vector<Piece> pieces{{strCat(group.size(), " \xC3\x97 ", first.kind), Tone::Strong}};
  if (!first.vlan.empty()) pieces.push_back({first.vlan, Tone::Vlan});
  std::vector<std::string> cells;
  for (const PortEntry& entry : group) {
    cells.push_back(entry.cell);
    draft.ports[entry.name] = {node, rows.size()};
  }
  Row row = gridRow(strCat("many ", first.kind, " ", first.vlan, first.row.faulty ? " faulty" : ""),
                    std::move(pieces), std::move(cells));
  row.owner = first.row.owner;
  row.faulty = first.row.faulty;
  rows.push_back(std::move(row));
}

}  // namespace

void appendPorts(Draft& draft, std::size_t node, std::vector<PortEntry> entries) {
  std::map<GroupKey, std::vector<PortEntry>> groups;
  std::vector<PortEntry> single;
  for (PortEntry& entry : entries) {
    auto& target = entry.mayGroup ? groups[keyOf(entry)] : single;
    target.push_back(std::move(entry));
  }
  for (auto& [key, group] : groups) {
    const bool faulty = std::get<bool>(key);
    if (group.size() > (faulty ? kMostFaultyRows : kMostSimilarRows)) continue;
    for (PortEntry& entry : group) single.push_back(std::move(entry));
    group.clear();
  }
  std::stable_sort(single.begin(), single.end(), [](const PortEntry& a, const PortEntry& b) {
    return a.rank != b.rank ? a.rank < b.rank : naturallyLess(a.name.text, b.name.text);
  });
  for (PortEntry& entry : single) appendOne(draft, node, std::move(entry));
  for (auto& [key, group] : groups) {
    if (!group.empty()) appendGroup(draft, node, group);
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
