// SPDX-License-Identifier: Apache-2.0
// Changes of the host as they happen: netlink, and the rows of Open vSwitch that tell whether a
// port works. Lets the driver wait for a change to show instead of sleeping.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "apply/interfaces.h"
#include "netlink/monitor.h"
#include "ovsdb/io/client.h"

namespace pointsman::cli {

class HostEvents final : public apply::Events {
 public:
  // Without Open vSwitch only the kernel is followed.
  static Result<HostEvents> open(const std::vector<ovsdb::Remote>& remotes);

  Result<> awaitChange(Deadline deadline, std::stop_token stop) override;

 private:
  HostEvents(netlink::Monitor kernel, std::optional<ovsdb::Client> database)
      : kernel_(std::move(kernel)), database_(std::move(database)) {}

  Result<bool> kernelChanged();
  Result<bool> waitOnce(Deadline deadline);

  netlink::Monitor kernel_;
  std::optional<ovsdb::Client> database_;
};

}  // namespace pointsman::cli
