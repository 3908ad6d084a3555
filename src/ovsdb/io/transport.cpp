// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/io/transport.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

#include "ovsdb/io/socket.h"

namespace pointsman::ovsdb {

namespace {

Error lost(int number, std::string_view what) {
  return {ErrorKind::Unavailable, errnoError(number, what).message()};
}

bool mustWait(int number) { return number == EAGAIN || number == EWOULDBLOCK || number == EINTR; }

}  // namespace

Result<Transport> Transport::start(const Remote& remote, const TlsFiles& files) {
  TRY(std::vector<SocketAddress> addresses, findAddresses(remote));
  const auto* const inet = std::get_if<InetRemote>(&remote);
  const bool encrypted = inet != nullptr && inet->encryption == Encryption::Tls;
  Transport transport(std::move(addresses), files, encrypted ? inet->host : std::string());
  CHECK_OK(transport.startNext());
  return transport;
}

Result<> Transport::startNext() {
  while (true) {
    auto fd = startConnecting(addresses_[next_++]);
    if (fd) {
      fd_ = std::move(*fd);
      return ok();
    }
    if (next_ == addresses_.size()) return std::move(fd.error());
  }
}

Result<bool> Transport::proceed() {
  if (stage_ == Stage::Connecting) {
    auto connected = finishConnecting(fd());
    if (!connected && next_ == addresses_.size()) return std::move(connected.error());
    if (!connected) {
      CHECK_OK(startNext());
      return false;
    }
    stage_ = Stage::Open;
    if (!tlsHost_.empty()) {
      TRY(tls_, TlsStream::create(fd(), files_, tlsHost_));
      stage_ = Stage::Handshaking;
    }
  }
  if (stage_ == Stage::Handshaking) {
    TRY(const bool done, tls_->handshake());
    if (done) stage_ = Stage::Open;
  }
  return stage_ == Stage::Open;
}

short Transport::pollEvents(Output output) const {
  if (stage_ == Stage::Connecting) return POLLOUT;
  if (tls_ && tls_->lack() == TlsStream::Lack::Writable) return POLLOUT;
  if (stage_ == Stage::Handshaking) return POLLIN;
  return output == Output::Waiting ? POLLIN | POLLOUT : POLLIN;
}

Result<std::size_t> Transport::read(std::span<char> buffer) {
  if (tls_) return tls_->read(buffer);
  const ssize_t count = ::recv(fd(), buffer.data(), buffer.size(), 0);
  if (count > 0) return static_cast<std::size_t>(count);
  if (count == 0) return Error{ErrorKind::Unavailable, "the server hung up"};
  if (mustWait(errno)) return std::size_t{0};
  return lost(errno, "read");
}

Result<std::size_t> Transport::write(std::string_view bytes) {
  if (tls_) return tls_->write(bytes);
  const ssize_t count = ::send(fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (count >= 0) return static_cast<std::size_t>(count);
  if (mustWait(errno)) return std::size_t{0};
  return lost(errno, "write");
}

}  // namespace pointsman::ovsdb
