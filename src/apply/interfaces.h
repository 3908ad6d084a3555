// SPDX-License-Identifier: Apache-2.0
// What the driver needs of the world. host/ supplies it for a real host, tests for one in memory.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "journal/batch.h"
#include "model/observed_state.h"
#include "plan/step.h"

namespace pointsman::apply {

class StateReader {
 public:
  virtual ~StateReader() = default;
  virtual Result<ObservedState> read() = 0;
};

class StepExecutor {
 public:
  virtual ~StepExecutor() = default;
  // 'batch' is a run of OVSDB steps, to be one transaction, or a single other step. It is carried
  // out completely or not at all, and has taken effect when the call returns: the links of internal
  // ports are there, or gone. Safe to repeat: what is in place already is a success.
  // Conflict: the host is not as the steps say it was; nothing was done.
  virtual Result<> execute(std::span<const plan::Step> batch) = 0;
};

class Events {
 public:
  virtual ~Events() = default;
  // Returns when something on the host may have changed since the last call returned (or since the
  // object was made), or when 'stop' is requested. Unavailable when the deadline passes first.
  virtual Result<> awaitChange(Deadline deadline, std::stop_token stop) = 0;
};

// Starts the process that ends an unconfirmed change, see guard.h.
class GuardStarter {
 public:
  virtual ~GuardStarter() = default;
  // Called with the journal written and nothing executed. 'change' is for runGuard(). The guard
  // must outlive us and must not share our descriptors: an inherited copy would keep the change
  // lock.
  virtual Result<> startGuard(const std::string& change) = 0;
};

// Connectivity probes, each known by how the user wrote it: "ping:192.0.2.1".
class Prober {
 public:
  virtual ~Prober() = default;
  [[nodiscard]] virtual std::set<std::string> names() const = 0;
  // Runs those of 'wanted' at the same time, each again and again until it is answered or the
  // deadline passes or 'stop' is requested. Gives those that were answered.
  virtual std::set<std::string> probe(const std::set<std::string>& wanted, Deadline deadline,
                                      std::stop_token stop) = 0;
};

// Told what happens, for a terminal or a log. Does nothing unless overridden.
class Progress {
 public:
  virtual ~Progress() = default;
  // An earlier change that was cut short is being taken back. 'what' says whose.
  virtual void recovering(std::string_view what) { (void)what; }
  virtual void planned(const std::vector<journal::Batch>& batches) { (void)batches; }
  virtual void started(std::size_t batch) { (void)batch; }
  virtual void finished(std::size_t batch) { (void)batch; }
  virtual void verifying() {}
  virtual void probing() {}
  // The host changed between reading and writing: everything is done once more.
  virtual void retrying(const Error& why) { (void)why; }
  virtual void rollingBack(const Error& why) { (void)why; }
  virtual void undone(std::size_t batch) { (void)batch; }
};

}  // namespace pointsman::apply
