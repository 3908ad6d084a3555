// SPDX-License-Identifier: Apache-2.0
// toTree(ObservedState): what describe() wishes for, with the facts beside it.
#include <algorithm>
#include <set>

#include "base/str_cat.h"
#include "document/describe_parts.h"
#include "document/host_section.h"
#include "document/interface_section.h"
#include "document/ip_section.h"
#include "document/ovsdb_section.h"
#include "document/print.h"
#include "document/routes_section.h"

namespace pointsman::document {

namespace {

// Appends 'value' under 'key' behind 'after', or at the end when that is not there.
void insertAfter(Node& map, std::string_view after, std::string_view key, Node value) {
  auto place = std::ranges::find(map.entries, after, &Entry::key);
  if (place != map.entries.end()) ++place;
  map.entries.insert(place, Entry{std::string(key), {}, std::move(value)});
}

std::string lifetime(const std::optional<std::uint32_t>& seconds) {
  return seconds ? strCat(*seconds, "sec") : std::string("forever");
}

// Lifetimes are what tells these from configured addresses when the document is read.
Node writeDynamicAddress(const Address& address) {
  Node node = writeAddress(address.prefix);
  node.add("valid-life-time", Node::ofText(lifetime(address.validSeconds)));
  node.add("preferred-life-time", Node::ofText(lifetime(address.preferredSeconds)));
  return node;
}

void addDynamicAddresses(const LinkFacts& facts, Node& interface) {
  for (const Address& address : facts.dynamicAddresses) {
    // One without end is told from configuration only by being link-local.
    if (!address.validSeconds && !address.preferredSeconds && !address.prefix.address.isLinkLocal())
      continue;
    const auto section = std::ranges::find(interface.entries,
                                           toString(address.prefix.address.family()), &Entry::key);
    if (section == interface.entries.end()) continue;
    const auto list = std::ranges::find(section->value.entries, "address", &Entry::key);
    if (list != section->value.entries.end()) {
      list->value.items.push_back(writeDynamicAddress(address));
    }
  }
}

void addLinkFacts(const LinkFacts& facts, Node& interface) {
  if (facts.maxMtu) insertAfter(interface, "mtu", "max-mtu", Node::of(*facts.maxMtu));
  if (facts.minMtu) insertAfter(interface, "mtu", "min-mtu", Node::of(*facts.minMtu));
  if (facts.permanentMac) {
    insertAfter(interface, "mac-address", "permanent-mac-address",
                Node::ofText(toString(*facts.permanentMac)));
  }
  if (!facts.operState.empty()) {
    insertAfter(interface, "state", "oper-state", Node::ofText(facts.operState));
  }
  insertAfter(interface, "oper-state", "carrier", Node::of(facts.carrier));
  if (!facts.driver.empty()) insertAfter(interface, "type", "driver", Node::ofText(facts.driver));
  addDynamicAddresses(facts, interface);
}

void addOvsFacts(const OvsInterfaceFacts& facts, Node& interface) {
  if (facts.ofport) insertAfter(interface, "controller", "ofport", Node::of(*facts.ofport));
  if (!facts.error.empty()) {
    insertAfter(interface, "ofport", "ovs-error", Node::ofText(facts.error));
  }
}

Node writeInterfaceWithFacts(const DesiredInterface& interface, const HostFacts& facts) {
  Node node = writeInterface(interface);
  if (interface.type == InterfaceType::OvsBridge) {
    const auto id = facts.ovs.datapathIds.find(BridgeName(interface.name));
    if (id != facts.ovs.datapathIds.end()) node.add("datapath-id", Node::ofText(id->second));
    return node;
  }
  const InterfaceName name(interface.name);
  if (const auto ovs = facts.ovs.interfaces.find(name); ovs != facts.ovs.interfaces.end()) {
    addOvsFacts(ovs->second, node);
  }
  if (const auto link = facts.links.find(name); link != facts.links.end()) {
    addLinkFacts(link->second, node);
  }
  return node;
}

class Selection {
 public:
  explicit Selection(const std::vector<InterfaceName>& only) : only_(only.begin(), only.end()) {}
  [[nodiscard]] bool everything() const { return only_.empty(); }
  [[nodiscard]] bool has(const InterfaceName& name) const {
    return only_.empty() || only_.contains(name);
  }
  [[nodiscard]] bool hasRouteThrough(const std::optional<InterfaceName>& device) const {
    return only_.empty() || (device && only_.contains(*device));
  }

 private:
  std::set<InterfaceName> only_;
};

template <typename Routes>
void appendRunning(const Routes& routes, const Selection& selection, Node& list) {
  for (const Route& route : routes) {
    if (selection.hasRouteThrough(route.device))
      list.items.push_back(writeRoute(describeRoute(route)));
  }
}

Node writeRoutes(const ObservedState& observed, const DesiredState& desired,
                 const Selection& selection) {
  Node running = Node::sequence();
  appendRunning(observed.config.routes, selection, running);
  appendRunning(observed.facts.runningRoutes, selection, running);
  Node config = Node::sequence();
  for (const DesiredRoute& route : desired.routes) {
    if (selection.hasRouteThrough(route.device)) config.items.push_back(writeRoute(route));
  }
  Node section = Node::mapping();
  section.add("running", std::move(running));
  section.add("config", std::move(config));
  return section;
}

void addHostSections(const DesiredState& desired, Node& root) {
  if (desired.hostname != DesiredHostname{}) root.add("hostname", writeHostname(desired.hostname));
  Node resolver = Node::mapping();
  resolver.add("running", writeResolver(*desired.resolver));
  resolver.add("config", writeResolver(*desired.resolver));
  root.add("dns-resolver", std::move(resolver));
  Node rules = Node::sequence();
  for (const DesiredRule& rule : desired.rules) rules.items.push_back(writeRule(rule));
  root.add("route-rules", Node::mapping()).add("config", std::move(rules));
}

}  // namespace

Node toTree(const ObservedState& observed, const ShowOptions& options) {
  const DesiredState desired = describe(observed);
  const Selection selection(options.only);
  Node root = Node::mapping();
  if (selection.everything()) addHostSections(desired, root);
  root.add("routes", writeRoutes(observed, desired, selection));
  Node& interfaces = root.add("interfaces", Node::sequence());
  interfaces.items.reserve(desired.interfaces.size());
  for (const DesiredInterface& interface : desired.interfaces) {
    if (!selection.has(InterfaceName(interface.name))) continue;
    interfaces.items.push_back(writeInterfaceWithFacts(interface, observed.facts));
  }
  if (!selection.everything()) return root;
  if (desired.ovsDb) root.add("ovs-db", writeOvsDb(*desired.ovsDb));
  if (!desired.bridgeMappings.empty()) root.add("ovn", writeOvn(desired.bridgeMappings));
  return root;
}

}  // namespace pointsman::document
