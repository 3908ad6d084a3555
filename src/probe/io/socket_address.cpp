// SPDX-License-Identifier: Apache-2.0
#include "probe/io/socket_address.h"

#include <net/if.h>
#include <netinet/in.h>

#include <cstring>

#include "base/str_cat.h"

namespace pointsman::probe {

Result<SocketAddress> makeSocketAddress(const IpAddress& address, std::uint16_t port,
                                        const std::string& device) {
  SocketAddress made;
  if (address.family() == IpFamily::V4) {
    sockaddr_in v4 = {};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    std::memcpy(&v4.sin_addr, address.bytes().data(), address.bytes().size());
    std::memcpy(&made.storage, &v4, sizeof v4);
    made.length = sizeof v4;
    return made;
  }
  sockaddr_in6 v6 = {};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = htons(port);
  std::memcpy(&v6.sin6_addr, address.bytes().data(), address.bytes().size());
  if (address.isLinkLocal() && !device.empty()) {
    v6.sin6_scope_id = ::if_nametoindex(device.c_str());
    if (v6.sin6_scope_id == 0) return Error(ErrorKind::NotFound, strCat("no interface ", device));
  }
  std::memcpy(&made.storage, &v6, sizeof v6);
  made.length = sizeof v6;
  return made;
}

Result<UniqueFd> openSocket(int family, int type, int protocol) {
  UniqueFd fd{::socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol)};
  if (!fd.valid()) return errnoError("socket");
  return fd;
}

}  // namespace pointsman::probe
