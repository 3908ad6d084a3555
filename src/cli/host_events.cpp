// SPDX-License-Identifier: Apache-2.0
#include "cli/host_events.h"

#include <algorithm>
#include <chrono>

namespace pointsman::cli {

namespace {

constexpr std::chrono::seconds kConnectTimeout{5};
// How soon a request to stop is noticed while nothing happens.
constexpr std::chrono::milliseconds kStopLatency{200};

std::optional<ovsdb::Client> followDatabase(const std::vector<ovsdb::Remote>& remotes, int wakeFd) {
  const Deadline deadline = Deadline::after(kConnectTimeout);
  ovsdb::ClientOptions options;
  options.wakeFd = wakeFd;
  auto client = ovsdb::Client::connect(remotes, options, deadline);
  if (!client) return std::nullopt;
  ovsdb::MonitorSpec spec{.database = "Open_vSwitch"};
  spec.tables["Interface"].columns = {"name", "ofport", "error", "admin_state", "mtu"};
  spec.tables["Open_vSwitch"].columns = {"cur_cfg"};
  if (!client->monitor(spec, deadline)) return std::nullopt;
  return std::move(*client);
}

}  // namespace

Result<HostEvents> HostEvents::open(const std::vector<ovsdb::Remote>& remotes) {
  TRY(auto kernel,
      netlink::Monitor::open({.links = true, .addresses = true, .routes = true, .rules = true}));
  auto database = followDatabase(remotes, kernel.descriptor());
  return HostEvents(std::move(kernel), std::move(database));
}

Result<bool> HostEvents::kernelChanged() {
  bool changed = false;
  while (true) {
    TRY(const auto event, kernel_.next(Deadline::at(Clock::now())));
    if (!event) return changed;
    changed = true;
  }
}

Result<bool> HostEvents::waitOnce(Deadline deadline) {
  TRY(const bool already, kernelChanged());
  if (already) return true;
  if (!database_) {
    TRY(const auto event, kernel_.next(deadline));
    return event.has_value();
  }
  if (database_->nextEvent(deadline)) return true;
  return kernelChanged();
}

Result<> HostEvents::awaitChange(Deadline deadline, std::stop_token stop) {
  while (!stop.stop_requested()) {
    const auto slice = std::min(deadline.when(), Clock::now() + kStopLatency);
    TRY(const bool changed, waitOnce(Deadline::at(slice)));
    if (changed) return ok();
    if (deadline.passed()) return Error{ErrorKind::Unavailable, "nothing changed in time"};
  }
  return ok();
}

}  // namespace pointsman::cli
