// SPDX-License-Identifier: Apache-2.0
// The frame of netlink messages: datagrams split into messages, and what an acknowledgement says.
// Pure: socket.h moves the bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "netlink/attribute.h"

namespace pointsman::netlink {

// One message within a datagram; 'payload' points into that datagram.
struct Message {
  std::uint16_t type = 0;
  std::uint16_t flags = 0;
  std::uint32_t sequence = 0;
  Bytes payload = {};
};

// The messages of one datagram, in order. A length that points outside it is a Protocol error.
Result<std::vector<Message>> splitMessages(Bytes datagram);

// The end of a request, from NLMSG_ERROR or NLMSG_DONE.
struct Acknowledgement {
  int errorNumber = 0;    // as in errno; 0 is success
  std::string text = {};  // the kernel's own words, from the extended acknowledgement; may be empty

  bool operator==(const Acknowledgement&) const = default;
};

// 'message' is of type NLMSG_ERROR or NLMSG_DONE.
Result<Acknowledgement> decodeAcknowledgement(const Message& message);
// For one that is not success: its kind from the error number, its text from the kernel's own.
Error toError(const Acknowledgement& acknowledgement);

}  // namespace pointsman::netlink
