// SPDX-License-Identifier: Apache-2.0
// Carries out the step that says how a link gets its addresses.
#pragma once

#include <set>
#include <utility>

#include "base/deadline.h"
#include "base/result.h"
#include "host/dhcp_client.h"
#include "plan/step.h"

namespace pointsman::host {

class IpMethodExecutor {
 public:
  // 'dhcp' stays the caller's and must outlive this.
  explicit IpMethodExecutor(DhcpClient& dhcp) : dhcp_(&dhcp) {}

  Result<> execute(const plan::SetIpMethod& step, Deadline deadline);

 private:
  Result<> stopAutomatic(const plan::SetIpMethod& step, Deadline deadline);
  Result<> startAutomatic(const plan::SetIpMethod& step, Deadline deadline);

  DhcpClient* dhcp_;
  // Links whose addresses another program's client got. It was not stopped, so going back must not
  // start one of ours beside it.
  std::set<std::pair<InterfaceName, IpFamily>> leftToOthers_;
};

}  // namespace pointsman::host
