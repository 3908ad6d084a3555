// SPDX-License-Identifier: Apache-2.0
// Connectivity probes: what must still work after a change that worked before it. Written by users
// as ping:ADDRESS, gateway, tcp:HOST:PORT and dns:NAME. io/run_probes.h runs them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/ip_address.h"
#include "base/result.h"

namespace pointsman::probe {

// An echo request is answered.
struct PingProbe {
  IpAddress address = {};
  std::string device = {};  // of a link-local IPv6 address: ping:fe80::1%eth0
  bool operator==(const PingProbe&) const = default;
};
// The same by a next hop of the family's default routes, as they are when the probe runs.
struct GatewayProbe {
  IpFamily family = IpFamily::V4;
  bool operator==(const GatewayProbe&) const = default;
};
// A connection is accepted.
struct TcpProbe {
  std::string host = {};  // an address, or a name that the host's resolvers know
  std::uint16_t port = 0;
  bool operator==(const TcpProbe&) const = default;
};
// The host's resolvers know an address of the name.
struct DnsProbe {
  std::string name = {};
  bool operator==(const DnsProbe&) const = default;
};

using Probe = std::variant<PingProbe, GatewayProbe, TcpProbe, DnsProbe>;

// "gateway" alone means both families, hence two probes: one of them working before and the other
// after is a loss. InvalidInput says what was expected.
Result<std::vector<Probe>> parseProbes(std::string_view text);

// As parseProbes() reads it; the name of a probe.
std::string toString(const Probe& probe);

struct ProbeResult {
  Probe probe = {};
  bool worked = false;
  std::uint32_t milliseconds = 0;  // how long the answer took
  std::string whyNot = {};         // of the last attempt; empty when it worked
  bool operator==(const ProbeResult&) const = default;
};

// "ping:192.0.2.1: answered in 1 ms", "dns:example.com: no answer from 192.0.2.53".
std::string toString(const ProbeResult& result);

// Those that worked before and do not after: only they tell of the change in between. A probe that
// was not run after counts as lost.
[[nodiscard]] std::vector<ProbeResult> findLost(const std::vector<ProbeResult>& before,
                                                const std::vector<ProbeResult>& after);

}  // namespace pointsman::probe
