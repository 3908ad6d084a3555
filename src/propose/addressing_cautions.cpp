// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/str_cat.h"
#include "propose/cautions.h"
#include "propose/default_routes.h"
#include "propose/describe_ip.h"

namespace pointsman::propose {

namespace {

constexpr std::array kFamilies = {IpFamily::V4, IpFamily::V6};
// RFC 8200, 5: every link that carries IPv6 has at least this.
constexpr std::uint32_t kLeastIpv6Mtu = 1280;

void checkMtu(const ObservedState& host, const Takeover& takeover, Diagnostics& found) {
  const LinkConfig& link = host.config.links.at(takeover.uplink);
  const DesiredIp ipv6 = describeIp(host, takeover.uplink, IpFamily::V6, std::nullopt);
  if (link.mtu >= kLeastIpv6Mtu || !ipv6.enabled.value_or(false)) return;
  found.push_back({.message = strCat(takeover.uplink, " has the MTU ", link.mtu,
                                     " and IPv6, which needs ", kLeastIpv6Mtu),
                   .hint = "raise the MTU or switch IPv6 off"});
}

void checkAddresses(const ObservedState& host, const Takeover& takeover, Diagnostics& found) {
  bool any = false;
  for (const IpFamily family : kFamilies) {
    const AddressSources sources = findAddressSources(host, takeover.uplink, family);
    any = any || sources.automatic() || !sources.configured.empty();
    for (const IpPrefix& prefix : sources.configured) {
      const bool single = prefix.length == bitsOf(family);
      if (!single || sources.configured.front() == prefix) continue;
      found.push_back(makeWarning(
          strCat(prefix, " on ", takeover.uplink,
                 " looks like a virtual address that a service such as keepalived moves between "
                 "hosts"),
          "take it out of the document if the service puts it there"));
    }
  }
  if (!any) {
    found.push_back(makeWarning(
        strCat(takeover.uplink, " has no address, so ", takeover.bridge, " will have none"),
        "OVN-Kubernetes needs one for each family it uses: add it, or DHCP, to the document"));
  }
}

// OVN-Kubernetes wants its bridge to have the best default route, and that of both families.
void checkDefaultRoutes(const ObservedState& host, const Takeover& takeover, Diagnostics& found) {
  std::set<std::pair<IpFamily, InterfaceName>> seen;
  for (const Route& route : defaultRoutes(host)) {
    const IpFamily family = route.destination.address.family();
    if (route.device == takeover.uplink || route.device->text == takeover.bridge.text) continue;
    if (!seen.emplace(family, *route.device).second) continue;
    const bool uplinkHasOne = std::ranges::any_of(defaultRoutes(host), [&](const Route& other) {
      return other.device == takeover.uplink && other.destination.address.family() == family;
    });
    if (!uplinkHasOne) {
      found.push_back(
          makeWarning(strCat("the ", family, " default route leads through ", *route.device,
                             ", not through ", takeover.uplink),
                      "OVN-Kubernetes with both families needs both default routes on the bridge"));
    } else if (route.metric <= takeover.metric) {
      found.push_back(
          makeWarning(strCat("'", route, "' stays and is better than the default route of ",
                             takeover.bridge, " with metric ", takeover.metric),
                      strCat("give it a metric above ", takeover.metric, ", or remove it")));
    }
  }
}

void checkRoutes(const ObservedState& host, const Takeover& takeover, Diagnostics& found) {
  for (const Route& route : host.config.routes) {
    if (route.device != takeover.uplink || !route.onLink) continue;
    found.push_back(
        makeWarning(strCat("'", route, "' has a gateway outside the networks of ", takeover.uplink,
                           " (onlink), which a document cannot say"),
                    "add a route to the gateway itself, without a gateway, to the document"));
  }
}

}  // namespace

Diagnostics checkAddressing(const ObservedState& host, const Takeover& takeover) {
  Diagnostics found;
  checkMtu(host, takeover, found);
  checkAddresses(host, takeover, found);
  checkDefaultRoutes(host, takeover, found);
  checkRoutes(host, takeover, found);
  return found;
}

}  // namespace pointsman::propose
