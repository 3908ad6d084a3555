// SPDX-License-Identifier: Apache-2.0
#include "host/ovs_executor.h"

#include <optional>
#include <string>
#include <vector>

#include "base/str_cat.h"
#include "host/observe_ovs.h"
#include "host/ovs_edit.h"
#include "host/ovs_rows.h"

namespace pointsman::host {

namespace {

// Somebody wrote between our reading and our writing. On a host where that happens so often in a
// row, another layer must decide.
constexpr int kTries = 3;

// Whether reading again may make a difference. A name that somebody took in that moment breaks a
// constraint, which the server calls an invalid transaction.
bool mayBeOvertaken(const Error& error) {
  return error.kind() == ErrorKind::Conflict || error.kind() == ErrorKind::InvalidInput;
}

// A patch port works as soon as its peer exists, whoever makes that and when; until then it has an
// ofport and an error.
std::optional<std::string> problemOf(ovsdb::RowReader& row) {
  const std::string error = row.optionalText("error").value_or("");
  const std::int64_t ofport = row.optionalInteger("ofport").value_or(-1);
  const bool patch = row.text("type") == kOvsPatch;
  if (ofport >= 0 && (error.empty() || patch)) return std::nullopt;
  return error.empty() ? "Open vSwitch could not add it to the bridge" : error;
}

}  // namespace

Result<OvsTransaction> OvsExecutor::prepare(std::span<const plan::Step> steps, Deadline deadline) {
  const auto query = makeOvsQuery();
  TRY(const auto reply, client_->transact(kOvsDatabase, query, deadline));
  TRY(const ObservedOvs current, decodeOvs(reply));
  TRY(const OvsRows rows, decodeRows(reply));
  TRY(const OvsConfig target, editOvs(current.config, steps));
  return makeOvsTransaction(current.config, target, rows);
}

Result<OvsTransaction> OvsExecutor::write(std::span<const plan::Step> steps, Deadline deadline) {
  for (int tries = 1;; ++tries) {
    TRY(OvsTransaction transaction, prepare(steps, deadline));
    if (transaction.operations.empty()) return transaction;
    operations_ += transaction.operations.size();
    auto carriedOut = configurator_->carryOut(transaction, deadline);
    if (!carriedOut && mayBeOvertaken(carriedOut.error()) && tries < kTries) continue;
    if (!carriedOut) return std::move(carriedOut.error());
    return transaction;
  }
}

Result<> OvsExecutor::checkInterfaces(const OvsTransaction& transaction, Deadline deadline) {
  if (transaction.touched.empty()) return ok();
  const std::vector<ovsdb::Operation> query = {
      ovsdb::Select{.table = "Interface", .columns = {"name", "type", "ofport", "error"}}};
  TRY(const auto reply, client_->transact(kOvsDatabase, query, deadline));
  std::vector<std::string> problems;
  for (ovsdb::RowReader row : reply.rows(0)) {
    const InterfaceName name{row.text("name")};
    const auto problem = problemOf(row);
    CHECK_OK(row.finish());
    if (problem && transaction.touched.contains(name)) {
      problems.push_back(strCat("interface ", name, ": ", *problem));
    }
  }
  if (problems.empty()) return ok();
  return Error{ErrorKind::Mismatch, strJoin(problems, "; ")};
}

Result<OvsTransaction> OvsExecutor::execute(std::span<const plan::Step> steps, Deadline deadline) {
  TRY(OvsTransaction done, write(steps, deadline));
  auto checked = checkInterfaces(done, deadline);
  if (checked) return done;
  if (checked.error().kind() != ErrorKind::Mismatch) return std::move(checked.error());
  const auto undone = write(plan::inverseOf({steps.begin(), steps.end()}), deadline);
  if (undone) return std::move(checked.error());
  return Error{ErrorKind::Mismatch, strCat(checked.error().message(),
                                           "; taking it back failed: ", undone.error().message())};
}

}  // namespace pointsman::host
