// SPDX-License-Identifier: Apache-2.0
// Begins non-blocking connections.
#pragma once

#include <sys/socket.h>

#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "ovsdb/remote.h"

namespace pointsman::ovsdb {

struct SocketAddress {
  sockaddr_storage bytes = {};
  socklen_t length = 0;
};

// At least one. A host's name is looked up, and waited for as long as the resolver's own settings
// say.
Result<std::vector<SocketAddress>> findAddresses(const Remote& remote);

// A socket on its way to 'address'.
Result<UniqueFd> startConnecting(const SocketAddress& address);

// What became of it, once poll(2) finds it writable.
Result<> finishConnecting(int fd);

}  // namespace pointsman::ovsdb
