// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/remote.h"

#include <charconv>

#include "base/overloaded.h"
#include "base/str_cat.h"

namespace pointsman::ovsdb {

namespace {

// sun_path of sockaddr_un, less the terminator.
constexpr std::size_t kLongestSocketPath = 107;

Error wrong(std::string_view text, std::string_view why) {
  return {ErrorKind::InvalidInput, strCat("remote \"", text, "\": ", why)};
}

Result<Remote> parseUnix(std::string_view text, std::string_view path) {
  if (path.empty()) return wrong(text, "no path");
  if (path.size() > kLongestSocketPath) {
    return wrong(text, strCat("a socket's path has at most ", kLongestSocketPath, " bytes"));
  }
  return Remote(UnixRemote{std::string(path)});
}

Result<Remote> parseInet(std::string_view text, std::string_view address, Encryption encryption) {
  InetRemote remote{.encryption = encryption};
  std::string_view rest;
  if (address.starts_with('[')) {
    const std::size_t bracket = address.find(']');
    if (bracket == std::string_view::npos) return wrong(text, "no closing bracket");
    remote.host = address.substr(1, bracket - 1);
    rest = address.substr(bracket + 1);
  } else {
    const std::size_t colon = address.find(':');
    if (colon != std::string_view::npos && address.find(':', colon + 1) != std::string_view::npos) {
      return wrong(text, "an IPv6 address stands in brackets");
    }
    remote.host = address.substr(0, colon);
    if (colon != std::string_view::npos) rest = address.substr(colon);
  }
  if (remote.host.empty()) return wrong(text, "no host");
  if (rest.empty()) return Remote(std::move(remote));
  if (!rest.starts_with(':')) return wrong(text, "only :PORT may follow the address");
  rest.remove_prefix(1);
  const char* const end = rest.data() + rest.size();
  const auto [stop, code] = std::from_chars(rest.data(), end, remote.port);
  if (code != std::errc{} || stop != end || remote.port == 0) {
    return wrong(text, "a port is a number from 1 to 65535");
  }
  return Remote(std::move(remote));
}

}  // namespace

Result<Remote> parseRemote(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view scheme = text.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  if (scheme == "unix") return parseUnix(text, rest);
  if (scheme == "tcp") return parseInet(text, rest, Encryption::None);
  if (scheme == "ssl") return parseInet(text, rest, Encryption::Tls);
  return wrong(text, "wanted unix:PATH, tcp:HOST:PORT or ssl:HOST:PORT");
}

Result<std::vector<Remote>> parseRemotes(std::string_view text) {
  std::vector<Remote> remotes;
  while (true) {
    const std::size_t comma = text.find(',');
    TRY(Remote remote, parseRemote(text.substr(0, comma)));
    remotes.push_back(std::move(remote));
    if (comma == std::string_view::npos) return remotes;
    text.remove_prefix(comma + 1);
  }
}

std::string toString(const Remote& remote) {
  return std::visit(Overloaded{
                        [](const UnixRemote& local) { return strCat("unix:", local.path); },
                        [](const InetRemote& inet) {
                          const bool v6 = inet.host.find(':') != std::string::npos;
                          return strCat(inet.encryption == Encryption::Tls ? "ssl:" : "tcp:",
                                        v6 ? "[" : "", inet.host, v6 ? "]:" : ":", inet.port);
                        },
                    },
                    remote);
}

Result<std::vector<Remote>> chooseRemotes(const std::optional<std::string>& option,
                                          const char* ovsRunDirectory) {
  if (option && option->starts_with('/')) return parseRemotes(strCat("unix:", *option));
  if (option) return parseRemotes(*option);
  const bool given = ovsRunDirectory != nullptr && *ovsRunDirectory != '\0';
  return parseRemotes(
      strCat("unix:", given ? ovsRunDirectory : "/var/run/openvswitch", "/db.sock"));
}

}  // namespace pointsman::ovsdb
