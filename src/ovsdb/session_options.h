// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ovsdb/reconnect.h"
#include "ovsdb/stream_limits.h"

namespace pointsman::ovsdb {

struct SessionOptions {
  ReconnectOptions reconnect = {};
  StreamLimits limits = {};
};

}  // namespace pointsman::ovsdb
