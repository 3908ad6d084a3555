// SPDX-License-Identifier: Apache-2.0
#include "ovsdb/server_status.h"

#include <algorithm>

#include "base/str_cat.h"

namespace pointsman::ovsdb {

namespace {

Column column(AtomType type, std::uint32_t min) {
  return {.type = {.key = {.type = type}, .min = min, .max = 1}};
}

Error unfit(const std::string& database, std::string_view why) {
  return {ErrorKind::Unavailable, strCat("database ", database, ": ", why)};
}

}  // namespace

Schema serverSchema() {
  Table table;
  table.columns = {
      {"name", column(AtomType::String, 1)},       {"model", column(AtomType::String, 1)},
      {"connected", column(AtomType::Boolean, 1)}, {"leader", column(AtomType::Boolean, 1)},
      {"cid", column(AtomType::Uuid, 0)},          {"sid", column(AtomType::Uuid, 0)},
      {"index", column(AtomType::Integer, 0)},
  };
  Schema schema{.name = "_Server"};
  schema.tables.emplace("Database", std::move(table));
  return schema;
}

MonitorSpec serverMonitor(std::string_view database) {
  return {.database = "_Server",
          .tables = {{"Database", {.where = whereEqual("name", Value(database))}}}};
}

Result<std::vector<DatabaseStatus>> readStatuses(const Replica& server) {
  std::vector<DatabaseStatus> statuses;
  const ReplicaTable* const table = server.table("Database");
  if (table == nullptr) return statuses;
  for (RowReader row : table->readers()) {
    statuses.push_back({.name = row.text("name"),
                        .model = row.text("model"),
                        .connected = row.boolean("connected"),
                        .leader = row.boolean("leader"),
                        .clusterId = row.optionalUuid("cid"),
                        .serverId = row.optionalUuid("sid"),
                        .index = row.optionalInteger("index")});
    CHECK_OK(row.finish());
  }
  return statuses;
}

Result<> ServerJudge::judge(const std::vector<DatabaseStatus>& statuses) {
  const auto found = std::find_if(statuses.begin(), statuses.end(),
                                  [&](const auto& status) { return status.name == database_; });
  if (found == statuses.end()) return unfit(database_, "not on this server");
  if (found->model == "standalone") return ok();
  if (!found->connected) return unfit(database_, "this server is cut off from the others");
  if (found->model != "clustered") return ok();
  if (serving_ == Serving::LeaderOnly && !found->leader) {
    return unfit(database_, "this server does not lead the cluster");
  }
  if (clusterId_ == found->clusterId && found->index.value_or(0) < leastIndex_) {
    return unfit(database_, "this server lags behind what was already seen");
  }
  clusterId_ = found->clusterId;
  leastIndex_ = found->index.value_or(0);
  return ok();
}

}  // namespace pointsman::ovsdb
