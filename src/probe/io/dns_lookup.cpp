// SPDX-License-Identifier: Apache-2.0
#include "probe/io/dns_lookup.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>

#include "base/str_cat.h"
#include "probe/dns_message.h"
#include "probe/io/socket_address.h"

namespace pointsman::probe {

namespace {

// More than resolv.conf(5) allows; a bound all the same.
constexpr std::size_t kMostServers = 8;

// One server with the questions it has not answered.
struct Inquiry {
  NameServer server;
  UniqueFd socket;
  std::vector<DnsQuestion> open;
  std::vector<IpAddress> addresses;
};

Result<std::uint16_t> drawId() {
  std::uint16_t id = 0;
  if (::getrandom(&id, sizeof id, 0) != sizeof id) return errnoError("getrandom");
  return id;
}

// A socket of its own for each server, connected: the kernel lets in nothing but this server's
// answers, and tells when its port is closed.
Result<Inquiry> ask(const NameServer& server, const std::string& name) {
  TRY(const auto target, makeSocketAddress(server.address, server.port, server.device));
  TRY(auto socket, openSocket(target.family(), SOCK_DGRAM, 0));
  if (::connect(socket.number(), target.generic(), target.length) != 0)
    return errnoError("connect");
  Inquiry inquiry{.server = server, .socket = std::move(socket), .open = {}, .addresses = {}};
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    TRY(const auto id, drawId());
    const DnsQuestion question{.id = id, .name = name, .family = family};
    TRY(const auto bytes, encodeQuestion(question));
    if (::send(inquiry.socket.number(), bytes.data(), bytes.size(), 0) < 0) {
      return errnoError("send");
    }
    inquiry.open.push_back(question);
  }
  return inquiry;
}

// What the server's answer settles. A message that fits no question is somebody else's.
std::optional<std::string> settle(Inquiry& inquiry, std::span<const std::uint8_t> message) {
  for (auto question = inquiry.open.begin(); question != inquiry.open.end(); ++question) {
    const auto answer = decodeAnswer(message, *question);
    if (!answer) continue;
    inquiry.open.erase(question);
    inquiry.addresses.insert(inquiry.addresses.end(), answer->addresses.begin(),
                             answer->addresses.end());
    if (answer->addresses.empty()) return explainResponseCode(answer->responseCode);
    return std::nullopt;
  }
  return std::nullopt;
}

// Takes what has arrived; the result is why there is no address, as far as that is known. An error
// ends this server's part.
Result<std::optional<std::string>> takeAnswers(Inquiry& inquiry) {
  std::optional<std::string> why;
  std::array<std::uint8_t, kMostDnsBytes> buffer;
  while (true) {
    const ssize_t count = ::recv(inquiry.socket.number(), buffer.data(), buffer.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return why;
    if (count < 0) return errnoError("recv");
    if (auto said = settle(inquiry, std::span(buffer).first(static_cast<std::size_t>(count)))) {
      why = std::move(said);
    }
  }
}

class Lookup {
 public:
  explicit Lookup(std::string name) : name_(std::move(name)) {}

  Result<std::vector<IpAddress>> run(const std::vector<NameServer>& servers,
                                     const Patience& patience) {
    for (std::size_t at = 0; at < std::min(servers.size(), kMostServers); ++at) {
      auto inquiry = ask(servers[at], name_);
      if (inquiry) {
        inquiries_.push_back(std::move(*inquiry));
      } else {
        fail(servers[at], inquiry.error().message());
      }
    }
    while (!inquiries_.empty()) {
      auto waited = waitForAnswers(patience);
      if (auto found = takeFinished()) return std::move(*found);
      if (!waited) return giveUp(waited.error());
    }
    return Error(ErrorKind::NotFound, whyNot_.empty() ? "no name server" : whyNot_);
  }

 private:
  Result<> waitForAnswers(const Patience& patience) {
    std::vector<pollfd> events;
    for (const Inquiry& inquiry : inquiries_) {
      events.push_back({.fd = inquiry.socket.number(), .events = POLLIN, .revents = 0});
    }
    CHECK_OK(waitForAny(events, patience));
    for (std::size_t at = events.size(); at-- > 0;) {
      if (events[at].revents != 0) hear(inquiries_[at]);
    }
    return ok();
  }

  void hear(Inquiry& inquiry) {
    auto heard = takeAnswers(inquiry);
    if (!heard) {
      fail(inquiry.server, heard.error().message());
      inquiry.open.clear();
    } else if (*heard) {
      fail(inquiry.server, **heard);
    }
  }

  // Drops the servers that have said all they will; gives the addresses of one that knew some.
  std::optional<std::vector<IpAddress>> takeFinished() {
    const auto knows = [](const Inquiry& one) {
      return one.open.empty() && !one.addresses.empty();
    };
    const auto found = std::ranges::find_if(inquiries_, knows);
    if (found != inquiries_.end()) return std::move(found->addresses);
    std::erase_if(inquiries_, [](const Inquiry& one) { return one.open.empty(); });
    return std::nullopt;
  }

  // Half an answer is an answer: a server may be silent about AAAA.
  Result<std::vector<IpAddress>> giveUp(const Error& why) {
    std::vector<std::string> silent;
    for (Inquiry& inquiry : inquiries_) {
      if (!inquiry.addresses.empty()) return std::move(inquiry.addresses);
      silent.push_back(toString(inquiry.server.address));
    }
    return Error(why.kind(), strCat(why.message(), " from ", strJoin(silent, ", ")));
  }

  void fail(const NameServer& server, std::string_view why) {
    whyNot_ = strCat(server.address, ": ", why);
  }

  std::string name_;
  std::vector<Inquiry> inquiries_;
  std::string whyNot_;
};

}  // namespace

Result<std::vector<IpAddress>> lookUp(const std::string& name,
                                      const std::vector<NameServer>& servers,
                                      const Patience& patience) {
  return Lookup(name).run(servers, patience);
}

}  // namespace pointsman::probe
