// SPDX-License-Identifier: Apache-2.0
// The rows behind an OvsConfig: their identities, and their columns to the letter, for transactions
// that must find the database as it was read.
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "model/names.h"
#include "ovsdb/operation.h"
#include "ovsdb/transact_reply.h"
#include "ovsdb/uuid.h"

namespace pointsman::host {

struct OvsRow {
  ovsdb::Uuid uuid = {};
  ovsdb::Row columns = {};  // those the model knows, as the server spells them
  bool operator==(const OvsRow&) const = default;
};

struct OvsRows {
  OvsRow root = {};  // of table Open_vSwitch, which has one row
  std::map<BridgeName, OvsRow> bridges = {};
  std::map<PortName, OvsRow> ports = {};
  std::map<InterfaceName, OvsRow> interfaces = {};
  // Of each bridge, by target.
  std::map<BridgeName, std::map<std::string, ovsdb::Uuid>> controllers = {};
  bool operator==(const OvsRows&) const = default;
};

// Takes the reply to makeOvsQuery(). Unavailable when the database was never initialised.
Result<OvsRows> decodeRows(const ovsdb::TransactReply& reply);

}  // namespace pointsman::host
