// SPDX-License-Identifier: Apache-2.0
// Names that OVN-Kubernetes and Open vSwitch use for devices and bridges of their own.
#pragma once

#include <string_view>

namespace pointsman::propose {

// The list of OpenShift's documentation, exact names and prefixes: br-int, ovn-k8s-*, …
[[nodiscard]] bool isReservedName(std::string_view name);

}  // namespace pointsman::propose
