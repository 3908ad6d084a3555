// SPDX-License-Identifier: Apache-2.0
// Rows of the Open_vSwitch database to the model.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "model/observed_state.h"
#include "model/ovs_config.h"
#include "ovsdb/operation.h"
#include "ovsdb/transact_reply.h"

namespace pointsman::host {

inline constexpr const char* kOvsDatabase = "Open_vSwitch";

// The operations of makeOvsQuery(), in order.
enum OvsQuery : std::size_t {
  kRootRows,
  kBridgeRows,
  kPortRows,
  kInterfaceRows,
  kControllerRows,
};

// One transaction that reads all that the model holds; its reply is one moment of the database.
[[nodiscard]] std::vector<ovsdb::Operation> makeOvsQuery();

struct ObservedOvs {
  OvsConfig config = {};
  OvsFacts facts = {};
};
// Takes the reply to makeOvsQuery(). Fails with Protocol when a row is not as its schema says.
Result<ObservedOvs> decodeOvs(const ovsdb::TransactReply& reply);

}  // namespace pointsman::host
