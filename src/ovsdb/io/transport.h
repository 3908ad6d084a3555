// SPDX-License-Identifier: Apache-2.0
// One non-blocking connection to an ovsdb-server: unix or TCP socket, plain or under TLS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"
#include "ovsdb/io/tls.h"
#include "ovsdb/remote.h"

namespace pointsman::ovsdb {

class Transport {
 public:
  // Begins to connect. Fails with Unavailable when nobody listens there.
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

  Transport(UniqueFd fd, std::optional<TlsStream> tls) : fd_(std::move(fd)), tls_(std::move(tls)) {}

  UniqueFd fd_;  // before tls_: outlives it
  std::optional<TlsStream> tls_;
  Stage stage_ = Stage::Connecting;
};

}  // namespace pointsman::ovsdb
