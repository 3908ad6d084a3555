// SPDX-License-Identifier: Apache-2.0
// An address in the shape of the socket calls.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <string>

#include "base/ip_address.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace pointsman::probe {

struct SocketAddress {
  sockaddr_storage storage = {};
  socklen_t length = 0;

  [[nodiscard]] const sockaddr* generic() const {
    return reinterpret_cast<const sockaddr*>(&storage);
  }
  [[nodiscard]] int family() const { return storage.ss_family; }
};

// 'device' gives a link-local IPv6 address its scope; NotFound when there is no such device.
Result<SocketAddress> makeSocketAddress(const IpAddress& address, std::uint16_t port,
                                        const std::string& device = "");

// Non-blocking and close-on-exec. 'type' is SOCK_STREAM, SOCK_DGRAM or SOCK_RAW.
Result<UniqueFd> openSocket(int family, int type, int protocol);

}  // namespace pointsman::probe
