// SPDX-License-Identifier: Apache-2.0
// Carries out the step that puts a link under a bond, a linux bridge or a VRF, or takes it from
// there, with what the controller keeps for its port.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "netlink/netlink.h"
#include "plan/step.h"

namespace pointsman::host {

class PortExecutor {
 public:
  // 'netlink' stays the caller's and must outlive this.
  explicit PortExecutor(netlink::Netlink& netlink) : netlink_(&netlink) {}

  // A bridge filters VLANs as long as one of its ports asks for it: that is how the document has
  // it, which knows no switch of its own. After a failure the link is where it was.
  Result<> execute(const plan::SetLinkController& step);

 private:
  Result<> change(const plan::SetLinkController& step);
  Result<> join(const InterfaceName& link, const std::optional<InterfaceName>& controller);
  // A bridge whose MTU nobody set takes that of its ports; one step changes one thing.
  Result<> keepMtu(const netlink::Link& controller);
  Result<> setPortOptions(const InterfaceName& link, const plan::Membership& wanted);
  Result<> setFilter(const InterfaceName& link, const InterfaceName& bridge,
                     const std::optional<BridgePortVlan>& vlan);
  Result<> stopFilteringIfUnused(const InterfaceName& bridge);
  enum class Filtering : std::uint8_t { Off, On };
  Result<> setFiltering(const netlink::Link& bridge, Filtering wanted);

  netlink::Netlink* netlink_;
};

}  // namespace pointsman::host
