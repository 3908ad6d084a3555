// SPDX-License-Identifier: Apache-2.0
#include "netlink/socket.h"

#include <linux/netlink.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <cerrno>
#include <utility>

namespace pointsman::netlink {

namespace {

// The kernel packs as much of a dump into one datagram as the reader made room for, up to 32 KiB;
// single messages of links with many virtual functions are larger.
constexpr std::size_t kBufferSize = 256 * 1024;
constexpr int kSocketBuffer = 1024 * 1024;
// The kernel answers before sendmsg() returns; this only keeps a lost answer from hanging us.
constexpr timeval kAnswerTimeout{.tv_sec = 10, .tv_usec = 0};

// Options that older kernels lack; without them answers are less precise but still right.
void setOptional(int fd, int level, int option, int value) {
  (void)::setsockopt(fd, level, option, &value, sizeof value);
}

}  // namespace

Result<UniqueFd> openSocket(std::uint32_t groups) {
  UniqueFd fd{::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE)};
  if (!fd.valid()) return errnoError("socket(AF_NETLINK)");
  sockaddr_nl local = {};
  local.nl_family = AF_NETLINK;
  local.nl_groups = groups;
  if (::bind(fd.number(), reinterpret_cast<const sockaddr*>(&local), sizeof local) != 0) {
    return errnoError("bind(AF_NETLINK)");
  }
  setOptional(fd.number(), SOL_NETLINK, NETLINK_EXT_ACK, 1);
  setOptional(fd.number(), SOL_NETLINK, NETLINK_CAP_ACK, 1);
  // Dumps then leave out what was not asked for, such as the IPv6 route cache.
  setOptional(fd.number(), SOL_NETLINK, NETLINK_GET_STRICT_CHK, 1);
  setOptional(fd.number(), SOL_SOCKET, SO_RCVBUF, kSocketBuffer);
  setOptional(fd.number(), SOL_SOCKET, SO_RCVBUFFORCE, kSocketBuffer);
  return fd;
}

Result<Bytes> receive(int socket, std::span<std::byte> buffer) {
  sockaddr_nl sender = {};
  iovec piece{.iov_base = buffer.data(), .iov_len = buffer.size()};
  msghdr header = {};
  header.msg_name = &sender;
  header.msg_namelen = sizeof sender;
  header.msg_iov = &piece;
  header.msg_iovlen = 1;
  ssize_t length = -1;
  do {
    length = ::recvmsg(socket, &header, 0);
  } while (length < 0 && errno == EINTR);
  if (length < 0 && errno == ENOBUFS) {
    return Error{ErrorKind::Conflict, "netlink: messages were lost, the receive buffer was full"};
  }
  if (length < 0) return errnoError("recvmsg(AF_NETLINK)");
  if ((header.msg_flags & MSG_TRUNC) != 0) return truncated("datagram");
  if (sender.nl_pid != 0) return Bytes{};
  return Bytes(buffer).first(static_cast<std::size_t>(length));
}

Socket::Socket(UniqueFd fd) : fd_(std::move(fd)), buffer_(kBufferSize) {}

Result<Socket> Socket::open() {
  TRY(UniqueFd fd, openSocket(0));
  if (::setsockopt(fd.number(), SOL_SOCKET, SO_RCVTIMEO, &kAnswerTimeout, sizeof kAnswerTimeout) !=
      0) {
    return errnoError("setsockopt(SO_RCVTIMEO)");
  }
  return Socket{std::move(fd)};
}

Result<> Socket::send(MessageWriter& request) {
  if (request.tooLong()) return Error{ErrorKind::InvalidInput, "netlink: a value is too long"};
  request.setSequence(++sequence_);
  sockaddr_nl kernel = {};
  kernel.nl_family = AF_NETLINK;
  const Bytes bytes = request.bytes();
  ssize_t sent = -1;
  do {
    sent = ::sendto(fd_.number(), bytes.data(), bytes.size(), 0,
                    reinterpret_cast<const sockaddr*>(&kernel), sizeof kernel);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0) return errnoError("sendto(AF_NETLINK)");
  return ok();
}

Result<Socket::Answer> Socket::ask(MessageWriter& request, const Visit& visit) {
  CHECK_OK(send(request));
  Answer answer;
  // A failed visit does not end the reading: the kernel refuses the next dump with EBUSY while one
  // is under way.
  Result<> visited = ok();
  while (true) {
    TRY(const Bytes datagram, receive(fd_.number(), buffer_));
    TRY(const auto messages, splitMessages(datagram));
    for (const Message& message : messages) {
      // The answer to an earlier request that came after its timeout may still be queued.
      if (message.sequence != sequence_) continue;
      if ((message.flags & NLM_F_DUMP_INTR) != 0) answer.interrupted = true;
      if (message.type == NLMSG_DONE || message.type == NLMSG_ERROR) {
        CHECK_OK(std::move(visited));
        TRY(answer.acknowledgement, decodeAcknowledgement(message));
        return answer;
      }
      if (visited) visited = visit(message);
    }
  }
}

}  // namespace pointsman::netlink
