// SPDX-License-Identifier: Apache-2.0
#include "propose/propose.h"

#include <algorithm>
#include <utility>

#include "base/ip_address.h"
#include "base/str_cat.h"
#include "propose/cautions.h"
#include "propose/choose_uplink.h"
#include "propose/describe_bridge.h"
#include "propose/describe_ip.h"
#include "propose/describe_uplink.h"
#include "propose/explain.h"
#include "propose/move_routes.h"
#include "propose/reserved_names.h"

namespace pointsman::propose {

namespace {

template <typename T>
void append(std::vector<T>& to, std::vector<T> more) {
  std::ranges::move(more, std::back_inserter(to));
}

void checkBridgeName(const ObservedState& host, const BridgeName& bridge, Diagnostics& found) {
  const std::string& name = bridge.text;
  // What dev_valid_name() of the kernel refuses.
  const bool spoilt = name.empty() || name == "." || name == ".." ||
                      name.find_first_of("/: \t\n\v\f\r") != std::string::npos;
  if (spoilt || name.size() > kLongestInterfaceName) {
    found.push_back({.message = strCat("'", name, "' cannot be the name of a bridge"),
                     .hint = strCat("use 1 to ", kLongestInterfaceName,
                                    " characters without blanks, '/' and ':'")});
  } else if (isReservedName(name)) {
    found.push_back({.message = strCat(name, " is a name that OVN-Kubernetes keeps for itself"),
                     .hint = strCat("use ", kNodeBridge, ", or a name of your own")});
  }
  const auto link = host.config.links.find(InterfaceName(name));
  if (link != host.config.links.end() &&
      !std::holds_alternative<OvsInternalLink>(link->second.kind)) {
    found.push_back({.message = strCat(name, " exists and is of type ", typeOf(link->second.kind)),
                     .hint = "rename or remove it: the bridge needs the name"});
  }
}

bool isLoopbackServer(const std::string& server) {
  const auto address = IpAddress::parse(server);
  return address && address->isLoopback();
}

// Servers that somebody wrote down are part of the configuration; those that DHCP or a router gave
// will come again, and a stub on this host belongs to whoever runs it.
std::optional<DesiredResolver> describeResolver(const ObservedState& host,
                                                const InterfaceName& holder) {
  const ResolverConfig& resolver = host.config.resolver;
  const bool automatic = findAddressSources(host, holder, IpFamily::V4).automatic() ||
                         findAddressSources(host, holder, IpFamily::V6).automatic();
  if (automatic || resolver.servers.empty() ||
      std::ranges::any_of(resolver.servers, isLoopbackServer)) {
    return std::nullopt;
  }
  DesiredResolver wish{.servers = resolver.servers};
  if (!resolver.search.empty()) wish.search = resolver.search;
  return wish;
}

std::uint32_t metricOf(const ProposeOptions& options) {
  if (options.metric) return *options.metric;
  return options.bridge.text == kExtraBridge ? kExtraBridgeMetric : kNodeBridgeMetric;
}

void proposeTakeover(const ObservedState& host, const Takeover& takeover, Proposal& proposal) {
  DesiredState& desired = proposal.desired;
  desired.interfaces = describeUplink(host.config, takeover.uplink);
  desired.interfaces.back().ipv4 = disabledIp();
  desired.interfaces.back().ipv6 = disabledIp();
  desired.interfaces.push_back(describeBridge(host, takeover.bridge, takeover.uplink));
  desired.interfaces.push_back(
      describeNewLocalPort(host, takeover.bridge, takeover.uplink, takeover.metric));
  const InterfaceName local{takeover.bridge.text};
  desired.routes = moveRoutes(host.config, takeover.uplink, local, takeover.metric);
  desired.rules = moveRules(host.config, takeover.uplink, local);
  desired.resolver = describeResolver(host, takeover.uplink);
  append(proposal.explanation, explainTakeover(host, takeover));
  append(proposal.diagnostics, checkUplink(host, takeover));
  append(proposal.diagnostics, checkAddressing(host, takeover));
}

void describeInPlace(const ObservedState& host, const BridgeName& bridge, Proposal& proposal) {
  DesiredState& desired = proposal.desired;
  const InterfaceName local{bridge.text};
  if (proposal.uplink && host.config.links.contains(*proposal.uplink)) {
    desired.interfaces = describeUplink(host.config, *proposal.uplink);
    DesiredInterface& uplink = desired.interfaces.back();
    uplink.ipv4 = describeIp(host, *proposal.uplink, IpFamily::V4, std::nullopt);
    uplink.ipv6 = describeIp(host, *proposal.uplink, IpFamily::V6, std::nullopt);
  }
  desired.interfaces.push_back(describeBridge(host, bridge, proposal.uplink));
  desired.interfaces.push_back(describeLocalPort(host, bridge, proposal.uplink));
  desired.routes = moveRoutes(host.config, local, local, std::nullopt);
  desired.rules = moveRules(host.config, local, local);
  desired.resolver = describeResolver(host, local);
  append(proposal.explanation, explainInPlace(host, bridge));
}

}  // namespace

Proposal proposeBridge(const ObservedState& host, const ProposeOptions& options) {
  Proposal proposal;
  checkBridgeName(host, options.bridge, proposal.diagnostics);
  if (hasErrors(proposal.diagnostics)) return proposal;

  Choice choice = chooseUplink(host, options);
  proposal.uplink = choice.uplink;
  proposal.inPlace = choice.inPlace;
  proposal.explanation = std::move(choice.explanation);
  append(proposal.diagnostics, std::move(choice.diagnostics));
  if (hasErrors(proposal.diagnostics)) return proposal;

  if (proposal.inPlace) {
    describeInPlace(host, options.bridge, proposal);
  } else {
    proposeTakeover(
        host, {.bridge = options.bridge, .uplink = *proposal.uplink, .metric = metricOf(options)},
        proposal);
  }
  return proposal;
}

}  // namespace pointsman::propose
