// SPDX-License-Identifier: Apache-2.0
// Carries transactions out with one call of ovs-vsctl(8).
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "host/ovs_configurator.h"

namespace pointsman::host {

// The arguments of the call that does the same as 'transaction'. Without its guards: ovs-vsctl has
// none, so a change by others in the moment between reading and writing goes unnoticed here.
// next_cfg is its own affair too.
[[nodiscard]] std::vector<std::string> makeVsctlArguments(const OvsTransaction& transaction,
                                                          const std::string& remote,
                                                          std::chrono::seconds timeout);

class VsctlConfigurator final : public OvsConfigurator {
 public:
  // 'remote' as ovs-vsctl's --db takes it.
  explicit VsctlConfigurator(std::string remote) : remote_(std::move(remote)) {}

  Result<> carryOut(const OvsTransaction& transaction, Deadline deadline) override;

 private:
  std::string remote_;
};

}  // namespace pointsman::host
