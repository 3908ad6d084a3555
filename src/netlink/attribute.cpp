// SPDX-License-Identifier: Apache-2.0
#include "netlink/attribute.h"

#include <arpa/inet.h>
#include <linux/netlink.h>

#include "base/str_cat.h"

namespace pointsman::netlink {

Error truncated(std::string_view what) {
  return {ErrorKind::Protocol, strCat("netlink: ", what, " is cut short")};
}

Error Attribute::wrongLength() const {
  return {ErrorKind::Protocol, strCat("netlink: attribute ", type_, " has an unexpected length of ",
                                      payload_.size(), " bytes")};
}

Result<> Attribute::into(bool& out) const {
  std::uint8_t byte = 0;
  CHECK_OK(into(byte));
  out = byte != 0;
  return ok();
}

Result<> Attribute::into(std::string& out) const {
  out.clear();
  for (const std::byte byte : payload_) {
    if (byte == std::byte{0}) break;
    out += static_cast<char>(byte);
  }
  return ok();
}

Result<> Attribute::into(MacAddress& out) const {
  std::array<std::uint8_t, 6> bytes = {};
  if (payload_.size() != bytes.size()) return wrongLength();
  std::memcpy(bytes.data(), payload_.data(), bytes.size());
  out = MacAddress{bytes};
  return ok();
}

Result<> Attribute::into(IpAddress& out) const {
  std::array<std::uint8_t, 16> bytes = {};
  if (payload_.size() != 4 && payload_.size() != bytes.size()) return wrongLength();
  std::memcpy(bytes.data(), payload_.data(), payload_.size());
  TRY(out, IpAddress::fromBytes(std::span(bytes).first(payload_.size())));
  return ok();
}

Result<> Attribute::intoNetworkOrder(std::uint16_t& out) const {
  CHECK_OK(into(out));
  out = ntohs(out);
  return ok();
}

Result<Attribute> takeAttribute(Bytes& bytes) {
  nlattr header = {};
  if (bytes.size() < sizeof header) return truncated("attribute");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.nla_len < sizeof header || header.nla_len > bytes.size()) {
    return truncated("attribute");
  }
  const Attribute attribute{static_cast<std::uint16_t>(header.nla_type & NLA_TYPE_MASK),
                            bytes.subspan(sizeof header, header.nla_len - sizeof header)};
  // The last attribute of a nest may come without its padding.
  bytes = bytes.subspan(std::min(aligned(header.nla_len), bytes.size()));
  return attribute;
}

}  // namespace pointsman::netlink
