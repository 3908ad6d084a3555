// SPDX-License-Identifier: Apache-2.0
// The host that a verb reads, found from the options and the environment.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "host/read_host.h"
#include "model/observed_state.h"

namespace pointsman::cli {

// Where the host's parts are found.
Result<host::HostAccess> hostAccess(const GlobalOptions& global, host::OvsNeed need);

// Reads the host. A failure to reach Open vSwitch says where it was looked for and what to do.
Result<ObservedState> readHost(const GlobalOptions& global, host::OvsNeed need);

// What gethostname(2) says; empty when it says nothing.
[[nodiscard]] std::string hostName();

}  // namespace pointsman::cli
