// SPDX-License-Identifier: Apache-2.0
// Tests that run on a throw-away host: each in a sandbox of its own, in a copy of the test process
// that lives there, so that the code under test is called as it is on a real host.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "host/host_executor.h"
#include "host/read_host.h"
#include "model/observed_state.h"
#include "plan/step.h"
#include "sandbox/sandbox.h"

namespace pointsman::host {

Deadline soon();

class InsideHost : public testing::Test {
 protected:
  // Runs 'body' inside a fresh sandbox. What fails in it fails the test.
  static void inside(const std::function<void()>& body, const sandbox::Options& options = {});
};

// The rest is for use inside.

HostAccess accessInside();
ObservedState readInside();
HostExecutor openInside(OvsTool tool = OvsTool::Native);

// What a program prints; its failure fails the test.
std::string run(const std::vector<std::string>& argv);
bool pings(const std::string& address);

// Executes the batches of a plan in order until one fails.
Result<> runPlan(HostExecutor& executor, const std::vector<plan::Step>& steps);
// The same with a new executor.
Result<> runPlan(const std::vector<plan::Step>& steps);

// Everything that a rollback must restore, as text: links, addresses, routes, rules, and the rows
// of the database without their identities and what ovs-vswitchd reports in them.
std::string dumpHost();

// Fails, naming what differs, unless the host's configuration is that of 'before'.
void expectConfigOf(const ObservedState& before);

std::string messageOf(const Result<>& result);

Address addressOf(const char* prefix);
Route routeOf(const char* destination, const char* gateway, const char* device);

}  // namespace pointsman::host
