// SPDX-License-Identifier: Apache-2.0
// A blocking OVSDB client: a Session with sockets. Every call takes a deadline and answers by then
// with a result or an Error; a lost connection is made anew by the next call that needs one.
//
// Threading: none inside; one thread at a time.
#pragma once

#include <boost/json/fwd.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "ovsdb/io/tls_files.h"
#include "ovsdb/operation.h"
#include "ovsdb/remote.h"
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
  int wakeFd =
      -1;  // readable: every wait ends, with Unavailable. For a thread that must be stopped
};

class Client {
 public:
  // Fails with Unavailable, naming every remote it tried and why that did not do.
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

  [[nodiscard]] const Remote& remote() const;  // the one in use

 private:
  struct State;
  explicit Client(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace pointsman::ovsdb
