// SPDX-License-Identifier: Apache-2.0
#include "picture/compare.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace pointsman::picture {
namespace {

using NodesByKey = std::map<std::string_view, const Node*>;
using EdgeKey = std::tuple<EdgeKind, std::string, std::string>;

NodesByKey indexNodes(const Diagram& diagram) {
  NodesByKey nodes;
  for (const Node& node : diagram.nodes) nodes.emplace(node.key, &node);
  return nodes;
}

// An edge is the same when it joins the same rows of the same boxes.
EdgeKey keyOf(const Diagram& diagram, const Edge& edge) {
  const auto name = [&](const End& end) {
    const Node& node = diagram.nodes[end.node];
    return end.row ? node.key + '\n' + node.rows[*end.row].key : node.key;
  };
  std::string one = name(edge.lower);
  std::string other = name(edge.upper);
  if (other < one) std::swap(one, other);
  return {edge.kind, std::move(one), std::move(other)};
}

std::set<EdgeKey> indexEdges(const Diagram& diagram) {
  std::set<EdgeKey> keys;
  for (const Edge& edge : diagram.edges) keys.insert(keyOf(diagram, edge));
  return keys;
}

void markCells(Row& row, const Row& other, Change onlyHere) {
  std::set<std::string_view> known;
  for (const Cell& cell : other.cells) known.insert(cell.text);
  for (Cell& cell : row.cells) {
    if (!known.contains(cell.text)) cell.change = onlyHere;
  }
}

void markRows(Node& node, const Node& other, Change onlyHere) {
  std::map<std::string_view, const Row*> rows;
  for (const Row& row : other.rows) rows.emplace(row.key, &row);
  for (Row& row : node.rows) {
    const auto found = rows.find(row.key);
    if (found == rows.end()) {
      row.change = onlyHere;
    } else if (row.kind == RowKind::Grid) {
      markCells(row, *found->second, onlyHere);
    } else if (row.pieces != found->second->pieces || row.trailing != found->second->trailing) {
      row.change = Change::Changed;
    }
  }
}

// 'others' and 'otherEdges' are of the diagram on the other side; what they lack is 'onlyHere'.
void markAgainst(Diagram& diagram, const NodesByKey& others, const std::set<EdgeKey>& otherEdges,
                 Change onlyHere) {
  for (Edge& edge : diagram.edges) {
    if (!otherEdges.contains(keyOf(diagram, edge))) edge.change = onlyHere;
  }
  for (Node& node : diagram.nodes) {
    const auto found = others.find(node.key);
    if (found == others.end()) {
      node.change = onlyHere;
    } else {
      markRows(node, *found->second, onlyHere);
    }
  }
}

}  // namespace

void markChanges(Diagram& before, Diagram& after) {
  const NodesByKey nodesBefore = indexNodes(before);
  const NodesByKey nodesAfter = indexNodes(after);
  const std::set<EdgeKey> edgesBefore = indexEdges(before);
  const std::set<EdgeKey> edgesAfter = indexEdges(after);
  // Marks do not change keys or texts, so the second pass sees what the first one saw.
  markAgainst(before, nodesAfter, edgesAfter, Change::Removed);
  markAgainst(after, nodesBefore, edgesBefore, Change::Added);
}

}  // namespace pointsman::picture
