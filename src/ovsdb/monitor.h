// SPDX-License-Identifier: Apache-2.0
// One monitor's dealings with a server, from connection to connection: fetch the schema, ask for
// the contents or for what changed since the last known transaction, keep the replica current.
// Falls back from monitor_cond_since (OVS 2.12) to monitor_cond (2.6) to monitor (RFC 7047). Pure:
// it says what to call and is given the answers; the Session sends and receives.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "ovsdb/message.h"
#include "ovsdb/monitor_spec.h"
#include "ovsdb/replica.h"
#include "ovsdb/schema.h"

namespace pointsman::ovsdb {

class Monitor {
 public:
  // A request to send next.
  struct Call {
    std::string method = {};
    boost::json::array params = {};
  };

  Monitor(MonitorId id, MonitorSpec spec) : id_(id), spec_(std::move(spec)) {}
  // For a database such as _Server, whose schema is known and whose contents are another's on each
  // connection. 'replica' has the tables of 'spec'.
  Monitor(MonitorId id, MonitorSpec spec, Replica replica);

  [[nodiscard]] const MonitorSpec& spec() const { return spec_; }
  [[nodiscard]] const Replica& replica() const { return replica_; }
  // Whether the replica follows the server; false while disconnected.
  [[nodiscard]] bool live() const { return stage_ == Stage::Live; }

  // The connection is there: what to call first.
  Call begin();
  // The connection is gone. The replica stays as it is.
  void disconnected();

  // The answer to the last call, while not live: what to call next, or what the replica went
  // through on the way to being live. Fails when the server cannot serve this monitor.
  using Step = std::variant<Call, Replica::Outcome>;
  Result<Step> answered(const Message& reply);

  // An update, update2 or update3 notification, if it is for this monitor.
  std::optional<Replica::Outcome> notified(std::string_view method,
                                           const boost::json::array& params);
  [[nodiscard]] bool isNamed(const boost::json::value& name) const;

  // From now on only rows that meet any of 'where', every row when there is none. What to call, if
  // live; conditionAnswered() takes the answer. Fails for a table that is not monitored.
  Result<std::optional<Call>> changeCondition(std::string_view table, Where where);
  Result<> conditionAnswered(const Message& reply);
  // Whether the server has answered every change of condition.
  [[nodiscard]] bool settled() const { return unansweredConditions_ == 0; }

  [[nodiscard]] Call cancellation() const;

 private:
  enum class Stage : std::uint8_t { Idle, AwaitingSchema, AwaitingContents, Live };
  enum class Method : std::uint8_t { CondSince, Cond, Plain };

  [[nodiscard]] std::string name() const;
  Call callMonitor();
  Result<> takeSchema(const Schema& schema);
  Result<Replica::Outcome> takeContents(const boost::json::value& result);
  Result<Step> fallBack(Error refusal);

  MonitorId id_;
  MonitorSpec spec_;
  Stage stage_ = Stage::Idle;
  Method method_ = Method::CondSince;
  Replica replica_ = {};
  bool schemaIsFixed_ = false;
  std::vector<Change> orphans_ = {};  // rows whose table a new schema changed, not told of yet
  Uuid lastTransaction_ = {};         // zero: unknown, all contents are wanted
  unsigned unansweredConditions_ = 0;
};

}  // namespace pointsman::ovsdb
