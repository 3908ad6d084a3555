// SPDX-License-Identifier: Apache-2.0
// Whatever comes from the network or the command line: an answer or an error, within its bounds.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "probe/dns_message.h"
#include "probe/echo_message.h"
#include "probe/probe.h"

namespace {

void decodeAsDns(std::span<const std::uint8_t> bytes) {
  using namespace pointsman;
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    const probe::DnsQuestion question{.id = 0x1234, .name = "ab.c", .family = family};
    const auto answer = probe::decodeAnswer(bytes, question);
    if (!answer) continue;
    for (const IpAddress& address : answer->addresses) {
      if (address.family() != family) std::abort();
    }
  }
}

void decodeAsEcho(std::span<const std::uint8_t> bytes) {
  using namespace pointsman;
  (void)probe::decodeEchoReply(IpFamily::V4, probe::skipIpv4Header(bytes));
  (void)probe::decodeEchoReply(IpFamily::V6, bytes);
}

void parseAsText(std::string_view text) {
  using namespace pointsman;
  const auto probes = probe::parseProbes(text);
  if (!probes) return;
  for (const probe::Probe& one : *probes) {
    const auto again = probe::parseProbes(toString(one));
    if (!again || again->size() != 1 || again->front() != one) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  decodeAsDns(bytes);
  decodeAsEcho(bytes);
  parseAsText({reinterpret_cast<const char*>(data), size});
  return 0;
}
