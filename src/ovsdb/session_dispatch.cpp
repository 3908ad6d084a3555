// SPDX-License-Identifier: Apache-2.0
// What a Session does with each message it receives.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "ovsdb/session.h"
#include "ovsdb/transact_reply.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

void Session::handle(Message message) {
  switch (message.kind()) {
    case Message::Kind::Request:
      handleRequest(message);
      break;
    case Message::Kind::Notification:
      handleNotification(message);
      break;
    case Message::Kind::Reply:
      handleReply(std::move(message));
      break;
  }
}

void Session::handleRequest(const Message& message) {
  // Nothing else is ever asked of a client (RFC 7047, 4.1.11).
  if (message.method() == "echo") output_ += encodeReply(message.id(), message.params());
}

void Session::handleNotification(const Message& message) {
  const std::string_view method = message.method();
  const json::array& params = message.params();
  if (params.empty()) return;
  if ((method == "locked" || method == "stolen") && params[0].is_string()) {
    const std::string_view name(params[0].get_string().data(), params[0].get_string().size());
    moveLock(name, method == "locked" ? LockState::Held : LockState::Waiting);
    return;
  }
  if (server_) {
    if (auto outcome = server_->notified(method, params)) {
      if (outcome->problem) broken_ = std::move(outcome->problem);
      judgeServer();
      return;
    }
  }
  for (auto& [id, monitor] : monitors_) {
    if (method == "monitor_canceled" && monitor.isNamed(params[0])) {
      // The database was converted or is gone: ask anew, beginning with its schema.
      monitor.disconnected();
      const Monitor::Call call = monitor.begin();
      send(call.method, call.params, MonitorStep{id});
      return;
    }
    if (auto outcome = monitor.notified(method, params)) {
      deliver(id, std::move(*outcome));
      return;
    }
  }
}

void Session::handleReply(Message message) {
  // An id that is not open belongs to a request that was cancelled.
  if (!message.id().is_int64()) return;
  const auto found = open_.find(static_cast<RequestId>(message.id().get_int64()));
  if (found == open_.end()) return;
  const RequestId id = found->first;
  const Purpose purpose = std::move(found->second);
  open_.erase(found);
  std::visit(Overloaded{
                 [&](const ByCaller&) {
                   events_.emplace_back(Replied{id, std::move(message)});
                 },
                 [](const Ignored&) {},
                 [&](const ServerStep&) { serverAnswered(message); },
                 [&](const MonitorStep& step) { monitorAnswered(step.monitor, message); },
                 [&](const ConditionChange& change) { conditionAnswered(change.monitor, message); },
                 [&](const LockRequest& request) { lockAnswered(request.name, message); },
             },
             purpose);
}

void Session::serverAnswered(const Message& reply) {
  auto step = server_->answered(reply);
  if (!step) {
    // A server from before OVS 2.9 has no _Server, and no clusters either.
    if (step.error().kind() == ErrorKind::NotFound) {
      becomeReady();
    } else {
      broken_ = std::move(step.error());
    }
    return;
  }
  if (const auto* const call = std::get_if<Monitor::Call>(&*step)) {
    send(call->method, call->params, ServerStep{});
    return;
  }
  broken_ = std::move(std::get<Replica::Outcome>(*step).problem);
  judgeServer();
}

void Session::judgeServer() {
  if (broken_) return;
  auto statuses = readStatuses(server_->replica());
  auto fit = statuses ? judge_.judge(*statuses) : Result<>(std::move(statuses.error()));
  if (!fit) {
    broken_ = std::move(fit.error());
  } else if (!ready_) {
    becomeReady();
  }
}

void Session::monitorAnswered(MonitorId id, const Message& reply) {
  const auto found = monitors_.find(id);
  if (found == monitors_.end()) return;
  auto step = found->second.answered(reply);
  if (!step) {
    found->second.disconnected();
    events_.emplace_back(MonitorFailed{id, std::move(step.error())});
    return;
  }
  if (const auto* const call = std::get_if<Monitor::Call>(&*step)) {
    send(call->method, call->params, MonitorStep{id});
    return;
  }
  deliver(id, std::move(std::get<Replica::Outcome>(*step)));
  if (!broken_) events_.emplace_back(Synchronised{id});
}

void Session::conditionAnswered(MonitorId id, const Message& reply) {
  const auto found = monitors_.find(id);
  if (found == monitors_.end()) return;
  if (auto accepted = found->second.conditionAnswered(reply); !accepted) {
    events_.emplace_back(MonitorFailed{id, std::move(accepted.error())});
  } else {
    events_.emplace_back(Synchronised{id});
  }
}

void Session::lockAnswered(const std::string& name, const Message& reply) {
  if (!reply.error().is_null()) {
    broken_ = decodeError(reply.error()).in(strCat("lock ", name));
    return;
  }
  const json::object* const result = reply.result().if_object();
  const json::value* const locked = result == nullptr ? nullptr : result->if_contains("locked");
  if (locked == nullptr || !locked->is_bool()) {
    broken_ = Error{ErrorKind::Protocol, strCat("lock ", name, ": another form of reply")};
    return;
  }
  moveLock(name, locked->get_bool() ? LockState::Held : LockState::Waiting);
}

void Session::deliver(MonitorId id, Replica::Outcome outcome) {
  // Even of an update that went wrong half way: events and replica must tell the same story.
  if (!outcome.changes.empty()) events_.emplace_back(Changed{id, std::move(outcome.changes)});
  if (outcome.problem) broken_ = std::move(outcome.problem);
}

void Session::moveLock(std::string_view name, LockState state) {
  const auto found = locks_.find(name);
  if (found == locks_.end() || found->second == state) return;
  found->second = state;
  events_.emplace_back(LockMoved{found->first, state});
}

}  // namespace pointsman::ovsdb
