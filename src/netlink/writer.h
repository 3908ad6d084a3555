// SPDX-License-Identifier: Apache-2.0
// Writing one netlink request: header, fixed structure, attributes. The other direction is
// attribute.h.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/ip_address.h"
#include "base/mac_address.h"
#include "netlink/attribute.h"
#include "netlink/if_index.h"

namespace pointsman::netlink {

class MessageWriter {
 public:
  // 'flags' are those beyond NLM_F_REQUEST.
  MessageWriter(std::uint16_t type, std::uint16_t flags);

  // The fixed structure after the header. A second one begins another inner message.
  template <typename Header>
  void header(const Header& value) {
    static_assert(std::is_trivially_copyable_v<Header>);
    append(std::as_bytes(std::span(&value, 1)));
  }

  template <typename T>
  requires std::integral<T> &&(!std::same_as<T, bool>)void put(std::uint16_t type, T value) {
    put(type, std::as_bytes(std::span(&value, 1)));
  }
  template <typename T>
  requires std::is_enum_v<T>
  void put(std::uint16_t type, T value) {
    put(type, static_cast<std::underlying_type_t<T>>(value));
  }
  void put(std::uint16_t type, Bytes payload);
  void put(std::uint16_t type, std::string_view text);  // with its NUL
  void put(std::uint16_t type, const MacAddress& mac);
  void put(std::uint16_t type, const IpAddress& address);
  void put(std::uint16_t type, IfIndex index);
  void putByte(std::uint16_t type, bool value);
  void putNetworkOrder(std::uint16_t type, std::uint16_t value);

  // While it lives, what is written goes into one attribute. 'type' may carry NLA_F_NESTED, which
  // the kernel demands in a few places only; elsewhere it is left out, as iproute2 does.
  class Nest {
   public:
    Nest(const Nest&) = delete;
    Nest& operator=(const Nest&) = delete;
    ~Nest();

   private:
    friend class MessageWriter;
    Nest(MessageWriter& message, std::size_t start) : message_(message), start_(start) {}
    MessageWriter& message_;
    std::size_t start_;
  };
  [[nodiscard]] Nest nest(std::uint16_t type);

  // Where the next piece will begin, and a 16-bit length there to be filled in later: for
  // structures such as struct rtnexthop that carry their own.
  [[nodiscard]] std::size_t position() const { return bytes_.size(); }
  void setLengthSince(std::size_t start);

  // Whether some attribute outgrew the 16 bits of its length; such a message must not be sent.
  [[nodiscard]] bool tooLong() const { return tooLong_; }

  void setSequence(std::uint32_t sequence);
  // The whole message; its length is right after every call above.
  [[nodiscard]] Bytes bytes() const { return bytes_; }
  // What follows the message header.
  [[nodiscard]] Bytes payload() const;

 private:
  void append(Bytes piece);
  void updateLength();

  std::vector<std::byte> bytes_;
  bool tooLong_ = false;
};

}  // namespace pointsman::netlink
