// SPDX-License-Identifier: Apache-2.0
#include "probe/io/run_probes.h"

#include <thread>

#include "base/overloaded.h"
#include "base/str_cat.h"
#include "probe/io/dns_lookup.h"
#include "probe/io/patience.h"
#include "probe/io/ping.h"
#include "probe/io/tcp_connect.h"

namespace pointsman::probe {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// A lost datagram costs this much; TCP repeats by itself after a second (RFC 6298, 2.1).
constexpr Clock::duration kDatagramAttempt = seconds(1);
constexpr Clock::duration kTcpAttempt = seconds(3);
// What fails at once ("network is unreachable") is not tried more often than this.
constexpr Clock::duration kPace = milliseconds(200);

Result<> pingGateways(IpFamily family, const Surroundings& around, const Patience& patience) {
  Error failure(ErrorKind::NotFound, strCat("no default route with an ", family, " gateway"));
  for (const Gateway& gateway : around.gateways) {
    if (gateway.address.family() != family) continue;
    auto answered = ping(gateway.address, gateway.device, patience.atMost(kDatagramAttempt));
    if (answered) return ok();
    failure = std::move(answered.error()).in(toString(gateway.address));
    if (patience.ended()) break;
  }
  return failure;
}

Result<> probeTcp(const TcpProbe& tcp, const Surroundings& around, const Patience& patience) {
  const Patience attempt = patience.atMost(kTcpAttempt);
  if (const auto address = IpAddress::parse(tcp.host)) {
    return tryTcp({*address}, tcp.port, attempt);
  }
  TRY(const auto addresses, lookUp(tcp.host, around.nameServers, attempt.atMost(kDatagramAttempt)));
  return tryTcp(addresses, tcp.port, attempt);
}

Result<> attemptOnce(const Probe& probe, const Surroundings& around, const Patience& patience) {
  return std::visit(
      Overloaded{
          [&](const PingProbe& one) {
            return ping(one.address, one.device, patience.atMost(kDatagramAttempt));
          },
          [&](const GatewayProbe& one) { return pingGateways(one.family, around, patience); },
          [&](const TcpProbe& one) { return probeTcp(one, around, patience); },
          [&](const DnsProbe& one) -> Result<> {
            CHECK_OK(lookUp(one.name, around.nameServers, patience.atMost(kDatagramAttempt)));
            return ok();
          },
      },
      probe);
}

// Runs at least once, even when the deadline has passed already.
ProbeResult runProbe(const Probe& probe, const LookAround& lookAround, const Patience& patience) {
  while (true) {
    const auto start = Clock::now();
    const Patience pace = patience.atMost(kPace);
    const auto attempt = attemptOnce(probe, lookAround(), patience);
    if (attempt) {
      const auto took = std::chrono::duration_cast<milliseconds>(Clock::now() - start);
      return {
          .probe = probe, .worked = true, .milliseconds = static_cast<std::uint32_t>(took.count())};
    }
    waitOut(pace);
    if (patience.ended()) return {.probe = probe, .whyNot = attempt.error().message()};
  }
}

}  // namespace

std::vector<ProbeResult> runProbes(const std::vector<Probe>& probes, const LookAround& lookAround,
                                   Deadline deadline, std::stop_token stop) {
  std::vector<ProbeResult> results;
  for (const Probe& probe : probes) results.push_back({.probe = probe});
  const auto stopFd = StopFd::open(std::move(stop));
  if (!stopFd) {
    for (ProbeResult& result : results) result.whyNot = stopFd.error().message();
    return results;
  }
  const Patience patience{deadline, *stopFd};
  std::vector<std::jthread> threads;
  for (ProbeResult& result : results) {
    // Each thread writes its own element, which nobody reads before the threads are joined.
    threads.emplace_back([&result, &lookAround, &patience] {
      result = runProbe(Probe(result.probe), lookAround, patience);
    });
  }
  threads.clear();
  return results;
}

}  // namespace pointsman::probe
