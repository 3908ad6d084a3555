// SPDX-License-Identifier: Apache-2.0
// What a sandbox needs of the machine it runs on, and how to say that it is missing.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "base/result.h"
#include "sandbox/options.h"

namespace pointsman::sandbox {

struct Machine {
  std::uint64_t capabilities = 0;       // effective; bits are CAP_… of linux/capability.h
  std::set<std::string> programs = {};  // of those that a sandbox may need, the ones found
  std::string tunProblem = {};          // why /dev/net/tun cannot be opened; empty: it can
};

Machine readMachine();

// Everything that is missing in one Error: Denied when it is about capabilities, else Unsupported.
Result<> checkRequirements(const Options& options, const Machine& machine);

}  // namespace pointsman::sandbox
