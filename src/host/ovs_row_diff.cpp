// SPDX-License-Identifier: Apache-2.0
#include "host/ovs_row_diff.h"

namespace pointsman::host {

void RowChange::changeColumns(const ovsdb::Row& before, const ovsdb::Row& after) {
  for (const auto& [column, value] : after) {
    const ovsdb::Value& old = before.at(column);
    if (old == value) continue;
    guarded_.insert(column);
    if (value.isMap()) {
      changeMap(column, old, value);
    } else {
      update_.emplace(column, value);
    }
  }
}

void RowChange::changeMap(const std::string& column, const ovsdb::Value& before,
                          const ovsdb::Value& after) {
  std::vector<ovsdb::Atom> dropped;
  std::vector<ovsdb::MapEntry> added;
  for (const ovsdb::MapEntry& entry : before.entries()) {
    const ovsdb::Atom* const fresh = after.find(entry.key);
    if (fresh == nullptr || *fresh != entry.value) dropped.push_back(entry.key);
  }
  for (const ovsdb::MapEntry& entry : after.entries()) {
    const ovsdb::Atom* const old = before.find(entry.key);
    if (old == nullptr || *old != entry.value) added.push_back(entry);
  }
  // "insert" leaves a key that is there alone (RFC 7047, 5.1), hence the deletion before it.
  if (!dropped.empty()) {
    mutations_.push_back({column, ovsdb::Mutator::Delete, ovsdb::Value::set(std::move(dropped))});
  }
  if (!added.empty()) {
    mutations_.push_back({column, ovsdb::Mutator::Insert, ovsdb::Value::map(std::move(added))});
  }
}

void RowChange::changeReferences(std::string_view column, std::vector<ovsdb::Atom> added,
                                 std::vector<ovsdb::Atom> removed) {
  if (!added.empty()) {
    mutations_.push_back(
        {std::string(column), ovsdb::Mutator::Insert, ovsdb::Value::set(std::move(added))});
  }
  if (!removed.empty()) {
    mutations_.push_back(
        {std::string(column), ovsdb::Mutator::Delete, ovsdb::Value::set(std::move(removed))});
  }
}

void RowChange::guardAll() {
  for (const auto& [column, value] : row_->columns) guarded_.insert(column);
}

void RowChange::appendGuard(std::vector<ovsdb::Operation>& operations) const {
  ovsdb::Wait wait{.table = table_, .where = ovsdb::whereUuid(row_->uuid)};
  // The row must be there even when nothing in it matters: a change to no row is no error.
  wait.columns.emplace_back("_uuid");
  ovsdb::Row expected{{"_uuid", row_->uuid}};
  for (const std::string& column : guarded_) {
    wait.columns.push_back(column);
    expected.emplace(column, row_->columns.at(column));
  }
  wait.rows.push_back(std::move(expected));
  operations.emplace_back(std::move(wait));
}

void RowChange::appendChanges(std::vector<ovsdb::Operation>& operations) const {
  const auto where = ovsdb::whereUuid(row_->uuid);
  if (!update_.empty()) operations.emplace_back(ovsdb::Update{table_, where, update_});
  if (!mutations_.empty()) operations.emplace_back(ovsdb::Mutate{table_, where, mutations_});
}

ovsdb::Row withoutDefaults(ovsdb::Row columns, const ovsdb::Row& fresh) {
  std::erase_if(columns, [&](const auto& column) {
    const auto found = fresh.find(column.first);
    return found != fresh.end() && found->second == column.second;
  });
  return columns;
}

}  // namespace pointsman::host
