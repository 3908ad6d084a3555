// SPDX-License-Identifier: Apache-2.0
#include "netlink/writer.h"

#include <arpa/inet.h>
#include <linux/netlink.h>

#include <cstring>
#include <string>

namespace pointsman::netlink {

namespace {

constexpr std::size_t kUsualSize = 512;
constexpr std::size_t kLongestAttribute = 0xffff;

}  // namespace

MessageWriter::MessageWriter(std::uint16_t type, std::uint16_t flags) {
  bytes_.reserve(kUsualSize);
  nlmsghdr frame = {};
  frame.nlmsg_type = type;
  frame.nlmsg_flags = static_cast<std::uint16_t>(flags | NLM_F_REQUEST);
  header(frame);
}

void MessageWriter::append(Bytes piece) {
  bytes_.insert(bytes_.end(), piece.begin(), piece.end());
  bytes_.resize(aligned(bytes_.size()));
  updateLength();
}

void MessageWriter::updateLength() {
  const auto length = static_cast<std::uint32_t>(bytes_.size());
  std::memcpy(bytes_.data() + offsetof(nlmsghdr, nlmsg_len), &length, sizeof length);
}

void MessageWriter::put(std::uint16_t type, Bytes payload) {
  if (sizeof(nlattr) + payload.size() > kLongestAttribute) tooLong_ = true;
  const nlattr frame{.nla_len = static_cast<std::uint16_t>(sizeof(nlattr) + payload.size()),
                     .nla_type = type};
  header(frame);
  append(payload);
}

void MessageWriter::put(std::uint16_t type, std::string_view text) {
  const std::string terminated(text);
  put(type, std::as_bytes(std::span(terminated.c_str(), terminated.size() + 1)));
}

void MessageWriter::put(std::uint16_t type, const MacAddress& mac) {
  put(type, std::as_bytes(std::span(mac.bytes())));
}

void MessageWriter::put(std::uint16_t type, const IpAddress& address) {
  put(type, std::as_bytes(address.bytes()));
}

void MessageWriter::put(std::uint16_t type, IfIndex index) { put(type, index.number); }

void MessageWriter::putByte(std::uint16_t type, bool value) {
  put(type, static_cast<std::uint8_t>(value ? 1 : 0));
}

void MessageWriter::putNetworkOrder(std::uint16_t type, std::uint16_t value) {
  put(type, htons(value));
}

MessageWriter::Nest MessageWriter::nest(std::uint16_t type) {
  const std::size_t start = position();
  put(type, Bytes{});
  return {*this, start};
}

MessageWriter::Nest::~Nest() { message_.setLengthSince(start_); }

void MessageWriter::setLengthSince(std::size_t start) {
  if (bytes_.size() - start > kLongestAttribute) tooLong_ = true;
  const auto length = static_cast<std::uint16_t>(bytes_.size() - start);
  std::memcpy(bytes_.data() + start, &length, sizeof length);
}

void MessageWriter::setSequence(std::uint32_t sequence) {
  std::memcpy(bytes_.data() + offsetof(nlmsghdr, nlmsg_seq), &sequence, sizeof sequence);
}

Bytes MessageWriter::payload() const { return bytes().subspan(sizeof(nlmsghdr)); }

}  // namespace pointsman::netlink
