// SPDX-License-Identifier: Apache-2.0
#include "cli/host_access.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <optional>

#include "base/str_cat.h"

namespace pointsman::cli {

namespace {

// A database that needs longer to answer a read is not one to plan on.
constexpr std::chrono::seconds kReadTimeout{10};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Error explain(const Error& error) {
  if (error.kind() == ErrorKind::Denied) {
    return {error.kind(), strCat(error.message(),
                                 "\n  Open vSwitch's database is for root; run this as root, for "
                                 "example with sudo")};
  }
  return {error.kind(),
          strCat(error.message(),
                 "\n  Is Open vSwitch running? Start it with: systemctl start openvswitch-switch "
                 "(Debian, Ubuntu) or openvswitch (Fedora, RHEL)\n  It is somewhere else? Say so "
                 "with --ovsdb or OVS_RUNDIR. To try this without one: pointsman sandbox")};
}

}  // namespace

Result<host::HostAccess> hostAccess(const GlobalOptions& global, host::OvsNeed need) {
  const auto option = global.ovsdb.empty() ? std::nullopt : std::optional(global.ovsdb);
  auto remotes = ovsdb::chooseRemotes(option, std::getenv("OVS_RUNDIR"));
  if (!remotes) return std::move(remotes.error()).in("--ovsdb");
  host::HostAccess access{.ovsdb = std::move(*remotes),
                          .ovsNeed = need,
                          .defaultDatapath = environment("POINTSMAN_DEFAULT_DATAPATH")};
  if (!global.runDir.empty()) access.runDirectory = global.runDir;
  return access;
}

Result<ObservedState> readHost(const GlobalOptions& global, host::OvsNeed need) {
  TRY(const auto access, hostAccess(global, need));
  auto observed = host::readHost(access, Deadline::after(kReadTimeout));
  if (observed) return observed;
  const ErrorKind kind = observed.error().kind();
  const bool unreachable = kind == ErrorKind::Unavailable || kind == ErrorKind::Denied;
  return unreachable ? explain(observed.error()) : std::move(observed.error());
}

std::string hostName() {
  std::array<char, 256> name = {};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "";
  return name.data();
}

}  // namespace pointsman::cli
