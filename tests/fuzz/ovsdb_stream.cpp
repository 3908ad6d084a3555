// SPDX-License-Identifier: Apache-2.0
// A session that monitors, holds a lock and tracks a cluster hears the input as a server's bytes,
// cut into pieces of the size that the first byte says. Its requests are numbered from 1, so that
// the corpus can answer them: 1 set_db_change_aware, 2 the monitor of _Server, then get_schema,
// lock, transact and what follows from the answers.
#include <boost/json/array.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ovsdb/session.h"
#include "ovsdb/transact_reply.h"

namespace {

using namespace pointsman;
using namespace pointsman::ovsdb;

// Looks at everything a caller may look at.
void readAll(Event event) {
  if (auto* const changed = std::get_if<Changed>(&event)) {
    for (const Change& change : changed->changes) {
      for (const auto& field : change.layout->fields) {
        if (change.before) (void)toString(change.readBefore().value(field.name));
        if (change.after) (void)toString(change.readAfter().value(field.name));
      }
    }
  }
  auto* const replied = std::get_if<Replied>(&event);
  if (replied == nullptr || !replied->reply) return;
  const std::vector<Operation> operations{Select{.table = "T"}, Insert{.table = "T"},
                                          Update{.table = "T"}};
  const auto reply = decodeTransactReply(std::move(*replied->reply), operations);
  if (!reply) return;
  for (RowReader row : reply->rows(0)) {
    (void)row.text("n");
    (void)row.textMap("m");
    (void)row.uuids("s");
    (void)row.finish();
  }
  (void)reply->inserted(1);
  (void)reply->count(2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t piece = data[0] == 0 ? size : data[0];
  std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);

  const Clock::time_point now = Clock::time_point{} + std::chrono::hours(1);
  Session session({UnixRemote{"/s"}}, {.database = "D", .limits = {.mostBytes = 1 << 20}});
  session.addMonitor({.database = "D"});
  (void)session.lock("l");
  session.connecting(now);
  session.connected(now);
  while (!bytes.empty()) {
    session.received(bytes.substr(0, piece), now);
    bytes.remove_prefix(std::min(piece, bytes.size()));
    while (auto event = session.nextEvent()) {
      if (std::holds_alternative<Ready>(*event)) session.request("transact", {});
      readAll(std::move(*event));
    }
    session.sent(session.output().size());
  }
  session.disconnected({ErrorKind::Unavailable, "end"}, now);
  return 0;
}
