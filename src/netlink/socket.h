// SPDX-License-Identifier: Apache-2.0
// A NETLINK_ROUTE socket: sends one request and gathers its answer. Knows frames, not their
// content; netlink.h is what other directories use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "netlink/message.h"
#include "netlink/writer.h"

namespace pointsman::netlink {

// A bound NETLINK_ROUTE socket of the current network namespace, with extended acknowledgements.
// 'groups' as in sockaddr_nl: 0 for one that only asks.
Result<UniqueFd> openSocket(std::uint32_t groups);

// The next datagram, read into 'buffer'. ENOBUFS, the kernel's word for lost messages, is Conflict;
// nothing there, on a socket that does not wait or did so too long, is Unavailable. A datagram from
// anyone but the kernel is dropped and gives no bytes.
Result<Bytes> receive(int socket, std::span<std::byte> buffer);

// Threading: one thread at a time. A Socket stays in the namespace in which it was opened.
class Socket {
 public:
  static Result<Socket> open();

  using Visit = std::function<Result<>(const Message&)>;
  struct Answer {
    Acknowledgement acknowledgement = {};
    // Of a dump: what was listed changed meanwhile, so entries may be missing or doubled.
    bool interrupted = false;
  };
  // Sends a request that carries NLM_F_ACK or NLM_F_DUMP, hands each message of the answer to
  // 'visit', and returns at its end. That the kernel refused is in the Answer, not an Error.
  Result<Answer> ask(MessageWriter& request, const Visit& visit);

 private:
  explicit Socket(UniqueFd fd);
  Result<> send(MessageWriter& request);

  UniqueFd fd_;
  std::uint32_t sequence_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace pointsman::netlink
