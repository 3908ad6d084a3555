// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/io/client.h"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <deque>

#include "base/str_cat.h"
#include "ovsdb/io/pump.h"
#include "ovsdb/session.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

struct Client::State {
  State(std::vector<Remote> all, ClientOptions chosen)
      : remotes(all.size()),
        options(std::move(chosen)),
        session(std::move(all), options.session),
        pump(session, options.tls, options.wakeFd) {}

  Result<> becomeReady(Patience patience, Deadline deadline);
  Result<Message> awaitReply(RequestId request, Deadline deadline);
  // Waits once for something to happen. Fails when the deadline has passed.
  Result<> turn(Deadline deadline);
  // Shows each event the session has to tell to 'visitor', then keeps it for nextEvent().
  template <typename Visitor>
  void collect(const Visitor& visitor);
  void keep(Event event);

  std::size_t remotes;
  ClientOptions options;
  Session session;
  Pump pump;
  std::deque<Event> events;  // for nextEvent()
};

Result<> Client::State::turn(Deadline deadline) {
  const bool late = deadline.passed();
  // A last look for what is there already: a deadline of now means to take that.
  const auto ending = pump.turn(late ? Deadline::at(Clock::now()) : deadline);
  if (ending == Pump::Ending::Woken) return Error{ErrorKind::Unavailable, "told to stop waiting"};
  if (late) {
    return Error{ErrorKind::Unavailable, strCat("deadline passed, ", toString(session.remote()),
                                                session.ready() ? "" : " not connected")};
  }
  return ok();
}

template <typename Visitor>
void Client::State::collect(const Visitor& visitor) {
  while (auto event = session.nextEvent()) {
    visitor(*event);
    keep(std::move(*event));
  }
}

void Client::State::keep(Event event) {
  if (std::holds_alternative<Replied>(event)) return;
  // A server that is away for long would otherwise fill the queue of a caller who does not look.
  const bool again = !events.empty() && std::holds_alternative<Lost>(events.back()) &&
                     std::holds_alternative<Lost>(event);
  if (again) events.pop_back();
  events.push_back(std::move(event));
}

Result<> Client::State::becomeReady(Patience patience, Deadline deadline) {
  std::vector<std::string> failures;  // of the last round
  std::optional<Error> final;
  const auto note = [&](const Event& event) {
    const Lost* const lost = std::get_if<Lost>(&event);
    if (lost == nullptr || final) return;
    if (failures.size() == remotes) failures.erase(failures.begin());
    failures.push_back(lost->why.message());
    // What the caller got wrong, such as a missing key file, does not pass with time.
    if (lost->why.kind() == ErrorKind::InvalidInput) final = lost->why;
    if (failures.size() == remotes && patience == Patience::OneRound && !final) {
      const ErrorKind kind = remotes == 1 ? lost->why.kind() : ErrorKind::Unavailable;
      final = Error{kind, strJoin(failures, "; ")};
    }
  };
  // Nobody may have looked for a while: a server that hung up meanwhile is noticed before a request
  // is lost on it, not by losing it.
  pump.turn(Deadline::at(Clock::now()));
  Result<> turned = ok();
  while (true) {
    collect(note);
    if (session.ready()) return ok();
    if (final) return *final;
    if (!turned && !failures.empty()) return std::move(turned).in(strJoin(failures, "; "));
    if (!turned) return turned;
    turned = turn(deadline);
  }
}

Result<Message> Client::State::awaitReply(RequestId request, Deadline deadline) {
  std::optional<Result<Message>> reply;
  std::optional<Error> late;  // and then one more look
  while (true) {
    while (auto event = session.nextEvent()) {
      Replied* const replied = std::get_if<Replied>(&*event);
      if (replied != nullptr && replied->request == request)
        reply.emplace(std::move(replied->reply));
      keep(std::move(*event));
    }
    if (reply) return std::move(*reply);
    if (late) {
      session.cancel(request);
      return std::move(*late);
    }
    if (auto turned = turn(deadline); !turned) late = std::move(turned.error());
  }
}

Client::Client(std::unique_ptr<State> state) : state_(std::move(state)) {}
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;
Client::~Client() = default;

Result<Client> Client::connect(std::vector<Remote> remotes, ClientOptions options,
                               Deadline deadline) {
  if (remotes.empty()) return Error{ErrorKind::InvalidInput, "no OVSDB remote given"};
  const Patience patience = options.patience;
  auto state = std::make_unique<State>(std::move(remotes), std::move(options));
  CHECK_OK(state->becomeReady(patience, deadline));
  return Client(std::move(state));
}

Result<Message> Client::call(std::string_view method, const json::array& params,
                             Deadline deadline) {
  CHECK_OK(state_->becomeReady(Patience::UntilDeadline, deadline));
  const RequestId request = state_->session.request(method, params);
  TRY(Message reply, state_->awaitReply(request, deadline).in(method));
  if (!reply.error().is_null()) return decodeError(reply.error()).in(method);
  return reply;
}

