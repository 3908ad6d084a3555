// SPDX-License-Identifier: Apache-2.0
// Runs connectivity probes, all at the same time.
#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "probe/probe.h"
#include "probe/surroundings.h"

namespace pointsman::probe {

// Asked anew before each attempt, from several threads at once: a lease may bring the gateway and
// the name servers while the probes run.
using LookAround = std::function<Surroundings()>;

// Each probe is tried again and again until it works, the deadline passes or a stop is requested;
// each in a thread of its own, in the network namespace of the calling thread. The results are in
// the order of 'probes'. Returns as soon as all have ended.
std::vector<ProbeResult> runProbes(const std::vector<Probe>& probes, const LookAround& lookAround,
                                   Deadline deadline, std::stop_token stop = {});

}  // namespace pointsman::probe
