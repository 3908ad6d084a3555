// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/io/socket.h"

#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "base/overloaded.h"
#include "base/str_cat.h"

namespace pointsman::ovsdb {

namespace {

// Nobody there is Unavailable whatever the errno: a missing socket file, too, may appear later.
Error connectError(int number) {
  const Error error = errnoError(number, "connect");
  if (error.kind() == ErrorKind::Denied) return error;
  return {ErrorKind::Unavailable, error.message()};
}

Result<UniqueFd> startSocket(const sockaddr* address, socklen_t length) {
  UniqueFd fd{::socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
  if (!fd.valid()) return errnoError("socket");
  if (address->sa_family != AF_UNIX) {
    // Requests are small and waited for.
    const int on = 1;
    ::setsockopt(fd.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  if (::connect(fd.number(), address, length) != 0 && errno != EINPROGRESS) {
    return connectError(errno);
  }
  return fd;
}

Result<UniqueFd> start(const UnixRemote& remote) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (remote.path.size() >= sizeof address.sun_path) {
    return Error{ErrorKind::InvalidInput, "the socket's path is too long"};
  }
  std::memcpy(address.sun_path, remote.path.data(), remote.path.size());
  return startSocket(reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

Result<UniqueFd> start(const InetRemote& remote) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const std::string port = strCat(remote.port);
  if (const int code = ::getaddrinfo(remote.host.c_str(), port.c_str(), &hints, &found);
      code != 0) {
    return Error{ErrorKind::Unavailable, strCat("look up ", remote.host, ": ", gai_strerror(code))};
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owned(found, ::freeaddrinfo);
  return startSocket(found->ai_addr, found->ai_addrlen);
}

}  // namespace

Result<UniqueFd> startConnecting(const Remote& remote) {
  return std::visit([](const auto& one) { return start(one); }, remote);
}

Result<> finishConnecting(int fd) {
  int error = 0;
  socklen_t length = sizeof error;
  if (::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0) return errnoError("getsockopt");
  if (error != 0) return connectError(error);
  return ok();
}

}  // namespace pointsman::ovsdb
