// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/str_cat.h"
#include "propose/cautions.h"
#include "propose/describe_uplink.h"

namespace pointsman::propose {

namespace {

void checkKind(const LinkConfig& link, const Takeover& takeover, Diagnostics& found) {
  if (changesMacOnFailover(link)) {
    found.push_back(makeWarning(
        strCat("bond ", takeover.uplink,
               " takes another MAC address when another port becomes active (fail_over_mac); ",
               takeover.bridge, " keeps the one copied now"),
        "set fail_over_mac to none if the ports allow it"));
  }
  if (std::holds_alternative<LinuxBridgeLink>(link.kind)) {
    found.push_back(makeWarning(
        strCat(takeover.uplink, " is a Linux bridge: every frame will pass two bridges"),
        strCat("consider giving its NIC to ", takeover.bridge, " itself")));
  }
}

// A macvlan takes the same hook of the kernel device as an Open vSwitch port; only one can have it
// (netdev_rx_handler_register). VLAN devices come before that hook and stay.
void checkWhatStandsOnIt(const ObservedState& host, const Takeover& takeover, Diagnostics& found) {
  for (const auto& [name, link] : host.config.links) {
    const bool hooks = std::holds_alternative<MacVlanLink>(link.kind) ||
                       std::holds_alternative<IpVlanLink>(link.kind);
    if (!hooks || baseOf(link.kind) != takeover.uplink) continue;
    found.push_back(makeWarning(
        strCat(name, " is a ", typeOf(link.kind), " on ", takeover.uplink,
               ": the kernel datapath cannot take ", takeover.uplink, " as long as it is there"),
        strCat("remove ", name, ", or make it anew on ", takeover.bridge)));
  }
}

void checkOtherPorts(const ObservedState& host, const Takeover& takeover, Diagnostics& found) {
  const auto bridge = host.config.ovs.bridges.find(takeover.bridge);
  if (bridge == host.config.ovs.bridges.end()) return;
  for (const auto& [portName, port] : bridge->second.ports) {
    for (const auto& [name, row] : port.interfaces) {
      if (row.type != kOvsSystem || name == takeover.uplink) continue;
      found.push_back(makeWarning(
          strCat(takeover.bridge, " has the port ", name, " besides ", takeover.uplink,
                 ": two uplinks can close a loop, and OVN-Kubernetes expects one"),
          strCat("leave ", name, " out of the port list if it is not meant to be there")));
    }
  }
}

void checkState(const ObservedState& host, const LinkConfig& link, const Takeover& takeover,
                Diagnostics& found) {
  const auto facts = host.facts.links.find(takeover.uplink);
  if (!link.up || (facts != host.facts.links.end() && !facts->second.carrier)) {
    found.push_back(makeWarning(strCat(takeover.uplink, link.up ? " has no carrier" : " is down"),
                                "look at the cable and the switch before applying"));
  }
  if (!host.facts.ovs.available) {
    found.push_back(makeWarning(
        strCat("Open vSwitch does not answer",
               host.facts.ovs.unavailableBecause.empty() ? "" : ": ",
               host.facts.ovs.unavailableBecause),
        "start it before applying; what its bridges hold is not part of this proposal"));
  }
}

}  // namespace

Diagnostic makeWarning(std::string message, std::string hint) {
  return {.severity = Severity::Warning, .message = std::move(message), .hint = std::move(hint)};
}

Diagnostics checkUplink(const ObservedState& host, const Takeover& takeover) {
  Diagnostics found;
  const LinkConfig& link = host.config.links.at(takeover.uplink);
  checkState(host, link, takeover, found);
  checkKind(link, takeover, found);
  checkWhatStandsOnIt(host, takeover, found);
  checkOtherPorts(host, takeover, found);
  return found;
}

}  // namespace pointsman::propose
