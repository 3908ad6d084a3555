// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/session.h"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include "base/str_cat.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

namespace {

constexpr MonitorId kServerMonitor = 0;  // callers' begin at 1

std::optional<Monitor> monitorServer(const SessionOptions& options) {
  if (options.database.empty()) return std::nullopt;
  MonitorSpec spec = serverMonitor(options.database);
  auto replica = Replica::create(serverSchema(), spec);
  if (!replica) return std::nullopt;
  return Monitor(kServerMonitor, std::move(spec), std::move(*replica));
}

Result<> checkLockName(std::string_view name) {
  const auto isLetter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  bool valid = !name.empty() && isLetter(name.front());
  for (const char c : name) valid = valid && (isLetter(c) || isDigit(c));
  if (valid) return ok();
  return Error{ErrorKind::InvalidInput, strCat("\"", name, "\" cannot be the name of a lock")};
}

}  // namespace

Session::Session(std::vector<Remote> remotes, SessionOptions options)
    : remotes_(std::move(remotes)),
      options_(std::move(options)),
      reconnect_(options_.reconnect, static_cast<unsigned>(remotes_.size())),
      server_(monitorServer(options_)),
      judge_(options_.database, options_.serving) {}

Session::Wish Session::advance(Clock::time_point now) {
  if (broken_) return Wish::Disconnect;
  switch (reconnect_.advance(now)) {
    case Reconnect::Action::Nothing:
      return Wish::Nothing;
    case Reconnect::Action::Connect:
      return Wish::Connect;
    case Reconnect::Action::Disconnect:
      broken_ = Error{ErrorKind::Unavailable, up_ ? "no sign of life" : "no answer"};
      return Wish::Disconnect;
    case Reconnect::Action::Probe:
      send("echo", {}, Ignored{});
      return Wish::Nothing;
  }
  return Wish::Nothing;
}

void Session::connected(Clock::time_point now) {
  const bool local = std::holds_alternative<UnixRemote>(remote());
  reconnect_.connected(now, local ? Reconnect::Peer::Local : Reconnect::Peer::Distant);
  stream_.emplace(options_.limits);
  output_.clear();
  sent_ = 0;
  up_ = true;
  if (!server_) {
    becomeReady();
    return;
  }
  // Else the server would cut the connection whenever a database comes or goes.
  send("set_db_change_aware", {true}, Ignored{});
  const Monitor::Call call = server_->begin();
  send(call.method, call.params, ServerStep{});
}

void Session::becomeReady() {
  ready_ = true;
  events_.emplace_back(Ready{});
  for (auto& [id, monitor] : monitors_) {
    const Monitor::Call call = monitor.begin();
    send(call.method, call.params, MonitorStep{id});
  }
  for (const auto& [name, state] : locks_) send("lock", {name}, LockRequest{name});
}

void Session::disconnected(Error why, Clock::time_point now) {
  reconnect_.disconnected(now);
  if (broken_) why = std::move(*broken_);
  broken_.reset();
  up_ = ready_ = false;
  const Error named = std::move(why).in(toString(remote()));
  for (const auto& [id, purpose] : open_) {
    if (std::holds_alternative<ByCaller>(purpose)) events_.emplace_back(Replied{id, named});
  }
  open_.clear();
  if (server_) server_->disconnected();
  for (auto& [id, monitor] : monitors_) monitor.disconnected();
  for (const auto& [name, state] : locks_) moveLock(name, LockState::Absent);
  events_.emplace_back(Lost{named});
  current_ = (current_ + 1) % remotes_.size();
}

void Session::received(std::string_view bytes, Clock::time_point now) {
  if (broken_ || !up_) return;
  reconnect_.received(now);
  auto fed = stream_->feed(bytes);
  while (auto document = stream_->next()) {
    auto message = Message::decode(std::move(*document));
    if (message) {
      handle(std::move(*message));
    } else {
      broken_ = std::move(message.error());
    }
    if (broken_) return;
  }
  if (!fed) broken_ = std::move(fed.error());
}

std::string_view Session::output() const { return std::string_view(output_).substr(sent_); }

void Session::sent(std::size_t count) {
  sent_ += count;
  if (sent_ < output_.size()) return;
  output_.clear();
  sent_ = 0;
}

std::optional<Event> Session::nextEvent() {
  if (events_.empty()) return std::nullopt;
  std::optional<Event> event(std::move(events_.front()));
  events_.pop_front();
  return event;
}

RequestId Session::request(std::string_view method, const json::array& params) {
  return send(method, params, ByCaller{});
}

void Session::cancel(RequestId request) {
  if (open_.erase(request) == 0) return;
  output_ += encodeNotification("cancel", {request});
}

RequestId Session::send(std::string_view method, const json::array& params, Purpose purpose) {
  const RequestId id = ++lastRequest_;
  output_ += encodeRequest(method, params, id);
  open_.emplace(id, std::move(purpose));
  return id;
}

MonitorId Session::addMonitor(MonitorSpec spec) {
  const MonitorId id = ++lastMonitor_;
  Monitor& monitor = monitors_.emplace(id, Monitor(id, std::move(spec))).first->second;
  if (ready_) {
    const Monitor::Call call = monitor.begin();
    send(call.method, call.params, MonitorStep{id});
  }
  return id;
}

void Session::removeMonitor(MonitorId id) {
  const auto found = monitors_.find(id);
  if (found == monitors_.end()) return;
  if (ready_) {
    const Monitor::Call call = found->second.cancellation();
    send(call.method, call.params, Ignored{});
  }
  monitors_.erase(found);
}

const Monitor* Session::monitor(MonitorId id) const {
  const auto found = monitors_.find(id);
  return found == monitors_.end() ? nullptr : &found->second;
}

Result<> Session::changeCondition(MonitorId id, std::string_view table, Where where) {
  const auto found = monitors_.find(id);
  if (found == monitors_.end()) return Error{ErrorKind::InvalidInput, "no such monitor"};
  TRY(const auto call, found->second.changeCondition(table, std::move(where)));
  if (call) send(call->method, call->params, ConditionChange{id});
  return ok();
}

Result<> Session::lock(std::string_view name) {
  CHECK_OK(checkLockName(name));
  if (!locks_.try_emplace(std::string(name), LockState::Absent).second) return ok();
  if (ready_) send("lock", {name}, LockRequest{std::string(name)});
  return ok();
}

Result<> Session::steal(std::string_view name) {
  CHECK_OK(checkLockName(name));
  // A server refuses a second request for a lock that was not let go before.
  unlock(name);
  locks_.emplace(name, LockState::Absent);
  if (ready_) send("steal", {name}, LockRequest{std::string(name)});
  return ok();
}

void Session::unlock(std::string_view name) {
  const auto found = locks_.find(name);
  if (found == locks_.end()) return;
  if (ready_) send("unlock", {name}, Ignored{});
  locks_.erase(found);
}

LockState Session::lockState(std::string_view name) const {
  const auto found = locks_.find(name);
  return found == locks_.end() ? LockState::Absent : found->second;
}

std::optional<DatabaseStatus> Session::status() const {
  if (!ready_ || !server_) return std::nullopt;
  auto statuses = readStatuses(server_->replica());
  if (!statuses || statuses->empty()) return std::nullopt;
  return statuses->front();
}

}  // namespace pointsman::ovsdb
