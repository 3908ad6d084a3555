// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/monitor.h"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/str_cat.h"
#include "ovsdb/transact_reply.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

namespace {

Error malformed(std::string_view what) { return {ErrorKind::Protocol, std::string(what)}; }

bool hasConditions(const MonitorSpec& spec) {
  for (const auto& [name, table] : spec.tables) {
    if (!table.where.empty()) return true;
  }
  return false;
}

// <monitor-requests>: the replica knows the columns, the spec the conditions.
json::object encodeRequests(const Replica& replica, const MonitorSpec& spec) {
  json::object requests;
  for (const auto& [name, table] : replica.tables()) {
    json::array columns;
    for (const auto& field : table.layout().fields) columns.emplace_back(field.name);
    json::object request{{"columns", std::move(columns)}};
    const auto monitored = spec.tables.find(name);
    if (monitored != spec.tables.end() && !monitored->second.where.empty()) {
      request.emplace("where", encode(monitored->second.where));
    }
    json::array list;
    list.emplace_back(std::move(request));
    requests.emplace(name, std::move(list));
  }
  return requests;
}

std::optional<Uuid> uuidOf(const json::value& text) {
  if (!text.is_string()) return std::nullopt;
  return Uuid::parse({text.get_string().data(), text.get_string().size()});
}

}  // namespace

std::string Monitor::name() const { return strCat("pointsman-", id_); }

bool Monitor::isNamed(const json::value& given) const {
  return given.is_string() && given.get_string() == name();
}

Monitor::Monitor(MonitorId id, MonitorSpec spec, Replica replica)
    : id_(id), spec_(std::move(spec)), replica_(std::move(replica)), schemaIsFixed_(true) {}

Monitor::Call Monitor::begin() {
  method_ = Method::CondSince;
  unansweredConditions_ = 0;
  if (schemaIsFixed_) {
    lastTransaction_ = {};
    return callMonitor();
  }
  stage_ = Stage::AwaitingSchema;
  return {"get_schema", {spec_.database}};
}

void Monitor::disconnected() {
  // The server may or may not have sent rows by the new condition: start from nothing.
  if (unansweredConditions_ > 0) lastTransaction_ = {};
  stage_ = Stage::Idle;
}

Result<> Monitor::takeSchema(const Schema& schema) {
  TRY(Replica fresh, Replica::create(schema, spec_));
  orphans_ = fresh.adopt(std::move(replica_));
  if (!orphans_.empty()) lastTransaction_ = {};
  replica_ = std::move(fresh);
  return ok();
}

Monitor::Call Monitor::callMonitor() {
  stage_ = Stage::AwaitingContents;
  json::array params{spec_.database, name(), encodeRequests(replica_, spec_)};
  switch (method_) {
    case Method::CondSince:
      params.emplace_back(toString(lastTransaction_));
      return {"monitor_cond_since", std::move(params)};
    case Method::Cond:
      return {"monitor_cond", std::move(params)};
    case Method::Plain:
      break;
  }
  return {"monitor", std::move(params)};
}

Result<Monitor::Step> Monitor::answered(const Message& reply) {
  if (stage_ == Stage::AwaitingContents) {
    if (!reply.error().is_null()) return fallBack(decodeError(reply.error()));
    TRY(Replica::Outcome outcome, takeContents(reply.result()));
    if (outcome.problem) lastTransaction_ = {};
    outcome.changes.insert(outcome.changes.begin(), orphans_.begin(), orphans_.end());
    orphans_.clear();
    return Step(std::move(outcome));
  }
  if (!reply.error().is_null()) return decodeError(reply.error()).in(spec_.database);
  TRY(const Schema schema, decodeSchema(reply.result()));
  CHECK_OK(takeSchema(schema).in(spec_.database));
  return Step(callMonitor());
}

Result<Monitor::Step> Monitor::fallBack(Error refusal) {
  if (refusal.kind() != ErrorKind::Unsupported || method_ == Method::Plain) {
    return std::move(refusal).in(spec_.database);
  }
  method_ = method_ == Method::CondSince ? Method::Cond : Method::Plain;
  if (method_ == Method::Plain && hasConditions(spec_)) {
    return Error{ErrorKind::Unsupported, "this server cannot monitor by condition"};
  }
  return Step(callMonitor());
}

Result<Replica::Outcome> Monitor::takeContents(const json::value& result) {
  stage_ = Stage::Live;
  if (method_ == Method::Plain) return replica_.reset(result, UpdateFormat::Plain);
  if (method_ == Method::Cond) return replica_.reset(result, UpdateFormat::Difference);
  // [found, last-txn-id, updates]: when found, only what changed since.
  const json::array* const parts = result.if_array();
  const auto last = parts != nullptr && parts->size() == 3 ? uuidOf((*parts)[1]) : std::nullopt;
  if (!last || !(*parts)[0].is_bool())
    return malformed("monitor_cond_since: another form of reply");
  lastTransaction_ = *last;
  return (*parts)[0].get_bool() ? replica_.update((*parts)[2], UpdateFormat::Difference)
                                : replica_.reset((*parts)[2], UpdateFormat::Difference);
}

std::optional<Replica::Outcome> Monitor::notified(std::string_view method,
                                                  const json::array& params) {
  if (!live() || params.size() < 2 || !isNamed(params[0])) return std::nullopt;
  Replica::Outcome outcome;
  if (method == "update") {
    outcome = replica_.update(params[1], UpdateFormat::Plain);
  } else if (method == "update2") {
    outcome = replica_.update(params[1], UpdateFormat::Difference);
  } else if (method == "update3" && params.size() == 3) {
    outcome = replica_.update(params[2], UpdateFormat::Difference);
    lastTransaction_ = uuidOf(params[1]).value_or(Uuid{});
  } else {
    return std::nullopt;
  }
  if (outcome.problem) lastTransaction_ = {};
  return outcome;
}

Result<std::optional<Monitor::Call>> Monitor::changeCondition(std::string_view table, Where where) {
  const auto found = spec_.tables.find(table);
  if (found == spec_.tables.end()) {
    return Error{ErrorKind::InvalidInput, strCat("table ", table, " is not monitored by name")};
  }
  found->second.where = std::move(where);
  if (!live()) {
    lastTransaction_ = {};
    return std::optional<Call>();
  }
  if (method_ == Method::Plain) {
    return Error{ErrorKind::Unsupported, "this server cannot monitor by condition"};
  }
  ++unansweredConditions_;
  const Where all{true};
  json::array list;
  list.emplace_back(
      json::object{{"where", encode(found->second.where.empty() ? all : found->second.where)}});
  return std::optional<Call>(
      Call{"monitor_cond_change", {name(), name(), json::object{{table, std::move(list)}}}});
}

Result<> Monitor::conditionAnswered(const Message& reply) {
  if (unansweredConditions_ > 0) --unansweredConditions_;
  if (!reply.error().is_null()) return decodeError(reply.error()).in("monitor_cond_change");
  return ok();
}

Monitor::Call Monitor::cancellation() const { return {"monitor_cancel", {name()}}; }

}  // namespace pointsman::ovsdb
