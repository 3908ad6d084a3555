// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "ovsdb/reconnect.h"
#include "ovsdb/server_status.h"
#include "ovsdb/stream_limits.h"

namespace pointsman::ovsdb {

struct SessionOptions {
  // The database that a server must serve to be used at all; its _Server row is watched, and a
  // server that is cut off from its cluster, or does not lead it when asked to, is left for the
  // next remote. Empty: any server will do, and no round trip is spent on asking.
  std::string database = {};
  Serving serving = Serving::AnyMember;
  ReconnectOptions reconnect = {};
  StreamLimits limits = {};
};

}  // namespace pointsman::ovsdb
