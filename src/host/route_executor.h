// SPDX-License-Identifier: Apache-2.0
// Carries out the steps of a plan that are about routes and rules.
#pragma once

#include <optional>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "netlink/netlink.h"
#include "plan/step.h"

namespace pointsman::host {

class RouteExecutor {
 public:
  // 'netlink' stays the caller's and must outlive this.
  explicit RouteExecutor(netlink::Netlink& netlink) : netlink_(&netlink) {}

  // A route with a weight joins the next hops that are there already. Conflict when another route
  // has the same destination, table and metric.
  Result<> execute(const plan::AddRoute& step, Deadline deadline);
  Result<> execute(const plan::RemoveRoute& step);
  Result<> execute(const plan::ReplaceRoute& step, Deadline deadline);
  Result<> execute(const plan::AddRule& step);
  Result<> execute(const plan::RemoveRule& step);

 private:
  Result<netlink::Route> toKernelRoute(const Route& route);
  // The kernel's route with the destination, table, metric and protocol of 'route'.
  Result<std::optional<netlink::Route>> findSlot(const netlink::Route& route);
  Result<> addAlone(const netlink::Route& wanted);
  Result<> addHop(const netlink::Route& wanted);
  Result<> removeHop(const netlink::Route& gone);
  // Of a route with a single hop the kernel does not tell the weight, which matters as soon as
  // another hop joins: it is kept here from one step to the next.
  void rememberWeight(const netlink::Route& single);
  void restoreWeights(netlink::Route& route) const;
  // IPv6: an address cannot be a route's source before the kernel knows it to be unique.
  Result<> awaitSource(const Route& route, Deadline deadline);

  netlink::Netlink* netlink_;
  std::vector<netlink::Route> weighted_;  // each with one hop
};

}  // namespace pointsman::host
