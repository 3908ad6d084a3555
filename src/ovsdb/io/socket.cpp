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

SocketAddress makeAddress(const void* bytes, std::size_t length) {
  SocketAddress address{.length = static_cast<socklen_t>(length)};
  std::memcpy(&address.bytes, bytes, length);
  return address;
}

Result<std::vector<SocketAddress>> find(const UnixRemote& remote) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (remote.path.size() >= sizeof address.sun_path) {
    return Error{ErrorKind::InvalidInput, "the socket's path is too long"};
  }
  std::memcpy(address.sun_path, remote.path.data(), remote.path.size());
  return std::vector{makeAddress(&address, sizeof address)};
}

Result<std::vector<SocketAddress>> find(const InetRemote& remote) {
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
  std::vector<SocketAddress> addresses;
  for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
    addresses.push_back(makeAddress(entry->ai_addr, entry->ai_addrlen));
  }
  return addresses;
}

}  // namespace

Result<std::vector<SocketAddress>> findAddresses(const Remote& remote) {
  return std::visit([](const auto& one) { return find(one); }, remote);
}

Result<UniqueFd> startConnecting(const SocketAddress& address) {
  const int family = address.bytes.ss_family;
  UniqueFd fd{::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
  if (!fd.valid()) return errnoError("socket");
  if (family != AF_UNIX) {
    // Requests are small and waited for.
    const int on = 1;
    ::setsockopt(fd.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  const auto* const generic = reinterpret_cast<const sockaddr*>(&address.bytes);
  if (::connect(fd.number(), generic, address.length) != 0 && errno != EINPROGRESS) {
    return connectError(errno);
  }
  return fd;
}

Result<> finishConnecting(int fd) {
  int error = 0;
  socklen_t length = sizeof error;
  if (::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0) return errnoError("getsockopt");
  if (error != 0) return connectError(error);
  return ok();
}

}  // namespace pointsman::ovsdb
