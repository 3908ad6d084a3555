// SPDX-License-Identifier: Apache-2.0
#include "probe/io/tcp_connect.h"

#include <algorithm>
#include <cerrno>

#include "base/str_cat.h"
#include "probe/io/socket_address.h"

namespace pointsman::probe {

namespace {

// A name with more addresses than this has had its chance.
constexpr std::size_t kMostAddresses = 8;

struct Attempt {
  UniqueFd socket;
  IpAddress address;
};

Result<> outcomeOf(const Attempt& attempt) {
  int code = 0;
  socklen_t length = sizeof code;
  if (::getsockopt(attempt.socket.number(), SOL_SOCKET, SO_ERROR, &code, &length) != 0) {
    return errnoError("getsockopt(SO_ERROR)");
  }
  if (code != 0) return errnoError(code, toString(attempt.address));
  return ok();
}

Result<Attempt> beginConnect(const IpAddress& address, std::uint16_t port) {
  TRY(const auto target, makeSocketAddress(address, port));
  TRY(auto socket, openSocket(target.family(), SOCK_STREAM, 0));
  if (::connect(socket.number(), target.generic(), target.length) != 0 && errno != EINPROGRESS) {
    return errnoError(toString(address));
  }
  return Attempt{std::move(socket), address};
}

// Returns when one has succeeded, or when none is left: then with the failure of the last.
Result<> waitForFirst(std::vector<Attempt> attempts, Error failure, const Patience& patience) {
  while (!attempts.empty()) {
    std::vector<pollfd> events;
    for (const Attempt& attempt : attempts) {
      events.push_back({.fd = attempt.socket.number(), .events = POLLOUT, .revents = 0});
    }
    CHECK_OK(waitForAny(events, patience));
    for (std::size_t at = events.size(); at-- > 0;) {
      if (events[at].revents == 0) continue;
      auto outcome = outcomeOf(attempts[at]);
      if (outcome) return ok();
      failure = std::move(outcome.error());
      attempts.erase(attempts.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  return failure;
}

}  // namespace

Result<> tryTcp(const std::vector<IpAddress>& addresses, std::uint16_t port,
                const Patience& patience) {
  std::vector<Attempt> attempts;
  Error failure(ErrorKind::NotFound, "no address to connect to");
  for (std::size_t at = 0; at < std::min(addresses.size(), kMostAddresses); ++at) {
    auto begun = beginConnect(addresses[at], port);
    if (begun) {
      attempts.push_back(std::move(*begun));
    } else {
      failure = std::move(begun.error());
    }
  }
  return waitForFirst(std::move(attempts), std::move(failure), patience);
}

}  // namespace pointsman::probe
