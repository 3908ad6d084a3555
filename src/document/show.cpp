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

// A fact, and the key of the description behind which it is shown.
struct Fact {
  std::string_view after = {};
  std::string_view key = {};
  Node value = {};
};

// Puts the facts in their places, in one pass; those whose place is not there come last. Of several
// behind one key the first given comes first.
void insertFacts(Node& map, std::vector<Fact> facts) {
  std::vector<Entry> entries;
  entries.reserve(map.entries.size() + facts.size());
  const auto append = [&](Fact& fact) {
    entries.push_back({std::string(fact.key), {}, std::move(fact.value)});
    fact.key = {};
  };
  for (Entry& entry : map.entries) {
    const std::size_t place = entries.size();
    entries.push_back(std::move(entry));
    for (Fact& fact : facts) {
      if (!fact.key.empty() && fact.after == entries[place].key) append(fact);
    }
  }
  for (Fact& fact : facts) {
    if (!fact.key.empty()) append(fact);
  }
  map.entries = std::move(entries);
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

void collect(const LinkFacts& facts, std::vector<Fact>& into) {
  if (!facts.driver.empty()) into.push_back({"type", "driver", Node::ofText(facts.driver)});
  if (!facts.operState.empty()) {
    into.push_back({"state", "oper-state", Node::ofText(facts.operState)});
  }
  into.push_back({"state", "carrier", Node::of(facts.carrier)});
  if (facts.permanentMac) {
    into.push_back(
        {"mac-address", "permanent-mac-address", Node::ofText(toString(*facts.permanentMac))});
  }
  if (facts.minMtu) into.push_back({"mtu", "min-mtu", Node::of(*facts.minMtu)});
  if (facts.maxMtu) into.push_back({"mtu", "max-mtu", Node::of(*facts.maxMtu)});
}

void collect(const OvsInterfaceFacts& facts, std::vector<Fact>& into) {
  if (facts.ofport) into.push_back({"controller", "ofport", Node::of(*facts.ofport)});
  if (!facts.error.empty()) into.push_back({"controller", "ovs-error", Node::ofText(facts.error)});
}

Node writeInterfaceWithFacts(const DesiredInterface& interface, const HostFacts& facts) {
  Node node = writeInterface(interface);
  if (interface.type == InterfaceType::OvsBridge) {
    const auto id = facts.ovs.datapathIds.find(BridgeName(interface.name));
    if (id != facts.ovs.datapathIds.end()) node.add("datapath-id", Node::ofText(id->second));
    return node;
  }
  const InterfaceName name(interface.name);
  std::vector<Fact> found;
  if (const auto link = facts.links.find(name); link != facts.links.end()) {
    collect(link->second, found);
    addDynamicAddresses(link->second, node);
  }
  if (const auto ovs = facts.ovs.interfaces.find(name); ovs != facts.ovs.interfaces.end()) {
    collect(ovs->second, found);
  }
  if (!found.empty()) insertFacts(node, std::move(found));
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
