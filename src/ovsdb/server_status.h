// SPDX-License-Identifier: Apache-2.0
// What a server says about itself in its _Server database (ovsdb-server(5)): whether it is part of
// its cluster, whether it leads it, how far its log has come.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ovsdb/monitor_spec.h"
#include "ovsdb/replica.h"
#include "ovsdb/schema.h"

namespace pointsman::ovsdb {

struct DatabaseStatus {
  std::string name = {};
  std::string model = {};  // "standalone", "clustered" or "relay"
  bool connected = false;  // to the cluster; always true when standalone
  bool leader = false;     // likewise
  std::optional<Uuid> clusterId = {};
  std::optional<Uuid> serverId = {};
  std::optional<std::int64_t> index = {};  // of the log entry the server has come to
  bool operator==(const DatabaseStatus&) const = default;
};

// The part of _Server's schema, and of its contents, that tells of 'database'.
Schema serverSchema();
MonitorSpec serverMonitor(std::string_view database);

Result<std::vector<DatabaseStatus>> readStatuses(const Replica& server);

enum class Serving : std::uint8_t {
  AnyMember,   // of a cluster; reads may lag behind
  LeaderOnly,  // sees each write at once
};

// Judges servers by their status, and remembers how far the cluster's log had come, so that a
// member that lags behind what was already seen is not believed.
class ServerJudge {
 public:
  ServerJudge(std::string database, Serving serving)
      : database_(std::move(database)), serving_(serving) {}

  // Why the server will not do; Unavailable, as another may.
  Result<> judge(const std::vector<DatabaseStatus>& statuses);

 private:
  std::string database_;
  Serving serving_;
  std::optional<Uuid> clusterId_ = {};
  std::int64_t leastIndex_ = 0;
};

}  // namespace pointsman::ovsdb
