// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/io/client.h"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <deque>

#include "base/str_cat.h"
#include "ovsdb/io/pump.h"

namespace pointsman::ovsdb {

namespace json = boost::json;

struct Client::State {
  State(std::vector<Remote> all, ClientOptions chosen)
      : remotes(all.size()),
        options(std::move(chosen)),
        session(std::move(all), options.session),
        pump(session, options.tls, options.wakeFd) {}

  // Fails when the deadline has passed before a connection was ready.
  Result<> becomeReady(Patience patience, Deadline deadline);
  Result<Message> awaitReply(RequestId request, Deadline deadline);
  // Moves what the session has to tell into 'events'; gives the reply to 'request' if it is there.
  std::optional<Result<Message>> sortEvents(RequestId request);

  std::size_t remotes;
  ClientOptions options;
  Session session;
  Pump pump;
  std::deque<Event> events;
};

namespace {

Error lateError(std::string_view what) {
  return {ErrorKind::Unavailable, strCat("deadline passed ", what)};
}

}  // namespace

Result<> Client::State::becomeReady(Patience patience, Deadline deadline) {
  std::vector<std::string> failures;
  while (!session.ready()) {
    while (auto event = session.nextEvent()) {
      const Lost* const lost = std::get_if<Lost>(&*event);
      if (lost == nullptr) continue;
      failures.push_back(lost->why.message());
      const bool wholeRound = failures.size() >= remotes;
      // What the caller got wrong, such as a missing key file, does not pass with time.
      if (lost->why.kind() == ErrorKind::InvalidInput) return lost->why;
      if (wholeRound && patience == Patience::OneRound) {
        const bool sole = remotes == 1;
        return Error{sole ? lost->why.kind() : ErrorKind::Unavailable, strJoin(failures, "; ")};
      }
      if (failures.size() > remotes) failures.erase(failures.begin());
    }
    if (deadline.passed()) {
      return failures.empty() ? lateError(strCat("connecting to ", toString(session.remote())))
                              : lateError(strCat("connecting: ", strJoin(failures, "; ")));
    }
    pump.turn(deadline);
  }
  return ok();
}

std::optional<Result<Message>> Client::State::sortEvents(RequestId request) {
  std::optional<Result<Message>> found;
  while (auto event = session.nextEvent()) {
    Replied* const replied = std::get_if<Replied>(&*event);
    if (replied == nullptr) {
      events.push_back(std::move(*event));
    } else if (replied->request == request) {
      found.emplace(std::move(replied->reply));
    }
  }
  return found;
}

Result<Message> Client::State::awaitReply(RequestId request, Deadline deadline) {
  while (true) {
    if (auto reply = sortEvents(request)) return std::move(*reply);
    if (deadline.passed()) {
      session.cancel(request);
      pump.turn(Deadline::at(Clock::now()));
      return lateError(strCat("waiting for ", toString(session.remote())));
    }
    pump.turn(deadline);
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
  if (!reply) {
    return std::move(reply.error()).in("transaction sent, outcome unknown");
  }
  return decodeTransactReply(std::move(*reply), operations);
}

const Remote& Client::remote() const { return state_->session.remote(); }

}  // namespace pointsman::ovsdb
