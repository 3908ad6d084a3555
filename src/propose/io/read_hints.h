// SPDX-License-Identifier: Apache-2.0
// The hint files of OpenShift nodes.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "propose/hints.h"

namespace pointsman::propose {

// An empty path is not looked at.
struct HintFiles {
  std::filesystem::path defaultBridge = "/etc/ovnk/default_bridge";
  std::filesystem::path extraBridge = "/etc/ovnk/extra_bridge";
  std::filesystem::path nodeAddress = "/run/nodeip-configuration/primary-ip";
  std::filesystem::path lastUplink = "/var/lib/ovnk/iface_default_hint";
};

// A file that is not there is no hint. One that somebody wrote for a purpose and that cannot serve
// it (an empty default_bridge, an address that is none) is InvalidInput: going on without it would
// put the bridge somewhere else than asked. An empty lastUplink is no hint: a program wrote it.
Result<Hints> readHints(const HintFiles& files = {});

}  // namespace pointsman::propose
