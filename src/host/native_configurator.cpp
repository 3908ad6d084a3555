// SPDX-License-Identifier: Apache-2.0
#include "host/native_configurator.h"

#include <chrono>
#include <optional>

#include "base/str_cat.h"
#include "host/observe_ovs.h"

namespace pointsman::host {

namespace {

// What the Select at the end of every transaction gives.
Result<std::int64_t> nextCfgOf(const ovsdb::TransactReply& reply) {
  auto rows = reply.rows(reply.size() - 1);
  if (rows.empty()) return Error{ErrorKind::Conflict, "the Open_vSwitch row is gone"};
  const std::int64_t number = rows.front().integer("next_cfg");
  CHECK_OK(rows.front().finish());
  return number;
}

std::optional<std::chrono::milliseconds> timeLeft(Deadline deadline) {
  const int left = deadline.pollTimeout();
  if (left < 0) return std::nullopt;
  return std::chrono::milliseconds(left);
}

// Returns when cur_cfg has reached 'number'. The server holds the transaction until its only
// operation is true, and looks whenever the row changes: as good as a monitor, without one.
Result<> awaitVswitchd(ovsdb::Client& client, std::int64_t number, Deadline deadline) {
  ovsdb::Wait wait{.table = "Open_vSwitch", .columns = {"cur_cfg"}, .timeout = timeLeft(deadline)};
  wait.where = {ovsdb::Comparison{"cur_cfg", ovsdb::Function::Less, number}};
  const std::vector<ovsdb::Operation> operations = {std::move(wait)};
  auto waited = client.transact(kOvsDatabase, operations, deadline);
  if (waited) return ok();
  if (waited.error().kind() != ErrorKind::Conflict) return std::move(waited.error());
  return Error{
      ErrorKind::Unavailable,
      strCat("ovs-vswitchd does not act upon the database: cur_cfg did not reach ", number)};
}

}  // namespace

Result<> NativeConfigurator::carryOut(const OvsTransaction& transaction, Deadline deadline) {
  TRY(const auto reply, client_->transact(kOvsDatabase, transaction.operations, deadline));
  TRY(const std::int64_t number, nextCfgOf(reply));
  return awaitVswitchd(*client_, number, deadline);
}

}  // namespace pointsman::host
