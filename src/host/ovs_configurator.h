// SPDX-License-Identifier: Apache-2.0
// How a transaction reaches Open vSwitch. Two ways to the same end: our own client
// (native_configurator.h), and the ovs-vsctl program (vsctl_configurator.h) for hosts where that is
// the only way in, and as a second opinion for the first.
#pragma once

#include "base/deadline.h"
#include "base/result.h"
#include "host/ovs_transaction.h"

namespace pointsman::host {

class OvsConfigurator {
 public:
  virtual ~OvsConfigurator() = default;

  // Writes all of 'transaction', which is not empty, or none of it, and returns once ovs-vswitchd
  // has acted upon it. That it tried does not mean that it succeeded: Interface.error tells.
  // Conflict: rows are not as they were read; nothing was written. Unavailable when ovs-vswitchd
  // did not get to it by the deadline; it is written then.
  virtual Result<> carryOut(const OvsTransaction& transaction, Deadline deadline) = 0;
};

}  // namespace pointsman::host
