// SPDX-License-Identifier: Apache-2.0
// What a picture says, before anyone decides where it stands: boxes with rows, and lines between
// them. build_diagram.h makes one from a host, compare.h marks differences on two of them,
// draw_svg.cpp and draw_dot.cpp write them down. All text in it is visible text (text.h) already.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pointsman::picture {

enum class Tone : std::uint8_t { Plain, Strong, Muted, Address, Vlan, Route, Fault };

struct Piece {
  std::string text = {};
  Tone tone = Tone::Plain;
  bool operator==(const Piece&) const = default;
};

// Whose an OVS row is, by its owner mark. None: not an OVS row, so it cannot bear one.
enum class Owner : std::uint8_t { None, Ours, Foreign };

// Against the other picture of a comparison.
enum class Change : std::uint8_t { None, Added, Removed, Changed };

// One of many similar things, drawn small.
struct Cell {
  std::string text = {};
  Change change = Change::None;
};

enum class RowKind : std::uint8_t {
  Detail,  // something about the box
  Port,    // a port of the box
  Remark,  // something about the Port or Member above
  Member,  // a member of the bond in the Port row above
  Grid,    // many ports of one kind; 'cells' holds them
};

struct Row {
  RowKind kind = RowKind::Detail;
  std::string key = {};  // unique in its node; a comparison matches rows by it
  std::vector<Piece> pieces = {};
  std::vector<Piece> trailing = {};  // at the right edge
  Owner owner = Owner::None;
  bool faulty = false;
  std::string tooltip = {};
  std::vector<Cell> cells = {};
  std::size_t cellsLeftOut = 0;
  Change change = Change::None;
};

enum class NodeKind : std::uint8_t {
  Gateway,      // beyond the host
  Nic,          // hardware, or what stands for it
  Kernel,       // bond, VLAN, veth, …
  LinuxBridge,  // has port rows
  OvsBridge,    // has port rows
  Interface,    // the host's end of an OVS internal port
  Loose,        // links that nothing uses, as cells
};

struct Node {
  NodeKind kind = NodeKind::Kernel;
  std::string key = {};  // unique in the diagram; a comparison matches nodes by it
  std::string title = {};
  std::string subtitle = {};  // what it is
  Owner owner = Owner::None;
  bool faulty = false;
  bool missing = false;  // configured, but not there
  std::vector<Row> rows = {};
  Change change = Change::None;
};

enum class EdgeKind : std::uint8_t { Membership, Stacking, Patch, VethPair, Gateway };

struct End {
  std::size_t node = 0;
  std::optional<std::size_t> row = {};  // empty: the title
  auto operator<=>(const End&) const = default;
};

// From what is nearer to the wire to what is nearer to the host's programs.
struct Edge {
  EdgeKind kind = EdgeKind::Membership;
  End lower = {};
  End upper = {};
  bool faulty = false;
  std::size_t count = 1;  // lines that would run between the same ends
  Change change = Change::None;
};

enum class NoticeKind : std::uint8_t { Plain, Warning };

struct Notice {
  NoticeKind kind = NoticeKind::Plain;
  std::string text = {};
};

struct Diagram {
  std::string title = {};
  std::string subtitle = {};
  std::vector<Notice> notices = {};
  std::size_t faults = 0;
  std::vector<Node> nodes = {};
  std::vector<Edge> edges = {};
};

}  // namespace pointsman::picture
