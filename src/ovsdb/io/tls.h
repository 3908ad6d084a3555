// SPDX-License-Identifier: Apache-2.0
// TLS over a connected, non-blocking socket, with certificates as OVS uses them: both sides show
// one, each must be signed by the other's CA, and names in them are not looked at.
#pragma once

#include <openssl/ssl.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ovsdb/io/tls_files.h"

namespace pointsman::ovsdb {

class TlsStream {
 public:
  // Which readiness of the socket the last call lacked.
  enum class Lack : std::uint8_t { Nothing, Readable, Writable };

  // 'host' is announced to the server (SNI) when it is a name. The socket stays the caller's.
  static Result<TlsStream> create(int fd, const TlsFiles& files, const std::string& host);

  // True once the peers know each other. Denied when one does not accept the other.
  Result<bool> handshake();
  // Both give 0 when they must wait for lack(). read() fails with Unavailable at the end.
  Result<std::size_t> read(std::span<char> buffer);
  Result<std::size_t> write(std::string_view bytes);

  [[nodiscard]] Lack lack() const { return lack_; }

 private:
  struct Free {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
    void operator()(SSL* ssl) const { SSL_free(ssl); }
  };
  TlsStream(std::unique_ptr<SSL_CTX, Free> context, std::unique_ptr<SSL, Free> ssl)
      : context_(std::move(context)), ssl_(std::move(ssl)) {}

  // Sorts a call's failure: nothing when it only has to wait.
  Result<> judge(int outcome, std::string_view what);

  std::unique_ptr<SSL_CTX, Free> context_;
  std::unique_ptr<SSL, Free> ssl_;
  Lack lack_ = Lack::Nothing;
};

}  // namespace pointsman::ovsdb
