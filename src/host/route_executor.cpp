// SPDX-License-Identifier: Apache-2.0
#include "host/route_executor.h"

#include <algorithm>

#include "base/str_cat.h"
#include "host/await.h"
#include "host/kernel_route.h"

namespace pointsman::host {

namespace {

// Whether the hops of several model routes are one route to the kernel.
bool isMultipath(const Route& route) { return route.weight.has_value(); }

bool isSame(const netlink::Route& seen, const netlink::Route& wanted) {
  return hasHop(seen, wanted) && seen.preferredSource == wanted.preferredSource;
}

}  // namespace

Result<> RouteExecutor::execute(const plan::AddRoute& step, Deadline deadline) {
  CHECK_OK(awaitSource(step.route, deadline));
  TRY(const netlink::Route wanted, toKernelRoute(step.route));
  return isMultipath(step.route) ? addHop(wanted) : addAlone(wanted);
}

Result<> RouteExecutor::addAlone(const netlink::Route& wanted) {
  auto added = netlink_->addRoute(wanted);
  if (added || added.error().kind() != ErrorKind::Conflict) return added;
  TRY(const auto seen, findSlot(wanted));
  return seen && isSame(*seen, wanted) ? ok() : added;
}

Result<> RouteExecutor::addHop(const netlink::Route& wanted) {
  rememberWeight(wanted);
  TRY(const auto seen, findSlot(wanted));
  if (!seen) return netlink_->addRoute(wanted);
  const netlink::Route joined = withHop(*seen, wanted);
  return joined.nextHops == seen->nextHops ? ok() : netlink_->replaceRoute(joined);
}

Result<> RouteExecutor::execute(const plan::RemoveRoute& step) {
  const auto gone = toKernelRoute(step.route);
  // Routes go with their link.
  if (!gone && gone.error().kind() == ErrorKind::NotFound) return ok();
  if (!gone) return gone.error();
  // The kernel takes "no gateway" for "any gateway", and does not take one hop out of an IPv4
  // route; then the route is looked for, which is slow on a host that has very many.
  if (isMultipath(step.route) || !step.route.gateway) return removeHop(*gone);
  return netlink_->deleteRoute(*gone);
}

Result<> RouteExecutor::removeHop(const netlink::Route& gone) {
  TRY(const auto seen, findSlot(gone));
  if (!seen || !hasHop(*seen, gone)) return ok();
  const auto left = withoutHop(*seen, gone);
  if (left && left->nextHops.size() == 1) rememberWeight(*left);
  return left ? netlink_->replaceRoute(*left) : netlink_->deleteRoute(*seen);
}

Result<> RouteExecutor::execute(const plan::ReplaceRoute& step, Deadline deadline) {
  CHECK_OK(awaitSource(step.after, deadline));
  TRY(const netlink::Route wanted, toKernelRoute(step.after));
  if (!isMultipath(step.after) && !isMultipath(step.before)) return netlink_->replaceRoute(wanted);
  TRY(const auto seen, findSlot(wanted));
  if (isMultipath(step.after)) rememberWeight(wanted);
  if (!seen) return netlink_->addRoute(wanted);
  std::optional<netlink::Route> left = seen;
  // A device that is gone took its hop along.
  if (const auto before = toKernelRoute(step.before); before) left = withoutHop(*seen, *before);
  return netlink_->replaceRoute(left ? withHop(*left, wanted) : wanted);
}

Result<> RouteExecutor::execute(const plan::AddRule& step) {
  return netlink_->addRule(toKernel(step.rule));
}

Result<> RouteExecutor::execute(const plan::RemoveRule& step) {
  return netlink_->deleteRule(toKernel(step.rule));
}

Result<netlink::Route> RouteExecutor::toKernelRoute(const Route& route) {
  netlink::IfIndex device;
  if (route.device) {
    TRY(device, netlink_->indexOf(route.device->text).in(strCat("route ", route)));
  }
  return toKernel(route, device);
}

Result<std::optional<netlink::Route>> RouteExecutor::findSlot(const netlink::Route& route) {
  TRY(auto routes, netlink_->routes());
  const auto found = std::ranges::find_if(routes, [&](const netlink::Route& seen) {
    return sameSlot(seen, route) && seen.protocol == route.protocol;
  });
  if (found == routes.end()) return std::optional<netlink::Route>();
  restoreWeights(*found);
  return std::optional(std::move(*found));
}

void RouteExecutor::rememberWeight(const netlink::Route& single) {
  std::erase_if(weighted_, [&](const netlink::Route& known) {
    return sameSlot(known, single) && hasHop(known, single);
  });
  weighted_.push_back(single);
}

void RouteExecutor::restoreWeights(netlink::Route& route) const {
  if (route.nextHops.size() != 1) return;
  for (const netlink::Route& known : weighted_) {
    if (sameSlot(known, route) && hasHop(route, known)) {
      route.nextHops.front().weight = known.nextHops.front().weight;
    }
  }
}

Result<> RouteExecutor::awaitSource(const Route& route, Deadline deadline) {
  if (!route.source || route.source->family() == IpFamily::V4) return ok();
  const auto isUsable = [&]() -> Result<bool> {
    TRY(const auto addresses, netlink_->addresses());
    return std::ranges::none_of(addresses, [&](const netlink::Address& seen) {
      return seen.prefix.address == *route.source && seen.tentative && !seen.dadFailed;
    });
  };
  return awaitKernel({.addresses = true}, isUsable, strCat("address ", *route.source), deadline);
}

}  // namespace pointsman::host
