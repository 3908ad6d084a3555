// SPDX-License-Identifier: Apache-2.0
// What a document means on this host: partial wishes merged over what was observed give one
// complete configuration, or the list of everything that is wrong with them. Semantics are
// nmstate's; where they differ on purpose, the code says why.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/desired_state.h"
#include "model/diagnostic.h"
#include "model/host_config.h"
#include "model/names.h"
#include "model/observed_state.h"

namespace pointsman::plan {

// What success means for a link beyond its configuration being in place.
struct LinkExpectation {
  bool dhcp4 = false;  // a lease is on its way
  bool automatic6 = false;
  std::optional<WaitIp> waitIp = {};  // do not call it done before such an address is there
  bool exactAddresses4 = false;       // allow-extra-address: false
  bool exactAddresses6 = false;
  bool operator==(const LinkExpectation&) const = default;
};

struct Resolution {
  HostConfig target = {};  // meaningful only when diagnostics hold no error
  Diagnostics diagnostics = {};
  // The links that the document names and wants up.
  std::map<InterfaceName, LinkExpectation> expectations = {};
  bool operator==(const Resolution&) const = default;
};

[[nodiscard]] Resolution resolve(const DesiredState& desired, const ObservedState& observed);

// Whether the document cannot be carried out without an Open vSwitch database. Asked before
// resolve(), so that a missing OVS is told apart from a wrong document.
[[nodiscard]] bool needsOvs(const DesiredState& desired, const ObservedState& observed);

}  // namespace pointsman::plan
