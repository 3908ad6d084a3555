// SPDX-License-Identifier: Apache-2.0
// What OVN-Kubernetes needs of a host before it starts, as rules: `check --profile ovn-kubernetes`.
#pragma once

#include <cstdint>

#include "model/diagnostic.h"
#include "model/host_config.h"
#include "model/names.h"
#include "model/observed_state.h"

namespace pointsman::plan {

struct OvnKubernetesProfile {
  BridgeName gatewayBridge = BridgeName("br-ex");
  // Of the pods; 0 when not known. The bridge must carry it plus the tunnel's header.
  std::uint32_t clusterMtu = 0;
};

// For a resolved target or a live state alike. 'facts' supply leases, running routes and how
// Interface.type is spelt.
[[nodiscard]] Diagnostics checkOvnKubernetes(const HostConfig& config, const HostFacts& facts,
                                             const OvnKubernetesProfile& profile);

}  // namespace pointsman::plan