Result<std::vector<std::string>> Client::listDbs(Deadline deadline) {
  TRY(const Message reply, call("list_dbs", {}, deadline));
  std::vector<std::string> names;
  const json::array* const list = reply.result().if_array();
  if (list == nullptr) return Error{ErrorKind::Protocol, "list_dbs: not an array"};
  for (const json::value& name : *list) {
    if (!name.is_string()) return Error{ErrorKind::Protocol, "list_dbs: a name that is not text"};
    names.emplace_back(name.get_string().data(), name.get_string().size());
  }
  return names;
}

Result<Schema> Client::schema(std::string_view database, Deadline deadline) {
  TRY(const Message reply, call("get_schema", {database}, deadline));
  return decodeSchema(reply.result());
}

TransactResult Client::transact(std::string_view database, std::span<const Operation> operations,
                                Deadline deadline) {
  if (auto ready = state_->becomeReady(Patience::UntilDeadline, deadline); !ready) {
    return std::move(ready.error());
  }
  const RequestId request =
      state_->session.request("transact", encodeTransaction(database, operations));
  auto reply = state_->awaitReply(request, deadline);
  if (!reply) return std::move(reply.error()).in("transaction sent, outcome unknown");
  return decodeTransactReply(std::move(*reply), operations);
}

Result<MonitorId> Client::monitor(MonitorSpec spec, Deadline deadline) {
  CHECK_OK(state_->becomeReady(Patience::UntilDeadline, deadline));
  const MonitorId id = state_->session.addMonitor(std::move(spec));
  std::optional<Result<>> outcome;
  while (!outcome) {
    if (auto turned = state_->turn(deadline); !turned) outcome = std::move(turned);
    state_->collect([&](const Event& event) {
      const auto* const loaded = std::get_if<Synchronised>(&event);
      const auto* const failed = std::get_if<MonitorFailed>(&event);
      if (loaded != nullptr && loaded->monitor == id) outcome = ok();
      if (failed != nullptr && failed->monitor == id) outcome = Result<>(failed->why);
    });
  }
  if (*outcome) return id;
  state_->session.removeMonitor(id);
  return std::move(outcome->error()).in("monitor");
}

const Replica& Client::replica(MonitorId id) const {
  static const Replica none;
  const Monitor* const monitor = state_->session.monitor(id);
  return monitor == nullptr ? none : monitor->replica();
}

bool Client::live(MonitorId id) const {
  const Monitor* const monitor = state_->session.monitor(id);
  return monitor != nullptr && monitor->live();
}

Result<> Client::changeCondition(MonitorId id, std::string_view table, Where where,
                                 Deadline deadline) {
  CHECK_OK(state_->session.changeCondition(id, table, std::move(where)));
  std::optional<Error> refusal;
  while (!refusal) {
    const Monitor* const monitor = state_->session.monitor(id);
    if (monitor->live() && monitor->settled()) return ok();
    CHECK_OK(state_->turn(deadline));
    state_->collect([&](const Event& event) {
      const auto* const failed = std::get_if<MonitorFailed>(&event);
      if (failed != nullptr && failed->monitor == id) refusal = failed->why;
    });
  }
  return *refusal;
}

void Client::cancelMonitor(MonitorId id) { state_->session.removeMonitor(id); }

Result<LockState> Client::lock(std::string_view name, Deadline deadline) {
  CHECK_OK(state_->session.lock(name));
  return awaitLock(name, deadline);
}

Result<LockState> Client::steal(std::string_view name, Deadline deadline) {
  CHECK_OK(state_->session.steal(name));
  return awaitLock(name, deadline);
}

Result<LockState> Client::awaitLock(std::string_view name, Deadline deadline) {
  CHECK_OK(waitUntil([&] { return lockState(name) != LockState::Absent; }, deadline)
               .in(strCat("lock ", name)));
  return lockState(name);
}

void Client::unlock(std::string_view name) { state_->session.unlock(name); }

LockState Client::lockState(std::string_view name) const { return state_->session.lockState(name); }

std::optional<Event> Client::nextEvent(Deadline deadline) {
  bool late = false;  // and then one more look
  while (true) {
    state_->collect([](const Event&) {});
    if (!state_->events.empty()) {
      std::optional<Event> event(std::move(state_->events.front()));
      state_->events.pop_front();
      return event;
    }
    if (late) return std::nullopt;
    late = !state_->turn(deadline).has_value();
  }
}

Result<> Client::turn(Deadline deadline) { return state_->turn(deadline); }

const Remote& Client::remote() const { return state_->session.remote(); }

std::optional<DatabaseStatus> Client::status() const { return state_->session.status(); }

}  // namespace pointsman::ovsdb
