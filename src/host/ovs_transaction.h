// SPDX-License-Identifier: Apache-2.0
// The one transaction that leads Open vSwitch's database from one configuration to another. Pure;
// ovs_configurator.h sends it.
//
// Rows are known by their names, which are unique in the whole database: an interface that moves to
// another port, or a port to another bridge, keeps its row and what others keep in it. Columns that
// others write too are changed key by key and element by element.
#pragma once

#include <set>
#include <vector>

#include "host/ovs_rows.h"
#include "model/ovs_config.h"
#include "ovsdb/operation.h"

namespace pointsman::host {

struct OvsTransaction {
  // None when there is nothing to do. Guards first, so that rows which are no longer as they were
  // read fail the whole with Conflict; a Select of the incremented next_cfg last.
  std::vector<ovsdb::Operation> operations = {};
  // What ovs-vswitchd has to do something about: made, changed, or moved to another bridge.
  std::set<InterfaceName> touched = {};
  // Internal interfaces, whose kernel links come and go with their rows.
  std::set<InterfaceName> appearing = {};
  std::set<InterfaceName> vanishing = {};
  bool operator==(const OvsTransaction&) const = default;
};

// 'rows' are those behind 'before'.
[[nodiscard]] OvsTransaction makeOvsTransaction(const OvsConfig& before, const OvsConfig& after,
                                                const OvsRows& rows);

}  // namespace pointsman::host
