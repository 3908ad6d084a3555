// SPDX-License-Identifier: Apache-2.0
// Carries out the steps of a plan on this host: OVSDB steps as one transaction, the others one by
// one over netlink, sysctls, files and a DHCP client.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/deadline.h"
#include "base/result.h"
#include "host/read_host.h"
#include "plan/step.h"

namespace pointsman::host {

enum class OvsTool : std::uint8_t { Native, Vsctl };

struct ExecutorOptions {
  HostAccess access = {};
  OvsTool ovsTool = OvsTool::Native;
  Clock::duration patience = std::chrono::seconds(20);  // for each call of execute()
};

// What was sent to change something; a host that is as wanted needs none.
struct WriteCounts {
  std::uint64_t ovsdbOperations = 0;
  std::uint64_t netlinkRequests = 0;
  bool operator==(const WriteCounts&) const = default;
};

// Threading: one thread, whose network namespace is the one that is changed.
class HostExecutor final {
 public:
  // Does not reach for Open vSwitch before there is a step for it.
  static Result<HostExecutor> open(ExecutorOptions options);

  HostExecutor(HostExecutor&&) noexcept;
  HostExecutor& operator=(HostExecutor&&) noexcept;
  ~HostExecutor();

  // 'batch' is a run of OVSDB steps, or other steps, which are carried out in turn. It has taken
  // effect when the call returns: links of internal ports are there, or gone. What is in place
  // already is a success, so a batch may be repeated, and its inverse tried when it is not known
  // whether it was carried out.
  // Conflict: the host is not as the steps say it was. Mismatch: Open vSwitch cannot do it.
  Result<> execute(std::span<const plan::Step> batch);

  [[nodiscard]] WriteCounts counts() const;

 private:
  struct State;
  explicit HostExecutor(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace pointsman::host
