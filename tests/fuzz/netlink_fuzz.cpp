// SPDX-License-Identifier: Apache-2.0
// Everything that decodes bytes of the kernel. The first byte chooses the decoder; what a decoder
// accepts must survive being encoded and decoded again.
#include <linux/netlink.h>

#include <cstdint>
#include <cstdlib>

#include "netlink/address.h"
#include "netlink/link.h"
#include "netlink/message.h"
#include "netlink/monitor.h"
#include "netlink/route.h"
#include "netlink/rule.h"
#include "netlink/writer.h"

namespace pointsman::netlink {
namespace {

void require(bool held) {
  if (!held) std::abort();
}

void fuzzAddress(Bytes bytes) {
  const auto address = decodeAddress(bytes);
  if (!address) return;
  MessageWriter message(0, 0);
  encodeAddress(*address, message);
  require(message.tooLong() || decodeAddress(message.payload()).has_value());
}

void fuzzRoute(Bytes bytes) {
  const auto route = decodeRoute(bytes);
  if (!route) return;
  MessageWriter message(0, 0);
  require(encodeRoute(*route, message).has_value());
  require(message.tooLong() || decodeRoute(message.payload()).has_value());
}

void fuzzRule(Bytes bytes) {
  const auto rule = decodeRule(bytes);
  if (!rule) return;
  MessageWriter message(0, 0);
  encodeRule(*rule, message);
  require(message.tooLong() || decodeRule(message.payload()).has_value());
}

void fuzzLinks(Bytes bytes) {
  auto link = decodeLink(bytes);
  if (!link) return;
  std::vector<Link> links{*link, std::move(*link)};
  resolveNames(links);
}

void fuzzDatagram(Bytes bytes) {
  const auto messages = splitMessages(bytes);
  if (!messages) return;
  for (const Message& message : *messages) {
    (void)decodeEvent(message).has_value();
    (void)decodeAcknowledgement(message).has_value();
  }
}

}  // namespace
}  // namespace pointsman::netlink

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pointsman::netlink;  // NOLINT: the entry point cannot be in a namespace
  if (size == 0) return 0;
  const Bytes bytes = std::as_bytes(std::span(data + 1, size - 1));
  switch (data[0] % 6) {
    case 0:
      fuzzLinks(bytes);
      break;
    case 1:
      (void)decodeBridgePortVlans(bytes).has_value();
      break;
    case 2:
      fuzzAddress(bytes);
      break;
    case 3:
      fuzzRoute(bytes);
      break;
    case 4:
      fuzzRule(bytes);
      break;
    default:
      fuzzDatagram(bytes);
  }
  return 0;
}
