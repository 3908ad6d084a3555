// SPDX-License-Identifier: Apache-2.0
// A blocking OVSDB client: a Session with sockets. Every call takes a deadline and answers by then
// with a result or an Error; a lost connection is made anew by the next call that needs one.
//
// Threading: none inside; one thread at a time.
#pragma once

#include <boost/json/fwd.hpp>

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "ovsdb/event.h"
#include "ovsdb/io/tls_files.h"
#include "ovsdb/operation.h"
#include "ovsdb/remote.h"
#include "ovsdb/replica.h"
#include "ovsdb/schema.h"
#include "ovsdb/session_options.h"
#include "ovsdb/transact_reply.h"

namespace pointsman::ovsdb {

enum class Patience : std::uint8_t {
  OneRound,       // connect() fails once every remote has failed
  UntilDeadline,  // connect() goes on, with backoff
};

struct ClientOptions {
  SessionOptions session = {};
  TlsFiles tls = {};
  Patience patience = Patience::OneRound;
  // While it is readable every wait ends at once, as if its deadline had passed: how another thread
  // stops this one. Negative: nothing does.
  int wakeFd = -1;
};

class Client {
 public:
  // Fails with Unavailable, naming every remote it tried and why that did not do; with InvalidInput
  // for options that no server could serve.
  static Result<Client> connect(std::vector<Remote> remotes, ClientOptions options,
                                Deadline deadline);

  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;
  ~Client();

  Result<std::vector<std::string>> listDbs(Deadline deadline);
  Result<Schema> schema(std::string_view database, Deadline deadline);

  // One transaction: all of 'operations' or none. When it fails with Unavailable while under way,
  // it may still have been carried out; the message says so.
  TransactResult transact(std::string_view database, std::span<const Operation> operations,
                          Deadline deadline);

  // Any request. An answer that is an error is an Error.
  Result<Message> call(std::string_view method, const boost::json::array& params,
                       Deadline deadline);

  // Replicates what 'spec' names, from here on and over reconnections; returns once it is loaded.
  // Events tell of its changes, those of the first load included.
  Result<MonitorId> monitor(MonitorSpec spec, Deadline deadline);
  // Of a monitor that was not cancelled. Stays as it was while the connection is lost.
  [[nodiscard]] const Replica& replica(MonitorId id) const;
  // Whether the replica follows the server at present.
  [[nodiscard]] bool live(MonitorId id) const;
  // Narrows or widens which rows of 'table' are replicated; returns once they are.
  Result<> changeCondition(MonitorId id, std::string_view table, Where where, Deadline deadline);
  void cancelMonitor(MonitorId id);

  // Asks for a lock: Held, or Waiting behind another client. A LockMoved event tells when that
  // changes, lockState() at any time. It is asked for again after a reconnection.
  Result<LockState> lock(std::string_view name, Deadline deadline);
  Result<LockState> steal(std::string_view name, Deadline deadline);
  void unlock(std::string_view name);
  [[nodiscard]] LockState lockState(std::string_view name) const;

  // The oldest event not yet taken, waiting for one; nothing when there was none by the deadline.
  // Never Replied. Keeps the connection alive, and makes it anew.
  std::optional<Event> nextEvent(Deadline deadline);

  // Waits for 'holds', a condition on replicas, locks or status; asks after each message. The
  // events that arrive meanwhile wait for nextEvent(). Fails with Unavailable at the deadline.
  template <std::predicate Condition>
  Result<> waitUntil(const Condition& holds, Deadline deadline) {
    while (!holds()) {
      auto turned = turn(deadline);
      if (!turned && !holds()) return turned;
    }
    return ok();
  }

  [[nodiscard]] const Remote& remote() const;  // the one in use, or to be tried next
  // What the server says of the database in the options; nothing unless connected and asked to
  // look.
  [[nodiscard]] std::optional<DatabaseStatus> status() const;

 private:
  struct State;
  explicit Client(std::unique_ptr<State> state);
  Result<> turn(Deadline deadline);
  Result<LockState> awaitLock(std::string_view name, Deadline deadline);
  std::unique_ptr<State> state_;
};

}  // namespace pointsman::ovsdb
