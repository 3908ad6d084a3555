// SPDX-License-Identifier: Apache-2.0
#include "netlink/message.h"

#include <linux/netlink.h>

#include "base/str_cat.h"

namespace pointsman::netlink {

Result<std::vector<Message>> splitMessages(Bytes datagram) {
  std::vector<Message> messages;
  while (!datagram.empty()) {
    nlmsghdr header = {};
    if (datagram.size() < sizeof header) return truncated("message header");
    std::memcpy(&header, datagram.data(), sizeof header);
    if (header.nlmsg_len < sizeof header || header.nlmsg_len > datagram.size()) {
      return truncated("message");
    }
    messages.push_back(
        {.type = header.nlmsg_type,
         .flags = header.nlmsg_flags,
         .sequence = header.nlmsg_seq,
         .payload = datagram.subspan(sizeof header, header.nlmsg_len - sizeof header)});
    datagram = datagram.subspan(std::min(aligned(header.nlmsg_len), datagram.size()));
  }
  return messages;
}

namespace {

// The bytes between the error number and the extended acknowledgement: NLMSG_ERROR repeats the
// request, whole on failure unless NETLINK_CAP_ACK took hold.
Result<Bytes> skipEchoedRequest(const Message& message, Bytes rest) {
  if (message.type != NLMSG_ERROR) return rest;
  nlmsghdr echoed = {};
  if (rest.size() < sizeof echoed) return truncated("acknowledgement");
  std::memcpy(&echoed, rest.data(), sizeof echoed);
  std::size_t skipped = sizeof echoed;
  if ((message.flags & NLM_F_CAPPED) == 0) skipped = aligned(echoed.nlmsg_len);
  if (skipped < sizeof echoed || skipped > rest.size()) return truncated("acknowledgement");
  return rest.subspan(skipped);
}

}  // namespace

Result<Acknowledgement> decodeAcknowledgement(const Message& message) {
  Bytes rest = message.payload;
  TRY(const int negated, takeHeader<int>(rest));
  if (negated > 0) return Error{ErrorKind::Protocol, "netlink: positive error number"};
  // Unsigned, because the most negative number has no positive counterpart.
  Acknowledgement acknowledgement{
      .errorNumber = static_cast<int>((0U - static_cast<unsigned>(negated)) & 0x7fffffffU)};
  if ((message.flags & NLM_F_ACK_TLVS) == 0) return acknowledgement;
  TRY(const Bytes attributes, skipEchoedRequest(message, rest));
  CHECK_OK(forEachAttribute(attributes, [&](const Attribute& attribute) -> Result<> {
    if (attribute.type() != NLMSGERR_ATTR_MSG) return ok();
    return attribute.into(acknowledgement.text);
  }));
  return acknowledgement;
}

Error toError(const Acknowledgement& acknowledgement) {
  const Error error = errnoError(acknowledgement.errorNumber, "kernel");
  if (acknowledgement.text.empty()) return error;
  return {error.kind(), strCat(error.message(), ": ", acknowledgement.text)};
}

}  // namespace pointsman::netlink
