// SPDX-License-Identifier: Apache-2.0
// Carries out the steps of a plan that are about addresses of links.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "netlink/netlink.h"
#include "plan/step.h"

namespace pointsman::host {

class AddressExecutor {
 public:
  // 'netlink' stays the caller's and must outlive this.
  explicit AddressExecutor(netlink::Netlink& netlink) : netlink_(&netlink) {}

  Result<> execute(const plan::AddAddress& step);
  // One address, whatever the kernel takes along: other IPv4 addresses of its network are put back.
  Result<> execute(const plan::RemoveAddress& step);
  Result<> execute(const plan::ChangeAddress& step);

 private:
  Result<> put(const InterfaceName& link, const Address& address);
  // Runs 'work', which touches one IPv4 address, and brings back what went with it.
  Result<> keepingOthers(netlink::IfIndex link, const IpPrefix& touched,
                         const std::function<Result<>()>& work);
  Result<> keepingRoutes(netlink::IfIndex link, const std::function<Result<>()>& work);

  netlink::Netlink* netlink_;
};

}  // namespace pointsman::host
