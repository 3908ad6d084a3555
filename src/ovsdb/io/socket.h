// SPDX-License-Identifier: Apache-2.0
// Begins non-blocking connections.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"
#include "ovsdb/remote.h"

namespace pointsman::ovsdb {

// A socket on its way to 'remote'. A host's name is looked up, and waited for as long as the
// resolver's own settings say; only the first address it has is tried.
Result<UniqueFd> startConnecting(const Remote& remote);

// What became of it, once poll(2) finds it writable.
Result<> finishConnecting(int fd);

}  // namespace pointsman::ovsdb
