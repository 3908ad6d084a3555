// SPDX-License-Identifier: Apache-2.0
// What people and earlier tools left on a host about which interface the bridge is for. Read from
// files by io/read_hints.h; each says where it comes from, so that a proposal can say so too.
#pragma once

#include <optional>
#include <string>

#include "base/ip_address.h"
#include "model/names.h"

namespace pointsman::propose {

template <typename T>
struct Hint {
  T value = {};
  std::string source = {};  // a file, or the option it was given by
  bool operator==(const Hint&) const = default;
};

struct Hints {
  // The interface that the administrator names for the bridge of OVN-Kubernetes, br-ex.
  std::optional<Hint<InterfaceName>> defaultBridge = {};
  // The one named for the second bridge, br-ex1; never used for another bridge.
  std::optional<Hint<InterfaceName>> extraBridge = {};
  // The address by which the cluster knows this node.
  std::optional<Hint<IpAddress>> nodeAddress = {};
  // The interface chosen last time.
  std::optional<Hint<InterfaceName>> lastUplink = {};
  bool operator==(const Hints&) const = default;
};

}  // namespace pointsman::propose
