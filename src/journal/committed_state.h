// SPDX-License-Identifier: Apache-2.0
// What the committed changes have made of the host, as far as a reboot forgets it: links,
// addresses, routes, rules. Open vSwitch keeps its own part in its database.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "journal/identity.h"
#include "model/ip_config.h"
#include "model/link_config.h"
#include "model/names.h"

namespace pointsman::journal {

struct CommittedState {
  std::string change = {};    // the journal's id of the last change in it
  std::string document = {};  // of that change
  std::string documentHash = {};
  std::int64_t changedAt = 0;  // seconds since 1970
  // The links that changes were made to, whole. A physical one has a MAC address here only if it
  // was set: hardware that is replaced keeps its own.
  std::map<InterfaceName, LinkConfig> links = {};
  std::set<Route> routes = {};
  std::set<Rule> rules = {};
  std::optional<ResolverConfig> resolver = {};
  bool operator==(const CommittedState&) const = default;
};

[[nodiscard]] std::string encodeCommitted(const CommittedState& state);
[[nodiscard]] Result<CommittedState> decodeCommitted(std::string_view text);

// Empty when nothing was ever committed. A file that cannot be understood is an error, unless the
// last journal tells the same.
Result<std::optional<CommittedState>> readCommitted(const Directories& directories);
// Replaces the file, but does not wait for the disk: the journal of the change that is committed by
// this is on disk, holds the same, and is where readCommitted() looks when a power cut took the
// file.
Result<> writeCommitted(const Directories& directories, const CommittedState& state);

}  // namespace pointsman::journal
