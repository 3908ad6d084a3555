// SPDX-License-Identifier: Apache-2.0
#include "propose/explain.h"

#include <algorithm>
#include <array>

#include "base/str_cat.h"
#include "propose/describe_ip.h"
#include "propose/move_routes.h"

namespace pointsman::propose {

namespace {

std::string_view familyName(IpFamily family) { return family == IpFamily::V4 ? "IPv4" : "IPv6"; }

// What ovnkube-node puts on its bridge for masquerading, by its two generations of default subnets.
bool isMasquerade(const IpAddress& address) {
  const std::string text = toString(address);
  constexpr std::array<std::string_view, 3> kAddresses = {"169.254.169.2", "169.254.0.2",
                                                          "fd69::2"};
  return std::ranges::find(kAddresses, text) != kAddresses.end();
}

void explainAddresses(const ObservedState& host, const Takeover& takeover, IpFamily family,
                      std::vector<std::string>& out) {
  const AddressSources sources = findAddressSources(host, takeover.uplink, family);
  if (!sources.configured.empty()) {
    out.push_back(strCat(strJoin(sources.configured, ", "),
                         sources.configured.size() == 1 ? " moves" : " move", " from ",
                         takeover.uplink, " to ", takeover.bridge, "."));
  }
  if (sources.dhcp) {
    out.push_back(strCat(takeover.uplink, " has its ", familyName(family),
                         " address by DHCP; so will ", takeover.bridge,
                         ", with the same MAC address and hence the same lease, and with metric ",
                         takeover.metric, " for the routes that come with it."));
  }
  if (sources.autoconf) {
    out.push_back(strCat("Routers announce IPv6 addresses to ", takeover.uplink, "; those go to ",
                         takeover.bridge, "."));
  }
}

void explainRoutes(const ObservedState& host, const Takeover& takeover,
                   std::vector<std::string>& out) {
  const InterfaceName local{takeover.bridge.text};
  std::size_t unchanged = 0;
  for (const DesiredRoute& moved :
       moveRoutes(host.config, takeover.uplink, local, takeover.metric)) {
    if (!moved.destination->isDefault() || moved.table) {
      ++unchanged;
      continue;
    }
    const IpAddress* gateway = wishedValue(moved.gateway);
    out.push_back(strCat("The ", familyName(moved.destination->address.family()), " default route ",
                         gateway ? strCat("via ", *gateway) : "without a gateway", " moves to ",
                         takeover.bridge, " with metric ", *moved.metric, "."));
  }
  if (unchanged != 0) {
    out.push_back(strCat(unchanged, unchanged == 1 ? " other route moves" : " other routes move",
                         " to ", takeover.bridge, " unchanged."));
  }
}

}  // namespace

std::vector<std::string> explainTakeover(const ObservedState& host, const Takeover& takeover) {
  const LinkConfig& link = host.config.links.at(takeover.uplink);
  std::vector<std::string> out;
  out.push_back(strCat(takeover.bridge, " takes the MAC address ", toLowerString(*link.mac),
                       " and the MTU ", link.mtu, " of ", takeover.uplink, "."));
  explainAddresses(host, takeover, IpFamily::V4, out);
  explainAddresses(host, takeover, IpFamily::V6, out);
  explainRoutes(host, takeover, out);
  return out;
}

std::vector<std::string> explainInPlace(const ObservedState& host, const BridgeName& bridge) {
  std::vector<std::string> out;
  const auto link = host.config.links.find(InterfaceName(bridge.text));
  if (link == host.config.links.end()) return out;
  for (const IpFamily family : {IpFamily::V4, IpFamily::V6}) {
    for (const Address& address : link->second.ip(family).addresses) {
      if (!isMasquerade(address.prefix.address)) continue;
      out.push_back(
          strCat(address.prefix,
                 " is a masquerade address of OVN-Kubernetes; it is listed because a list of "
                 "addresses replaces those in force."));
    }
  }
  return out;
}

}  // namespace pointsman::propose
