// SPDX-License-Identifier: Apache-2.0
// Where an ovsdb-server listens, in OVS's own notation: unix:PATH, tcp:HOST[:PORT],
// ssl:HOST[:PORT], an IPv6 address in brackets. Several, separated by commas, are the members of
// one cluster.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace pointsman::ovsdb {

struct UnixRemote {
  std::string path = {};
  bool operator==(const UnixRemote&) const = default;
};

enum class Encryption : std::uint8_t { None, Tls };

struct InetRemote {
  static constexpr std::uint16_t kDefaultPort = 6640;

  std::string host = {};  // a name or an address, without brackets
  std::uint16_t port = kDefaultPort;
  Encryption encryption = Encryption::None;
  bool operator==(const InetRemote&) const = default;
};

using Remote = std::variant<UnixRemote, InetRemote>;

Result<Remote> parseRemote(std::string_view text);
// At least one, separated by commas.
Result<std::vector<Remote>> parseRemotes(std::string_view text);

std::string toString(const Remote& remote);

// The remotes to use: what the user named with an option, else the socket in $OVS_RUNDIR, else the
// one where OVS packages put it. A bare path is accepted as a socket.
Result<std::vector<Remote>> chooseRemotes(const std::optional<std::string>& option,
                                          const char* ovsRunDirectory);

}  // namespace pointsman::ovsdb
