// SPDX-License-Identifier: Apache-2.0
// Which port of an existing bridge is its uplink, by the rules of OVN-Kubernetes.
#pragma once

#include <optional>

#include "model/names.h"
#include "model/ovs_config.h"

namespace pointsman::propose {

// The only interface of type system, else the one that external_ids:bridge-uplink names (in
// ovn-kubernetes: go-controller/pkg/util/nicstobridge.go). Empty when neither tells, or when there
// is no such bridge.
[[nodiscard]] std::optional<InterfaceName> findBridgeUplink(const OvsConfig& ovs,
                                                            const BridgeName& bridge);

}  // namespace pointsman::propose
