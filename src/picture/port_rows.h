// SPDX-License-Identifier: Apache-2.0
// Rows of a bridge's ports. Many of one kind become one row with a grid of small cells.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/names.h"
#include "picture/diagram.h"
#include "picture/draft.h"

namespace pointsman::picture {

// One port about to get a row: or, with others of its group, a cell.
struct PortEntry {
  InterfaceName name = {};
  Row row = {};
  std::vector<Row> following = {};          // faults, members of a bond
  std::vector<InterfaceName> members = {};  // of 'following', in order; the rest belongs to 'name'
  int rank = 0;                             // uplinks first, then internal ports, …
  std::string kind = {};  // "veth", "geneve"; ports group by it, their VLANs and their owner
  std::string vlan = {};
  std::string cell = {};
  bool mayGroup = false;
};

// Appends the ports to the node and notes in draft.ports where each went.
void appendPorts(Draft& draft, std::size_t node, std::vector<PortEntry> entries);

// A grid of all of 'cells', of which only the first few are drawn.
[[nodiscard]] Row gridRow(std::string key, std::vector<Piece> pieces,
                          std::vector<std::string> cells);

}  // namespace pointsman::picture
