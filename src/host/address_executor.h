// SPDX-License-Identifier: Apache-2.0
// Carries out the steps of a plan that are about addresses of links.
#pragma once

#include <filesystem>
#include <functional>

#include "base/result.h"
#include "host/removed_addresses.h"
#include "netlink/netlink.h"
#include "plan/step.h"

namespace pointsman::host {

class AddressExecutor {
 public:
  // 'netlink' stays the caller's and must outlive this.
  AddressExecutor(netlink::Netlink& netlink, const std::filesystem::path& runDirectory)
      : netlink_(&netlink), removed_(runDirectory) {}

  // One that was removed from the link before comes back as it was.
  Result<> execute(const plan::AddAddress& step);
  // One address, whatever the kernel takes along: other IPv4 addresses of its network are put back.
  Result<> execute(const plan::RemoveAddress& step);
  Result<> execute(const plan::ChangeAddress& step);

 private:
  // 'address' as the kernel shall have it on 'link'.
  Result<netlink::Address> toKernel(const InterfaceName& link, const Address& address);
  Result<> put(const InterfaceName& link, const Address& address);
  Result<> rememberAsItIs(const InterfaceName& link, const netlink::Address& address);
  // Runs 'work', which touches one IPv4 address, and brings back what went with it.
  Result<> keepingOthers(netlink::IfIndex link, const IpPrefix& touched,
                         const std::function<Result<>()>& work);
  Result<> keepingRoutes(netlink::IfIndex link, const std::function<Result<>()>& work);

  netlink::Netlink* netlink_;
  RemovedAddresses removed_;
};

}  // namespace pointsman::host
