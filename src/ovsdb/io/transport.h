// SPDX-License-Identifier: Apache-2.0
// One non-blocking connection to an ovsdb-server: unix or TCP socket, plain or under TLS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "ovsdb/io/socket.h"
#include "ovsdb/io/tls.h"
#include "ovsdb/remote.h"

namespace pointsman::ovsdb {

class Transport {
 public:
  // Begins to connect, to each address of a host's name in turn. Fails with Unavailable when nobody
  // listens there.
  static Result<Transport> start(const Remote& remote, const TlsFiles& files);

  // Goes on with connecting: call when poll(2) finds what pollEvents() asks for. True once the
  // connection carries messages.
  Result<bool> proceed();

  [[nodiscard]] int fd() const { return fd_.number(); }
  // For poll(2), given whether there is something to write.
  enum class Output : std::uint8_t { None, Waiting };
  [[nodiscard]] short pollEvents(Output output) const;

  // How many bytes were read; 0 when none are there yet. Fails with Unavailable at the end.
  Result<std::size_t> read(std::span<char> buffer);
  // How many bytes were written; 0 when none fit now.
  Result<std::size_t> write(std::string_view bytes);

 private:
  enum class Stage : std::uint8_t { Connecting, Handshaking, Open };

  Transport(std::vector<SocketAddress> addresses, TlsFiles files, std::string tlsHost)
      : addresses_(std::move(addresses)), files_(std::move(files)), tlsHost_(std::move(tlsHost)) {}

  // Begins with the next address that does not fail at once.
  Result<> startNext();

  std::vector<SocketAddress> addresses_;
  std::size_t next_ = 0;  // in addresses_
  TlsFiles files_;
  std::string tlsHost_;  // empty: no TLS
  UniqueFd fd_ = {};     // before tls_: outlives it
  std::optional<TlsStream> tls_ = {};
  Stage stage_ = Stage::Connecting;
};

}  // namespace pointsman::ovsdb
