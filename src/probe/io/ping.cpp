// SPDX-License-Identifier: Apache-2.0
#include "probe/io/ping.h"

#include <netinet/icmp6.h>
#include <netinet/in.h>
#include <sys/random.h>

#include <array>
#include <cerrno>

#include "probe/echo_message.h"
#include "probe/io/socket_address.h"

namespace pointsman::probe {

namespace {

struct EchoSocket {
  UniqueFd fd;
  bool raw = false;
};

// A raw socket first: the kernel's ping sockets are closed to everybody, root included, unless
// net.ipv4.ping_group_range says otherwise.
Result<EchoSocket> openEchoSocket(IpFamily family) {
  const int domain = family == IpFamily::V4 ? AF_INET : AF_INET6;
  const int protocol = family == IpFamily::V4 ? int{IPPROTO_ICMP} : int{IPPROTO_ICMPV6};
  if (auto raw = openSocket(domain, SOCK_RAW, protocol)) return EchoSocket{std::move(*raw), true};
  TRY(auto plain, openSocket(domain, SOCK_DGRAM, protocol));
  return EchoSocket{std::move(plain), false};
}

// Neighbour discovery goes through ICMPv6 too; without the filter all of it would come here.
Result<> passOnlyReplies(const EchoSocket& socket) {
  icmp6_filter filter;
  ICMP6_FILTER_SETBLOCKALL(&filter);
  ICMP6_FILTER_SETPASS(ICMP6_ECHO_REPLY, &filter);
  if (::setsockopt(socket.fd.number(), IPPROTO_ICMPV6, ICMP6_FILTER, &filter, sizeof filter) != 0) {
    return errnoError("setsockopt(ICMP6_FILTER)");
  }
  return ok();
}

Result<Echo> drawEcho() {
  Echo echo;
  std::array<std::uint16_t, 2> numbers = {};
  if (::getrandom(numbers.data(), sizeof numbers, 0) != sizeof numbers) {
    return errnoError("getrandom");
  }
  echo.id = numbers[0];
  echo.sequence = numbers[1];
  return echo;
}

bool isReply(const EchoSocket& socket, IpFamily family, const Echo& sent,
             std::span<const std::uint8_t> packet) {
  if (socket.raw && family == IpFamily::V4) packet = skipIpv4Header(packet);
  const auto reply = decodeEchoReply(family, packet);
  if (!reply || reply->sequence != sent.sequence) return false;
  // A ping socket puts its own number in, and gives us only what bears it.
  return !socket.raw || reply->id == sent.id;
}

// Whether the reply was among what had arrived.
Result<bool> takeReplies(const EchoSocket& socket, IpFamily family, const Echo& sent) {
  std::array<std::uint8_t, kMostEchoBytes> buffer;
  while (true) {
    const ssize_t count = ::recv(socket.fd.number(), buffer.data(), buffer.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return false;
    if (count < 0) return errnoError("echo request");
    if (isReply(socket, family, sent, std::span(buffer).first(static_cast<std::size_t>(count)))) {
      return true;
    }
  }
}

}  // namespace

Result<> ping(const IpAddress& address, const std::string& device, const Patience& patience) {
  const IpFamily family = address.family();
  TRY(const auto target, makeSocketAddress(address, 0, device));
  TRY(const auto socket, openEchoSocket(family));
  if (socket.raw && family == IpFamily::V6) CHECK_OK(passOnlyReplies(socket));
  // Connected: replies of others do not reach us, errors of the route do.
  if (::connect(socket.fd.number(), target.generic(), target.length) != 0) {
    return errnoError("echo request");
  }
  TRY(const Echo echo, drawEcho());
  const auto request = encodeEchoRequest(family, echo);
  if (::send(socket.fd.number(), request.data(), request.size(), 0) < 0) {
    return errnoError("echo request");
  }
  while (true) {
    pollfd event{.fd = socket.fd.number(), .events = POLLIN, .revents = 0};
    CHECK_OK(waitForAny({&event, 1}, patience));
    TRY(const bool replied, takeReplies(socket, family, echo));
    if (replied) return ok();
  }
}

}  // namespace pointsman::probe
