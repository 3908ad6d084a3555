// SPDX-License-Identifier: Apache-2.0
#include "host/address_executor.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/str_cat.h"

namespace pointsman::host {

namespace {

std::chrono::seconds lifetime(const std::optional<std::uint32_t>& seconds) {
  return seconds ? std::chrono::seconds(*seconds) : netlink::kForever;
}

bool isIpv4(const IpPrefix& prefix) { return prefix.address.family() == IpFamily::V4; }

// Whether the kernel has the address just so, lifetimes apart, which run.
bool isThere(const std::vector<netlink::Address>& all, const netlink::Address& wanted) {
  return std::ranges::any_of(all, [&](const netlink::Address& seen) {
    return seen.link == wanted.link && seen.prefix == wanted.prefix &&
           seen.noPrefixRoute == wanted.noPrefixRoute && wanted.valid == netlink::kForever &&
           seen.valid == netlink::kForever;
  });
}

// Whether a route leads through 'link', and is not the kernel's own, which comes back by itself.
bool leadsThrough(const netlink::Route& route, netlink::IfIndex link) {
  return route.family() == IpFamily::V4 && route.protocol != netlink::protocol::kKernel &&
         route.table != netlink::kLocalTable &&
         std::ranges::any_of(route.nextHops,
                             [&](const netlink::NextHop& hop) { return hop.link == link; });
}

}  // namespace

Result<netlink::Address> AddressExecutor::toKernel(const InterfaceName& link,
                                                   const Address& address) {
  TRY(const netlink::IfIndex index, netlink_->indexOf(link.text));
  TRY(const auto known, removed_.recall(link, address.prefix));
  netlink::Address made = known.value_or(netlink::Address{.prefix = address.prefix});
  made.link = index;
  made.valid = lifetime(address.validSeconds);
  // Never preferred for longer than valid: the kernel refuses that.
  made.preferred = std::min(lifetime(address.preferredSeconds), made.valid);
  made.noPrefixRoute = address.noPrefixRoute;
  return made;
}

Result<> AddressExecutor::put(const InterfaceName& link, const Address& address) {
  TRY(const netlink::Address wanted, toKernel(link, address));
  TRY(const auto all, netlink_->addresses());
  if (isThere(all, wanted)) return ok();
  return netlink_->putAddress(wanted).in(strCat("link ", link));
}

Result<> AddressExecutor::rememberAsItIs(const InterfaceName& link,
                                         const netlink::Address& address) {
  TRY(const auto all, netlink_->addresses());
  for (const netlink::Address& seen : all) {
    if (seen.link == address.link && seen.prefix == address.prefix) {
      return removed_.remember(link, seen);
    }
  }
  return ok();
}

Result<> AddressExecutor::execute(const plan::AddAddress& step) {
  return put(step.link, step.address);
}

Result<> AddressExecutor::execute(const plan::RemoveAddress& step) {
  const auto index = netlink_->indexOf(step.link.text);
  if (!index && index.error().kind() == ErrorKind::NotFound) return ok();
  if (!index) return index.error();
  const netlink::Address gone{.link = *index, .prefix = step.address.prefix};
  CHECK_OK(rememberAsItIs(step.link, gone));
  if (!isIpv4(gone.prefix)) return netlink_->deleteAddress(gone).in(strCat("link ", step.link));
  return keepingOthers(*index, gone.prefix, [&] { return netlink_->deleteAddress(gone); })
      .in(strCat("link ", step.link));
}

Result<> AddressExecutor::execute(const plan::ChangeAddress& step) {
  // The kernel changes lifetimes in place, and of an IPv6 address its flags; those of an IPv4
  // address are fixed when it is made.
  if (step.before.noPrefixRoute == step.after.noPrefixRoute || !isIpv4(step.after.prefix)) {
    return put(step.link, step.after);
  }
  TRY(const netlink::Address fresh, toKernel(step.link, step.after));
  const netlink::IfIndex index = fresh.link;
  TRY(const auto all, netlink_->addresses());
  if (isThere(all, fresh)) return ok();
  return keepingRoutes(index,
                       [&] {
                         return keepingOthers(index, fresh.prefix, [&]() -> Result<> {
                           CHECK_OK(netlink_->deleteAddress(fresh));
                           return netlink_->putAddress(fresh);
                         });
                       })
      .in(strCat("link ", step.link));
}

// With the first address of a network its secondary ones go, unless the sysctl promote_secondaries
// is set.
Result<> AddressExecutor::keepingOthers(netlink::IfIndex link, const IpPrefix& touched,
                                        const std::function<Result<>()>& work) {
  TRY(auto others, netlink_->addresses());
  std::erase_if(others, [&](const netlink::Address& other) {
    return other.link != link || other.prefix == touched || !isIpv4(other.prefix) ||
           !other.prefix.contains(touched.address);
  });
  CHECK_OK(work());
  if (others.empty()) return ok();
  TRY(const auto left, netlink_->addresses());
  for (netlink::Address& other : others) {
    const bool there = std::ranges::any_of(left, [&](const netlink::Address& seen) {
      return seen.link == link && seen.prefix == other.prefix;
    });
    if (!there) CHECK_OK(netlink_->putAddress(other));
  }
  return ok();
}

// With the last IPv4 address of a link all its routes go.
Result<> AddressExecutor::keepingRoutes(netlink::IfIndex link,
                                        const std::function<Result<>()>& work) {
  TRY(auto routes, netlink_->routes());
  std::erase_if(routes, [&](const netlink::Route& route) { return !leadsThrough(route, link); });
  CHECK_OK(work());
  if (routes.empty()) return ok();
  // On-link ones first: gateways of the others may be reached through them.
  std::ranges::stable_partition(routes, [](const netlink::Route& route) {
    return !route.nextHops.front().gateway.has_value();
  });
  for (const netlink::Route& route : routes) CHECK_OK(netlink_->replaceRoute(route));
  return ok();
}

}  // namespace pointsman::host
