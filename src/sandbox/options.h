// SPDX-License-Identifier: Apache-2.0
// What a sandbox is asked to hold.
#pragma once

#include <filesystem>

#include "base/result.h"

namespace pointsman::sandbox {

inline constexpr int kMostNics = 64;

struct Options {
  int nics = 2;  // eth0, eth1, …: 1 to kMostNics
  bool withOvs = true;
  bool dhcp = true;   // a server behind eth1, if there is an eth1
  bool ipv6 = false;  // 2001:db8:0:1::10/64 on eth0 and a default route for it
  // Where CMD keeps its state, as seen inside; empty: a directory that vanishes with the sandbox.
  std::filesystem::path stateDirectory = {};
};

Result<> checkOptions(const Options& options);

}  // namespace pointsman::sandbox
