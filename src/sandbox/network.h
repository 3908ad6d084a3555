// SPDX-License-Identifier: Apache-2.0
// The cables of a sandbox: veth pairs between the host namespace and the outside one, addresses,
// routes. Called in a child that is in the host namespace.
#pragma once

#include "base/deadline.h"
#include "base/result.h"
#include "sandbox/options.h"

namespace pointsman::sandbox {

// Leaves the calling process in the outside namespace, whose descriptor is 'outsideNetwork'.
Result<> makeNetwork(const Options& options, int outsideNetwork, Deadline deadline);

}  // namespace pointsman::sandbox
